import Testing

@testable import Catalogue
@testable import Import

/// Guards the files of events that evaluations read.
@Suite struct `A file of events` {
    private func read(_ bytes: some Sequence<UInt8>) throws -> [String] {
        let folder = try Folder()
        var found: [String] = []
        try readEvents(at: folder.write("events", bytes), kinds: .builtIn, kind: "product") { event in
            guard case .opened(let item, _) = event.action else { return }
            found.append("\(event.position) \(event.user.rawValue) \(item) \(event.at)")
        }
        return found
    }

    @Test func `has users, items and times in any order of columns`() throws {
        let text = """
            time,user,price,item
            86400,u1,9.99,product:a
            1970-01-03,u2,,listing:b
            1970-01-01T01:00:00+01:00,u1,,c
            1970-01-01 00:01:00.250Z,u1,,c:d
            """
        let events = [
            "1 u1 product:a 86400", "2 u2 listing:b 172800", "3 u1 product:c 0", "4 u1 product:c:d 60",
        ]
        #expect(try read(text.utf8) == events)
        #expect(try read(gzipped(text.utf8)) == events)
        #expect(try read(text.replacing(",", with: ";").replacing("\n", with: "\r\n").utf8) == events)
        #expect(try read("user,item,time\n".utf8).isEmpty)
    }

    @Test(arguments: [
        ("user,item,Time\n", #"the header line has no column "time"; did you mean "Time"?"#),
        ("a,b,c\n", "the header line has none of the 3 expected columns (user, item, time); it has a, b, c"),
        ("", "the file is empty; expected a header line"),
        (
            "user,item,time\nu1,a,1\n\nu1,b,yesterday\n",
            #"line 4, column "time": expected Unix seconds or ISO 8601, such as 2026-01-31T09:30:00Z, found "yesterday""#
        ),
        (
            "user,item,time\nu1,a,1769851800000\n",
            #"line 2, column "time": expected Unix seconds or ISO 8601, such as 2026-01-31T09:30:00Z, found "1769851800000""#
        ),
        (
            "user,item,time\nu1,a,-1\n",
            #"line 2, column "time": expected Unix seconds or ISO 8601, such as 2026-01-31T09:30:00Z, found "-1""#
        ),
        (
            "user,item,time\nu/1,a,1\n",
            #"line 2, column "user": expected 1 to 128 visible ASCII characters without '/', found "u/1""#
        ),
        (
            "user,item,time\nu1,\"a b\",1\n",
            #"line 2, column "item": expected kind:id, or the id of a product: 1 to 128 visible ASCII characters "#
                + #"without '/', found "a b""#
        ),
        ("user,item,time\nu1,a\n", "line 2: expected 3 fields, as the header has, found 2"),
        (
            "user,item,time\n\"u1,a,1\n",
            "line 2: the field's quote is never closed, found a quote that opens in line 2"
        ),
    ])
    func `that is invalid is an error with the line, the column and the expectation`(text: String, says: String) {
        do {
            let found = try read(text.utf8)
            Issue.record("\(found)")
        } catch {
            #expect(error as? ImportError == .failure(says))
        }
    }

    @Test func `that is missing is an error`() throws {
        let folder = try Folder()
        let path = try folder.write("events.csv", "user,item,time\nu1,a,1\n".utf8)
        var users: [String] = []
        try readEvents(at: path, kinds: .builtIn, kind: "product") { users.append($0.user.rawValue) }
        #expect(users == ["u1"])
        #expect(throws: ImportError.unreadable(path: path + "x", reason: "No such file or directory")) {
            try readEvents(at: path + "x", kinds: .builtIn, kind: "product") { _ in }
        }
    }

    @Test func `reports its progress after each 1,000 records`() throws {
        let folder = try Folder()
        let rows = (0..<2_500).map { "u1,p\($0),\($0)\n" }.joined()
        let path = try folder.write("events.csv", ("user,item,time\n" + rows).utf8)
        var records: [Int] = []
        let progress = { (count: Int, _: Double?) in records.append(count) }
        try readEvents(at: path, kinds: .builtIn, kind: "product", progress: progress) { _ in }
        #expect(records == [1_000, 2_000])
    }
}
