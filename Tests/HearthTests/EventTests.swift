import Foundation
import Glibc
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A user's events` {
        private static let home = "/home?width=390&scale=3&user=u1&segment=style"

        private func post(_ server: RunningServer, _ body: String, to user: String = "u1") throws -> JSON {
            let target = "/users/\(user)/events"
            let answer = try server.request("POST", target, body: body)
            #expect(answer.status == 200)
            try expectContract(answer, "POST", target)
            return try answer.json
        }

        private func event(_ type: String, _ item: JSON) -> String {
            #"{"type": "\#(type)", "item": "\#(item.id ?? "")", "tracking": "\#(item["tracking"].string ?? "")"}"#
        }

        @Test func `take effect at once, and appear in what is kept of the user`() throws {
            let config = try Fixtures.configText()
                .replacing(#""layout": "HomeWidget"#, with: #""dismissItems": true, "layout": "HomeWidget"#)
            try withFixtureServer(config: config) { server in
                let items = try server.checkedHome(Self.home).widgets.flatMap(\.items)
                    .filter { $0.id?.hasPrefix("product:") == true }
                let events = [event("opened", items[0]), event("dismissed", items[1]), event("saved", items[2])]
                let shown = items.prefix(5).map { event("shown", $0) }
                let answer = try post(server, #"{"events": [\#((shown + events).joined(separator: ","))]}"#)
                #expect(answer["accepted"].int == 8 && answer["refused"].array.isEmpty)
                let after = try server.checkedHome(Self.home).widgets.flatMap(\.items).map(\.id)
                #expect(!after.contains(items[1].id))
                let kept = try server.get("/users/u1")
                try expectContract(kept, "GET", "/users/u1")
                let json = try kept.json
                #expect(json["opened"].array.map(\.string) == [items[0].id])
                #expect(json["dismissed"].array.map(\.string) == [items[1].id])
                #expect(json["saved"].array.map(\.string) == [items[2].id])
                #expect(Set(json["shown"].array.map { $0["item"].string }) == Set(items.prefix(5).map(\.id)))
                #expect(json["events"].array.map { $0["type"].string } == ["saved", "dismissed", "opened"])
                _ = try post(server, #"{"events": [{"type": "undo", "item": "\#(items[1].id ?? "")"}]}"#)
                let restored = try server.home(Self.home).widgets.flatMap(\.items).map(\.id)
                #expect(restored.contains(items[1].id))
            }
        }

        @Test func `are refused if they dismiss what cannot be dismissed`() throws {
            try withFixtureServer { server in
                let item = try #require(
                    server.home(Self.home).widgets.flatMap(\.items).first { $0.id?.hasPrefix("product:") == true }
                )
                let card = #"{"type": "dismissed", "item": "infoCard:how-it-works"}"#
                let undo = event("undo", item)
                let answer = try post(server, #"{"events": [\#(event("dismissed", item)), \#(card), \#(undo)]}"#)
                #expect(answer["accepted"].int == 1)
                #expect(answer["refused"].array.map { $0["code"].string } == ["not_dismissible", "not_dismissible"])
                let message = try #require(answer["refused"].array[0]["message"].string)
                #expect(message.contains(item.id ?? "?") && message.contains("of the widget"))
                #expect(try server.get("/users/u1").json["dismissed"].array.isEmpty)
            }
        }

        @Test func `are refused one by one`() throws {
            try withFixtureServer { server in
                let product = try #require(
                    server.home(Self.home).widgets.flatMap(\.items).first { $0.id?.hasPrefix("product:") == true }
                )
                let events = [
                    event("opened", product), #"{"type": "opend", "item": "\#(product.id ?? "")"}"#,
                    #"{"type": "opened", "item": "product:none"}"#, #"{"type": "shown", "item": "brand:none"}"#,
                    #"{"type": "saved", "item": "brand:none"}"#,
                    #"{"type": "shown", "item": "\#(product.id ?? "")", "tracking": "AbC"}"#, #"{"type": "dismissed"}"#,
                    "7",
                    #"{"type": "opened", "item": "\#(product.id ?? "")", "at": "yesterday"}"#,
                ]
                let answer = try post(server, #"{"id": "b1", "events": [\#(events.joined(separator: ","))]}"#)
                #expect(answer["accepted"].int == 1)
                #expect(answer["refused"].array.map { $0["index"].int } == Array(1...8))
                #expect(
                    answer["refused"].array.map { $0["code"].string } == [
                        "invalid_event", "unknown_item", "unknown_item", "invalid_event", "unknown_tracking",
                        "invalid_event", "invalid_event", "invalid_event",
                    ]
                )
                #expect(answer["refused"].array[0]["message"].string?.contains("did you mean") == true)
            }
        }

        /// A widget's token, see `Tracking`.
        private func token(_ texts: String...) -> String {
            var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0]
            for text in texts { bytes += [UInt8(text.utf8.count)] + Array(text.utf8) }
            return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }

        @Test func `count without a widget or an experiment that is gone, and are named`() throws {
            try withFixtureServer { server in
                let home = try server.home(Self.home)
                let widget = try #require(home.widgets.first?.id)
                let tokens = [
                    token("style", "gone") + ".3.items", token("gone", widget), token("style", widget),
                    token("style", widget, "gone", "a") + ".0",
                ]
                let events = zip(["s1001", "s1002", "s1004", "s1007"], tokens).map { item, token in
                    #"{"type": "opened", "item": "product:\#(item)", "tracking": "\#(token)"}"#
                }
                let undo = #"{"type": "undo", "tracking": "\#(token("style", "gone"))"}"#
                let answer = try post(server, #"{"events": [\#((events + [undo]).joined(separator: ","))]}"#)
                #expect(answer["accepted"].int == 4 && answer["untracked"].array.map(\.int) == [0, 1, 3])
                #expect(answer["refused"].array.map { $0["index"].int } == [4])
                #expect(answer["refused"].array.map { $0["code"].string } == ["unknown_tracking"])
                let kept = try server.get("/users/u1").json
                #expect(kept["opened"].array.count == 4)
                // The widget that is left counts.
                #expect(kept["widgetVisits"].array.map { $0["widget"].string } == [widget])
                #expect(try post(server, #"{"events": [\#(events[2])]}"#)["untracked"].array.isEmpty)
            }
        }

        @Test func `are ordered by their times, not by their arrival`() throws {
            try withFixtureServer { server in
                func event(_ type: String, _ item: String, _ time: String?) -> String {
                    let at = time.map { #", "at": "2026-01-01T\#($0):00Z""# } ?? ""
                    return #"{"type": "\#(type)", "item": "product:\#(item)"\#(at)}"#
                }
                func send(_ events: String...) throws {
                    _ = try post(server, #"{"events": [\#(events.joined(separator: ","))]}"#)
                }
                try send(event("opened", "s1001", nil), event("saved", "s1001", nil), event("dismissed", "s1007", nil))
                try send(
                    event("opened", "s1002", "11:00"),
                    event("opened", "s1004", "10:00"),
                    event("unsaved", "s1001", "12:00"),
                    event("undo", "s1007", "12:00"),
                    event("saved", "s1002", "09:00"),
                    event("unsaved", "s1002", "08:00")
                )
                let kept = try server.get("/users/u1").json
                #expect(kept["opened"].array.map(\.string) == ["product:s1001", "product:s1002", "product:s1004"])
                #expect(kept["saved"].array.map(\.string) == ["product:s1001", "product:s1002"])
                #expect(kept["dismissed"].array.map(\.string) == ["product:s1007"])
            }
        }

        @Test(arguments: [
            #"{"events": []}"#, #"{"event": []}"#, #"{"id": "a/b", "events": [{}]}"#, "[]",
            #"{"events": [\#([String](repeating: "{}", count: 501).joined(separator: ","))]}"#,
        ])
        func `that are no batch are an error`(body: String) throws {
            try withFixtureServer { server in
                let answer = try server.request("POST", "/users/u1/events", body: body)
                #expect(answer.status == 400)
                try expectContract(answer, "POST", "/users/u1/events")
            }
        }

        @Test func `of a repeated batch have no effect, also after the worker was killed`() throws {
            try withFixtureServer { server in
                let body = #"{"id": "b1", "events": [{"type": "shown", "item": "product:s1001"}]}"#
                #expect(try post(server, body)["accepted"].int == 1)
                #expect(try post(server, body)["repeated"].bool == true)
                let worker = try server.worker()
                kill(worker, SIGKILL)
                try Child.wait("another worker") {
                    let isReady = (try? TestClient(port: server.port).request("GET", "/readyz").status) == 200
                    return try isReady && server.worker() != worker ? () : nil
                }
                func send(_ method: String, _ target: String, _ body: String? = nil) throws -> JSON {
                    try TestClient(port: server.port).request(method, target, body: body).json
                }
                let answer = try send("POST", "/users/u1/events", body)
                #expect(answer["accepted"].int == 0 && answer["repeated"].bool == true)
                #expect(try send("POST", "/users/u2/events", body)["accepted"].int == 1)
                #expect(try send("GET", "/users/u1")["shown"].array.map { $0["shown"].int } == [1])
            }
        }

        @Test func `later than the clock happen at their arrival`() throws {
            try withFixtureServer { server in
                let body = #"{"events": [{"type": "shown", "item": "product:s1001", "at": "2999-01-01T00:00:00Z"}]}"#
                #expect(try post(server, body)["accepted"].int == 1)
                let shown = try server.get("/users/u1").json["shown"].array
                #expect(shown[0]["lastShown"].string?.hasPrefix("2999") == false)
            }
        }

        @Test func `are forgotten with the user`() throws {
            try withFixtureServer { server in
                _ = try post(server, #"{"events": [{"type": "opened", "item": "product:s1001"}]}"#)
                let before = try server.get("/users/u2").body
                #expect(try server.request("DELETE", "/users/u1").status == 204)
                let empty = try server.get("/users/u1").json
                #expect(empty["opened"].array.isEmpty && empty["shown"].array.isEmpty && empty["events"].array.isEmpty)
                #expect(try server.get("/users/u2").body == before)
            }
        }

        @Test func `arrange the widgets`() throws {
            try withFixtureServer { server in
                let ids = try server.home(Self.home).widgets.map(\.id)
                let last = try #require(ids.last ?? nil)
                func put(_ body: String) throws -> Int {
                    let answer = try server.request("PUT", "/users/u1/widgets", body: body)
                    try expectContract(answer, "PUT", "/users/u1/widgets")
                    return answer.status
                }
                #expect(
                    try put(#"{"segment": "style", "hidden": ["\#(ids[0] ?? "")"], "pinned": ["\#(last)"]}"#) == 204
                )
                let arranged = try server.checkedHome(Self.home).widgets.map(\.id)
                #expect(arranged.first == last && !arranged.contains(ids[0]))
                #expect(try put(#"{"segment": "none"}"#) == 400)
                #expect(try put(#"{"segment": "style", "hidden": ["none"]}"#) == 400)
                #expect(try put(#"{"segment": "style", "order": ["\#(last)", "\#(last)"]}"#) == 400)
                #expect(try put(#"{"segment": "style"}"#) == 204)
                #expect(try server.home(Self.home).widgets.map(\.id) == ids)
            }
        }
    }
}
