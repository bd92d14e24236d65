import Foundation
import HTTPTestClient
import Testing

/// The counts in the first line of an import's output.
struct ImportCounts: Hashable {
    let read, new, changed, unchanged, rejected: Int

    init(read: Int, new: Int, changed: Int, unchanged: Int, rejected: Int) {
        (self.read, self.new, self.changed, self.unchanged, self.rejected) = (read, new, changed, unchanged, rejected)
    }

    /// Parses `FILE: 1,200 read: 1,000 new, 100 changed, 90 unchanged, 10 rejected`, the first line of an output.
    init?(_ output: String) {
        let pattern =
            /[^\n]*: ([0-9,]+) read: ([0-9,]+) new, ([0-9,]+) changed, ([0-9,]+) unchanged, ([0-9,]+) rejected/
        guard let match = output.prefixMatch(of: pattern)?.output else { return nil }
        let numbers = [match.1, match.2, match.3, match.4, match.5].compactMap { Int($0.filter { $0 != "," }) }
        self.init(read: numbers[0], new: numbers[1], changed: numbers[2], unchanged: numbers[3], rejected: numbers[4])
    }
}

/// Rows for the mapping of the fixtures' listings: houses in one street of Lucas County.
enum StreetListings {
    static let header = "price,stories,TLA,wall,beds,baths,halfbaths,sdate,longitude,latitude\n"

    /// The houses with these numbers, each sold on the day `day`.
    static func rows(_ numbers: Range<Int>, day: String) -> String {
        numbers.map { "90000,one,1200,wood,3,1,0,\(day),-83.1\(100_000 + $0),41.6\n" }.joined()
    }

    static func write(_ numbers: Range<Int>, day: String, to name: String = "rows.csv", in folder: Folder) throws
        -> String
    {
        try folder.write(header + rows(numbers, day: day), to: name)
    }

    static func id(_ number: Int) -> String { "listing:-83.1\(100_000 + number),41.6" }
}

extension `The program` {
    /// Guards the `hearth import` command: counts, rejected records, full feeds and failures.
    @Suite struct `An import` {
        @Test func `counts what is new, changed and unchanged`() throws {
            try withFolder { folder in
                let file = try StreetListings.write(0..<2_500, day: "971201", in: folder)
                let words = [
                    "import", "--store", folder.path("a.store"), "--mapping", Fixtures.listingsMapping, file,
                ]
                let first = try hearth(words)
                #expect(first.status == 0)
                #expect(first.text == "\(file): 2,500 read: 2,500 new, 0 changed, 0 unchanged, 0 rejected\n")
                _ = try folder.write(
                    StreetListings.header + StreetListings.rows(0..<2_000, day: "971201")
                        + StreetListings.rows(2_000..<2_600, day: "971202"),
                    to: "rows.csv"
                )
                #expect(
                    ImportCounts(try hearth(words).text)
                        == ImportCounts(read: 2_600, new: 100, changed: 500, unchanged: 2_000, rejected: 0)
                )
            }
        }

        @Test func `leaves the store in one file`() throws {
            try withFolder { folder in
                let file = try StreetListings.write(0..<2_500, day: "971201", in: folder)
                let store = folder.path("a.store")
                try importItems(from: file, by: Fixtures.listingsMapping, into: store, in: folder)
                for suffix in ["-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: store + suffix)) }
            }
        }

        @Test func `writes rejected records to a file, and continues`() throws {
            try withFolder { folder in
                let good = StreetListings.rows(1..<2, day: "971201")
                let bad = "ninety,one,1200,wood,3,1,0,971201,-83.2,41.6\n90000,one,1200,wood,3,1,0,971301,-83.3,41.6\n"
                let file = try folder.write(StreetListings.header + bad + good, to: "rows.csv")
                let words = [
                    "import", "--store", folder.path("a.store"), "--mapping", Fixtures.listingsMapping,
                    "--max-rejected", "2", file,
                ]
                let ended = try hearth(words)
                #expect(ended.status == 0)
                #expect(ended.errors.contains(#"  1 × price: expected a number, found "ninety" in line 2"#))
                #expect(
                    ImportCounts(ended.text) == ImportCounts(read: 3, new: 1, changed: 0, unchanged: 0, rejected: 2)
                )
                #expect(ended.errors.contains("rejected records and reasons: \(file).rejects.ndjson\n"))
                let rejects = try String(contentsOfFile: file + ".rejects.ndjson", encoding: .utf8)
                let lines = try rejects.split(separator: "\n").map { try JSON(parsing: Data($0.utf8)) }
                #expect(lines.map { $0["line"].int } == [2, 3])
                #expect(lines.map { $0["column"].string } == ["price", "sdate"])
                #expect(lines[0]["reason"].string?.contains("ninety") == true)
                #expect(lines[0]["record"]["longitude"].string == "-83.2")

                let elsewhere = folder.path("elsewhere.ndjson")
                #expect(try hearth(words + ["--rejects", elsewhere]).status == 0)
                #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == rejects)

                _ = try folder.write(StreetListings.header + good, to: "rows.csv")
                #expect(try hearth(words).status == 0)
                #expect(!FileManager.default.fileExists(atPath: file + ".rejects.ndjson"))
            }
        }

