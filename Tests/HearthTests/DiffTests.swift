import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A diff of two configs` {
        private static func store(users: [String], in folder: Folder) throws -> String {
            let store = try FixtureStore.copy(into: folder)
            try withServer(on: store, in: folder) { server in
                for user in users {
                    let search = #"{"market":"toledo","bedrooms":{"min":3}}"#
                    let answer = try server.request("POST", "/users/\(user)/searches", body: search)
                    #expect(answer.status == 204)
                }
            }
            return store
        }

        /// Two configs: in the second one the map shows 5 items, and there are no brands.
        private static func configs(in folder: Folder) throws -> (old: String, new: String) {
            let old = try Fixtures.configText()
            let map = #""source": { "kind": "nearby", "radius": 10000 }, "limit": 5"#
            let new = old.replacing(/"source": \{ "kind": "nearby", "radius": 10000 \},\s+"limit": 20/, with: map)
                .replacing(#""id": "brands""#, with: #""id": "names""#)
            #expect(old != new)
            return (try folder.write(old, to: "old.json"), try folder.write(new, to: "new.json"))
        }

        private static func words(_ old: String, _ new: String, _ store: String) -> [String] {
            ["diff", old, new, "--store", store, "--width", "390", "--lat", "41.65", "--lon", "-83.54"]
        }

        @Test func `prints the widgets that differ, and totals`() throws {
            try withFolder { folder in
                let store = try Self.store(users: ["u1", "u2", "u3"], in: folder)
                let (old, new) = try Self.configs(in: folder)
                let words = Self.words(old, new, store)
                let ended = try hearth(words)
                #expect(ended.status == 0 && ended.errors.isEmpty, "\(ended.errors)")
                let rows = ended.text.split(separator: "\n").map { $0.split(separator: /\s\s+/).map(String.init) }
                #expect(
                    rows[0] == [
                        "user", "segment", "widget", "changes", "position", "layout", "state", "items both/old/new",
                        "height", "bytes",
                    ]
                )
                let brands = try #require(rows.first { $0.prefix(4) == ["-", "style", "brands", "removed"] })
                #expect(brands[4...6] == ["0 → -", "HomeWidgetBrand → -", "loaded → -"])
                #expect(rows.contains { $0.prefix(5) == ["u2", "style", "names", "added", "- → 0"] })
                let map = try #require(rows.first { $0.prefix(3) == ["u1", "homes", "nearby"] })
                #expect(map[3].hasPrefix("items") && map[5].hasPrefix("5/15/0"), "\(map)")
                #expect(rows.contains { $0.prefix(4) == ["style/names", "4", "4", "0"] })
                #expect(ended.text.contains("\nhomes that differ: 8 of 8\n"))
                #expect(ended.text.contains(/mean bytes: [\d,]+ → [\d,]+ \(-\d+\.\d\d%\)\n/))
                #expect(ended.text.contains(/mean height: [\d,]+ pt|mean height: [\d,]+ → [\d,]+ pt/))

                let some = try hearth(words + ["--users", "2"])
                #expect(some.text.contains("\nhomes that differ: 6 of 6\n"))
                #expect(try hearth(words + ["--users", "2"]).text == some.text)
                let given = try hearth(words + ["--user", "u1,nobody"])
                #expect(given.text.contains("\nhomes that differ: 4 of 4\n"))
                #expect(given.text.contains("\nnobody  style    (page)"))
            }
        }

        @Test func `prints JSON`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let (old, new) = try Self.configs(in: folder)
                let json = try JSON(parsing: try hearth(Self.words(old, new, store) + ["--json"]).output)
                #expect(json["totals"]["homes"].int == 2 && json["totals"]["changed"].int == 2)
                let homes = json["homes"].array
                #expect(homes.map { $0["segment"].string } == ["homes", "style"])
                #expect(homes[0]["user"].string == nil && homes[0]["changes"].array.isEmpty)
                let map = try #require(homes[0]["widgets"].array.first { $0.id == "nearby" })
                #expect(map["items"]["common"].int == 5 && map["items"]["removed"].int == 15)
                #expect(map["before"]["layout"].string == "HomeWidgetMap" && map["after"]["state"].string == "loaded")
                let bytes = try [map["before"], map["after"]].map { try #require($0["bytes"].int) }
                #expect(bytes[0] > bytes[1])

                // The sizes are those of the documents that the server sends.
                let printed = try hearth(
                    "home",
                    "--config",
                    old,
                    "--store",
                    store,
                    "--width",
                    "390",
                    "--lat",
                    "41.65",
                    "--lon",
                    "-83.54"
                )
                #expect(homes[0]["bytes"]["before"].int == printed.output.count - 1)
            }
        }

        private static let near = #"""
            {"id": "near", "title": "Near", "layout": "HomeWidgetProductM", "limit": 6,
             "source": {"kind": "items", "of": "listing", "sort": "distance"}}
            """#
        private static let all = #"""
            {"id": "all", "title": "All", "layout": "HomeWidgetGrid", "limit": 100,
             "source": {"kind": "items", "of": "product", "filter": {"category": "shoes"}, "sort": "price"}}
            """#

        private static func config(_ widgets: String...) -> String {
            #"""
            {"title": "Small", "segments": [{"id": "homes", "title": "Homes", "widgets": [
              \#(widgets.joined(separator: ", "))]}]}
            """#
        }

        @Test(arguments: [
            (config(near.replacing("6", with: "4"), all), "near", ["items"], #"{"common":4,"removed":2}"#),
            (config(all, near), "near", ["moved"], #"{"removed":0,"added":0,"changed":0,"reordered":false}"#),
            (
                config(near.replacing("ProductM", with: "Grid"), all), "near", ["layout", "frame"],
                #"{"common":6,"changed":0}"#
            ),
            (
                config(near.replacing(#""items", "of": "listing", "sort": "distance""#, with: #""nearby""#), all),
                "near", ["items", "frame"], #"{"common":6,"changed":6,"reordered":false}"#
            ),
            (
                config(near, all.replacing(#""price""#, with: #""-price""#)), "all", ["items"],
                #"{"removed":0,"added":0,"changed":0,"reordered":true}"#
            ),
            (config(near.replacing("Near", with: "Close"), all), "near", ["frame"], #"{"common":6,"changed":0}"#),
            (
                config(
                    near.replacing(
                        #""source": {"kind": "items", "of": "listing", "sort": "distance"}"#,
                        with: #""source": {"kind": "lastSearch"}, "whenEmpty": {"id": "e", "title": "E", "text": "E."}"#
                    ),
                    all
                ),
                "near", ["layout", "items", "frame", "state"], #"{"common":0,"removed":6,"added":1}"#
            ),
        ])
        func `says of a widget what differs`(new: String, widget: String, changes: [String], items: String) throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let old = try folder.write(Self.config(Self.near, Self.all), to: "small.json")
                let words = Self.words(old, try folder.write(new, to: "new.json"), store) + ["--json", "--user", "u"]
                let home = try #require(try JSON(parsing: hearth(words).output)["homes"].array.first)
                #expect(home["changes"].array.isEmpty && home["widgets"].array.map(\.id) == [widget])
                let found = home["widgets"].array[0]
                #expect(found["changes"].array.map(\.string) == changes)
                let expected = try JSON(parsing: Data(items.utf8))
                for name in expected.keys {
                    #expect(found["items"][name].description == expected[name].description, "\(name)")
                }
                // The page grows as the widget does.
                func height(_ home: JSON) throws -> Double { try #require(home["height"].double) }
                let change = try height(found["after"]) - height(found["before"])
                let page = try #require(home["height"]["after"].double) - #require(home["height"]["before"].double)
                #expect(abs(page - change) < 0.01)
            }
        }

        @Test func `says that the page's header differs`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let text = Self.config(Self.near)
                let old = try folder.write(text, to: "small.json")
                let new = try folder.write(text.replacing("Small", with: "Tiny"), to: "tiny.json")
                let words = Self.words(old, new, store) + ["--json", "--user", "u"]
                let home = try #require(try JSON(parsing: hearth(words).output)["homes"].array.first)
                #expect(home["changes"].array.map(\.string) == ["page"] && home["widgets"].array.isEmpty)
            }
        }

        @Test func `finds none between equal configs, and names the segments of one alone`() throws {
            try withFolder { folder in
                let store = try Self.store(users: ["u1"], in: folder)
                let (old, new) = try Self.configs(in: folder)
                let same = try hearth(Self.words(old, old, store))
                #expect(same.status == 0 && same.text == "no differences in 4 homes\n" && same.errors.isEmpty)
                let renamed = try folder.write(
                    Fixtures.configText().replacing(#""id": "style""#, with: #""id": "shop""#),
                    to: "renamed.json"
                )
                let segments = try hearth(Self.words(old, renamed, store))
                #expect(segments.status == 0)
                #expect(segments.text.contains("segment style: only in the old config\n"))
                #expect(segments.text.contains("segment shop: only in the new config\n"))
                let json = try JSON(parsing: try hearth(Self.words(new, renamed, store) + ["--json"]).output)
                #expect(json["segments"]["removed"].array.map(\.string) == ["style"])
                #expect(json["segments"]["added"].array.map(\.string) == ["shop"])
            }
        }

        @Test func `loads the catalogue of each config's kinds`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let (old, _) = try Self.configs(in: folder)
                let kinds = "{" + #""kinds": {"cafe": {}},"#
                let new = try folder.write(
                    kinds + Fixtures.configText().drop { $0 != "{" }.dropFirst(),
                    to: "kinds.json"
                )
                #expect(try hearth(Self.words(old, new, store)).text == "no differences in 2 homes\n")
            }
        }

        @Test func `that is impossible reports the cause`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let (old, new) = try Self.configs(in: folder)
                let bad = try folder.write(#"{"title": "T", "segments": []}"#, to: "bad.json")
                let cases: [(words: [String], status: Int32, says: String)] = [
                    (Self.words(old, bad, store), 1, "bad.json has 1 error\n  segments: expected 1 to 20 segments"),
                    (Self.words(bad, new, store), 1, "bad.json has 1 error\n"),
                    (Self.words(old, new, folder.path("no.store")), 1, "there is no store at"),
                    (Self.words(old, new, store) + ["--user", "u1,"], 64, #"user is """#),
                    (
                        Self.words(old, new, store) + ["--users", "0"], 64,
                        #"--users is "0": expected a whole number from 1"#
                    ),
                    (["diff", old, new], 64, "width is missing"), (["diff", old], 64, "NEW is missing"),
                ]
                for (words, status, says) in cases {
                    let ended = try hearth(words)
                    #expect(ended.status == status, "\(words)")
                    #expect(ended.errors.contains(says), "\(words): \(ended.errors)")
                    #expect(ended.output.isEmpty, "\(words)")
                }
            }
        }
    }
}
