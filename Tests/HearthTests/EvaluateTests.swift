import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `An evaluation of recommendations` {
        /// A store of 24 products in two categories.
        private static func store(in folder: Folder) throws -> String {
            let rows = (0..<24).map { "p\($0),Item \($0),$10.00,\($0 % 2 == 0 ? "hats" : "coats"),Acme,,\n" }.joined()
            let file = try folder.write("id,title,price,category,brand,collections,image\n" + rows, to: "shop.csv")
            let store = folder.path("a.store")
            try importItems(from: file, by: Fixtures.shopMapping, into: store, in: folder)
            return store
        }

        /// Thirty users who open nine products of one category each, one of them twice.
        private static func events(extra: String = "") -> String {
            var (text, time) = ("user,item,time\n", 1_700_000_000)
            for user in 0..<30 {
                for step in (0..<9) + [0] {
                    time += 60
                    text += "u\(user),product:p\((user + step) * 2 % 24 + user % 2),\(time)\n"
                }
            }
            return text + extra
        }

        @Test func `prints the figures of each recommender`() throws {
            try withFolder { folder in
                let store = try Self.store(in: folder)
                let ignored = "u1,product:gone,1700000000\nu1,listing:p1,1700000000\nu2,gone,1700000000\n"
                let file = try folder.write(Self.events(extra: ignored), to: "events.csv")
                let words = ["evaluate", "--store", store, "--events", file, "--kind", "product"]
                let ended = try hearth(words)
                #expect(ended.status == 0)
                #expect(
                    ended.errors == """
                        hearth: ignored openings of other kinds of items: 1
                        hearth: ignored openings of items that the store lacks: 2

                        """
                )
                let lines = ended.text.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines[0] == "test users: 30; items: 24; openings: 270; predicted: the last item of each user")
                #expect(lines[1].isEmpty && lines.last?.isEmpty == true)
                let rows = lines[2...].dropLast().map { $0.split(separator: /\s\s+/).map(String.init) }
                #expect(rows[0].filter { !$0.isEmpty } == ["recall@12", "MAP@12", "coverage", "novelty"])
                #expect(
                    rows.dropFirst().map(\.first)
                        == ["engine", "item-kNN", "popular in category", "popular", "random"]
                )
                for row in rows.dropFirst() {
                    #expect(row.count == 5)
                    for figure in [row[1], row[2], row[4]] {
                        #expect(figure.wholeMatch(of: /\d+\.\d{3} ± \d+\.\d{3}/) != nil, "\(row)")
                    }
                }
                // Four products of the user's category are left.
                #expect(rows[2][1].hasPrefix("1.000 ±"))

                let json = try JSON(parsing: try hearth(words + ["--json"]).output)
                #expect(json["users"].int == 30 && json["items"].int == 24 && json["openings"].int == 270)
                #expect(json["trainingOpenings"].int == 240 && json["targets"].int == 30)
                #expect(json["split"].string == "leave-out" && json["leaveOut"].int == 1)
                #expect(json["ignored"]["unknownItems"].int == 2 && json["ignored"]["otherKinds"].int == 1)
                #expect(json["ignored"]["repeated"].int == 30)
                for (row, member) in zip(rows.dropFirst(), json["recommenders"].array) {
                    #expect(member["name"].string == row[0])
                    for (key, figure) in zip(["recall", "map", "coverage", "novelty"], row.dropFirst()) {
                        let value = try #require(member[key]["value"].double)
                        let margin = member[key]["margin"].double.map { String(format: " ± %.3f", $0) }
                        #expect(figure == String(format: "%.3f", value) + (margin ?? ""))
                    }
                }

                #expect(try hearth(words).text == ended.text)
                #expect(try hearth(words + ["--seed", "2"]).text != ended.text)
                let some = try hearth(words + ["--leave-out", "3", "--users", "7"])
                let first = "test users: 7; items: 24; openings: 270; predicted: the last 3 items of each user\n"
                #expect(some.text.hasPrefix(first))
            }
        }

        @Test func `searches weights for the config, and counts short histories`() throws {
            try withFolder { folder in
                let store = try Self.store(in: folder)
                let short = "v1,p3,1700000000\nv1,p5,1700000001\n"
                let file = try folder.write(Self.events(extra: short), to: "events.csv")
                let words = ["evaluate", "--store", store, "--events", file, "--kind", "product", "--tune"]
                let ended = try hearth(words + ["--min-history", "1"])
                #expect(ended.status == 0, "\(ended.errors)")
                #expect(ended.text.hasPrefix("test users: 15; "))
                let rows = ended.text.split(separator: "\n").dropFirst(2).map { $0.split(separator: /\s\s+/)[0] }
                #expect(rows.prefix(2) == ["engine, tuned", "engine"])
                let line = try #require(ended.text.split(separator: "\n").last)
                let found = try #require(line.firstMatch(of: /^tuned, for the config: ("recommendations":.*)$/)).1
                #expect(found.contains(/"recency":(0|0\.3|0\.6)\}/), "\(found)")
                let config = try folder.write(
                    #"{"title": "T", \#(found), "segments": [{"id": "s", "title": "S", "widgets": [{"id": "w","#
                        + #" "layout": "HomeWidgetGrid", "source": {"kind": "newest"}}]}]}"#,
                    to: "tuned.json"
                )
                #expect(try hearth(["check", config]).status == 0)
                let json = try JSON(parsing: try hearth(words + ["--json"]).output)
                #expect(json["weights"]["neighbours"].double != nil && json["recommenders"].array.count == 6)
            }
        }

        @Test func `by time predicts the later openings`() throws {
            try withFolder { folder in
                let store = try Self.store(in: folder)
                // Every tenth of the openings is a second of all users.
                let rows = (0..<10).flatMap { step in
                    (0..<10).map { user in "u\(user),p\((user + step) % 24),2026-01-31T09:30:0\(step)Z\n" }
                }
                let file = try folder.write("user,item,time\n" + rows.joined(), to: "events.csv")
                let words = ["evaluate", "--store", store, "--events", file, "--kind", "product", "--split", "time"]
                let ended = try hearth(words)
                #expect(
                    ended.text.hasPrefix(
                        "test users: 10; items: 24; openings: 100; predicted: items opened after 80% of all openings\n"
                    )
                )
                #expect(ended.errors.isEmpty)
                #expect(try JSON(parsing: try hearth(words + ["--json"]).output)["targets"].int == 20)
            }
        }

        @Test func `takes the events of the store`() throws {
            try withFolder { folder in
                let store = try Self.store(in: folder)
                let words = ["evaluate", "--store", store, "--kind", "product"]
                let none = try hearth(words)
                #expect(none.status == 1 && none.output.isEmpty)
                #expect(
                    none.errors
                        == "hearth: no test user: expected users with at least 5 opened items and a later one to predict; "
                        + "see --min-history\n"
                )
                try withServer(on: store, in: folder) { server in
                    for step in 0..<6 {
                        let body = #"{"items": ["product:p\#(step)"]}"#
                        let answer = try server.request("POST", "/users/u1/opened", body: body)
                        #expect(answer.status == 200)
                    }
                }
                let ended = try hearth(words)
                let first = "test users: 1; items: 24; openings: 6; predicted: the last item of each user\n"
                #expect(ended.text.hasPrefix(first), "\(ended.errors)")
            }
        }

        @Test func `that is impossible reports the cause`() throws {
            try withFolder { folder in
                let store = try Self.store(in: folder)
                let invalid = try folder.write("user,item,time\nu1,p1,1\nu1,p2,soon\n", to: "invalid.csv")
                let cases: [(words: [String], status: Int32, says: String)] = [
                    (
                        ["--events", invalid, "--kind", "product"], 1,
                        #"\#(invalid): line 3, column "time": expected Unix seconds or ISO 8601"#
                    ),
                    (["--events", folder.path("no.csv")], 1, "no.csv cannot be read: No such file or directory"),
                    (["--events", Fixtures.shopFile], 1, "none of the 3 expected columns (user, item, time)"),
                    ([], 1, #"the store has no available item of the kind "listing"; see --kind"#),
                    (["--kind", "produkt"], 64, #"--kind: unknown kind "produkt"; did you mean "product"?"#),
                    (["--split", "tiem"], 64, #"--split: unknown "tiem"; did you mean "time"?"#),
                    (["--split", "time", "--leave-out", "2"], 64, "--leave-out requires --split leave-out"),
                    (["--min-history", "0"], 64, #"--min-history is "0": expected a whole number from 1"#),
                    (["--leave-out", "0"], 64, #"--leave-out is "0": expected a whole number from 1"#),
                ]
                for (words, status, says) in cases {
                    let ended = try hearth(["evaluate", "--store", store] + words)
                    #expect(ended.status == status, "\(words)")
                    #expect(ended.errors.contains(says), "\(words): \(ended.errors)")
                    #expect(ended.output.isEmpty, "\(words)")
                }
            }
        }
    }
}