        @Test func `fails if too much of a file is rejected, keeps nothing of it, and imports the others`() throws {
            try withFolder { folder in
                let bad = try folder.write(
                    StreetListings.header + StreetListings.rows(0..<1, day: "971301")
                        + StreetListings.rows(1..<2, day: "9"),
                    to: "bad.csv"
                )
                let good = try StreetListings.write(5..<8, day: "971201", to: "good.csv", in: folder)
                let words = ["import", "--store", folder.path("a.store"), "--mapping", Fixtures.listingsMapping]
                let alone = try hearth(words + [bad])
                #expect(alone.status == 1 && alone.output.isEmpty)
                #expect(
                    alone.errors.contains("2 of 2 records were rejected, more than 50%; file not imported")
                )
                #expect(!FileManager.default.fileExists(atPath: folder.path("a.store")))
                let both = try hearth(words + [bad, good])
                #expect(both.status == 1)
                #expect(both.text == "2 files: 3 read: 3 new, 0 changed, 0 unchanged, 0 rejected\n")
                let replacing = try hearth(words + ["--replace", "kind", bad, good])
                #expect(replacing.status == 1 && replacing.output.isEmpty)
            }
        }

        @Test func `removes items that a full feed lacks, and only reports them in a dry run`() throws {
            try withFolder { folder in
                let all = try StreetListings.write(0..<10, day: "971201", to: "all.csv", in: folder)
                let most = try StreetListings.write(2..<11, day: "971201", to: "most.csv", in: folder)
                let words = ["import", "--store", folder.path("a.store"), "--mapping", Fixtures.listingsMapping]
                #expect(try hearth(words + [all]).status == 0)
                let again = try hearth(words + [all])
                #expect(again.text.hasSuffix("the store is up to date: nothing changed\n"))
                let rejected = try hearth(words + ["--replace", "market", "--max-removed", "10%", most])
                #expect(rejected.status == 1)
                #expect(rejected.errors.contains("2 of 10 items would be removed, more than 10%: nothing was written"))
                let dry = try hearth(words + ["--replace", "market", "--dry-run", most])
                let counts = "\(most): 9 read: 1 new, 0 changed, 8 unchanged, 0 rejected; 2 removed\n"
                #expect(dry.text == counts + "this was a dry run: nothing was written\n")
                #expect(try hearth(words + ["--replace", "market", most]).text == counts)
                let unknown = try hearth(words + ["--replace", "markets", most])
                #expect(unknown.status == 64 && unknown.errors.contains(#"did you mean "market"?"#))
                let share = try hearth(words + ["--max-removed", "101%", most])
                #expect(
                    share.status == 64 && share.errors.contains("expected a number such as 500, or a share such as 30%")
                )
            }
        }

        @Test func `reads standard input`() throws {
            try withFolder { folder in
                let file = try folder.write(
                    StreetListings.header + StreetListings.rows(0..<3, day: "971201") + "x\n",
                    to: "rows.csv"
                )
                let words = ["import", "--store", folder.path("a.store"), "--mapping", Fixtures.listingsMapping, "-"]
                let starter = ["/bin/sh", "-c", #"gzip -c '\#(file)' | exec "$0" "$@""#]
                let child = try Child(words, startedBy: starter, in: folder)
                defer { child.kill() }
                #expect(try child.wait() == 0)
                let text = String(decoding: child.output, as: UTF8.self)
                #expect(text == "-: 4 read: 3 new, 0 changed, 0 unchanged, 1 rejected\n")
            }
        }

        @Test func `runs beside a server, which keeps responding and then shows new items`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let file = try StreetListings.write(0..<8_000, day: "991231", in: folder)
                try withServer(on: store, in: folder) { server in
                    let home = "/home?width=390&user=u1&lat=41.65&lon=-83.54"
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                    let before = try server.home(home).widget("last-search").itemIDs
                    #expect(before == Array(try FixtureListing.newest { _ in true }.prefix(10)))

                    let words = ["import", "--store", store, "--mapping", Fixtures.listingsMapping, file]
                    let child = try Child(words, in: folder)
                    defer { child.kill() }
                    var answered = 0
                    while child.isRunning {
                        let body = #"{"price":{"max":\#(100_000_000 + answered)}}"#
                        #expect(try server.get(home).status == 200)
                        let recorded = try server.request("POST", "/users/u1/searches", body: body)
                        #expect(recorded.status == 204, "\(recorded.text)")
                        answered += 1
                    }
                    #expect(try child.wait() == 0)
                    #expect(answered > 3)
                    #expect(ImportCounts(String(decoding: child.output, as: UTF8.self))?.new == 8_000)

                    // The ids are negative and equally long: byte order is numeric order.
                    let after = try server.home(home).widget("last-search").itemIDs
                    #expect(after == (0..<10).map(StreetListings.id))
                }
            }
        }

        @Test func `of a declared kind needs the config that declares it`() throws {
            try withFolder { folder in
                let file = try folder.write("id,name\na,A film\n", to: "films.csv")
                let mapping = try folder.write(
                    #"{"format":"csv","kind":"film","fields":{"id":{"column":"id"},"title":{"column":"name"}}}"#,
                    to: "films.json"
                )
                let widget = #"{"id":"w","layout":"HomeWidgetGrid","source":{"kind":"newest"}}"#
                let config = try folder.write(
                    #"{"title":"T","kinds":{"film":{}},"segments":[{"id":"s","title":"S","widgets":[\#(widget)]}]}"#,
                    to: "home.json"
                )
                let words = ["import", "--store", folder.path("a.store"), "--mapping", mapping]
                let unknown = try hearth(words + [file], environment: ["HEARTH_CONFIG": ""])
                #expect(unknown.status == 1)
                #expect(unknown.errors.contains(#"kind: unknown kind "film"; expected one of "listing", "product""#))
                #expect(unknown.errors.contains("a kind that a config declares needs --config FILE"))
                let kept = try hearth(words + ["--config", config, file])
                #expect(kept.status == 0 && kept.text.contains("1 new"), "\(kept.errors)")
                let absent = try hearth(words + ["--config", folder.path("none.json"), file])
                #expect(absent.status == 1)
                #expect(absent.errors.contains("cannot be read: No such file"))
            }
        }

        @Test func `of a folder, or of nothing, says what is missing`() throws {
            try withFolder { folder in
                let words = ["import", "--store", folder.path("a.store"), "--mapping", Fixtures.shopMapping]
                let folderName = folder.path("feeds")
                try FileManager.default.createDirectory(atPath: folderName, withIntermediateDirectories: true)
                let empty = try folder.write("", to: "empty.csv")
                for (operands, status, text) in [
                    ([folderName], 1, "\(folderName) cannot be read: it is a folder; name its files, for example with"),
                    ([], 64, "FILE is missing"), ([""], 1, "\"\" cannot be read: No such file or directory"),
                    ([empty], 1, "\(empty): the file is empty; expected a header line"),
                ] as [([String], Int32, String)] {
                    let found = try hearth(words + operands)
                    #expect(found.status == status)
                    #expect(found.errors.contains(text), "\(found.errors)")
                }
                let mapping = try hearth("import", "--store", folder.path("a.store"), "--mapping", folderName, empty)
                #expect(mapping.errors.contains("\(folderName) cannot be read: it is a folder"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("a.store")))
            }
        }

        @Test func `that fails reports the cause`() throws {
            try withFolder { folder in
                let store = folder.path("a.store")
                let mapping = Fixtures.shopMapping
                let cases: [(words: [String], says: [String])] = [
                    (["--mapping", mapping, "no.csv"], ["no.csv cannot be read: No such file or directory"]),
                    (["--mapping", "no.json", Fixtures.shopFile], ["no.json cannot be read: No such file"]),
                    (["--mapping", Fixtures.shopFile, Fixtures.shopFile], ["is not JSON: line 1, column 1"]),
                    (
                        [
                            "--mapping",
                            try folder.write(#"{"format":"cvs","kind":"product","fields":{"id":{}}}"#, to: "m"),
                        ]
                            + [Fixtures.shopFile],
                        ["errors\n", "  format: ", #"did you mean "csv"?"#, "  fields.id: "]
                    ),
                    (["--mapping", mapping, Fixtures.listingsFile], [#"no column "title""#]),
                ]
                for (words, says) in cases {
                    let ended = try hearth(["import", "--store", store] + words)
                    #expect(ended.status == 1, "\(words)")
                    #expect(ended.output.isEmpty, "\(words)")
                    for text in says { #expect(ended.errors.contains(text), "\(words)") }
                    #expect(!FileManager.default.fileExists(atPath: store), "\(words): a store is left behind")
                }
                let lost = try hearth(
                    "import",
                    "--store",
                    "/nowhere/a.store",
                    "--mapping",
                    mapping,
                    Fixtures.shopFile
                )
                #expect(lost.status == 1)
                #expect(lost.errors.contains("the store at /nowhere/a.store cannot be opened"))
            }
        }
    }
}
