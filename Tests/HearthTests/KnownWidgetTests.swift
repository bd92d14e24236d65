import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A home that a client has in part` {
        /// Users of different histories: what they have sent before. Numbers stand for items of the home.
        private static let users: [(name: String, requests: [(method: String, path: String, body: String)])] = [
            ("newcomer", []),
            ("searcher", [("POST", "searches", #"{"market": "toledo"}"#)]),
            ("reader", [("POST", "opened", #"{"items": ["$0", "$1"]}"#)]),
            (
                "collector",
                [
                    ("POST", "searches", #"{"types": ["house"]}"#),
                    ("POST", "events", #"{"id": "b", "events": [{"type": "saved", "item": "$3"}]}"#),
                ]
            ),
            ("device:4f", [("POST", "opened", #"{"items": ["$2", "$4", "$5"]}"#)]),
        ]

        private static func target(_ user: String, _ segment: String = "homes") -> String {
            "/home?width=390&scale=3&lat=41.65&lon=-83.54&segment=\(segment)&user=\(user)"
        }

        /// Calls `body` with the target of each user's homes.
        private static func forEachHome(_ body: (RunningServer, String) throws -> Void) throws {
            try withFixtureServer { server in
                let items = try opened(of: server.home(target("nobody")))
                for user in users {
                    for request in user.requests {
                        let path = "/users/\(user.name)/\(request.path)"
                        let body = items.enumerated().reduce(request.body) {
                            $0.replacing("$\($1.offset)", with: $1.element)
                        }
                        #expect(try server.request(request.method, path, body: body).status < 300, "\(path)")
                    }
                    for segment in ["homes", "style"] { try body(server, target(user.name, segment)) }
                }
            }
        }

        private static func opened(of home: JSON) -> [String] {
            home.widgets.flatMap(\.items).filter { ["listing", "product"].contains($0["kind"].string) }.compactMap(\.id)
        }

        private static func document(_ target: String, _ server: RunningServer) throws -> HomeInPart {
            let response = try server.get(target)
            #expect(response.status == 200, "\(response.text)")
            return try HomeInPart(Data(response.body))
        }

        /// The home at `target`, and what `answer` says while that home stays the same: between two requests, the
        /// server may learn from events.
        private static func steady<Answer>(
            _ target: String,
            _ server: RunningServer,
            _ answer: (HomeInPart) throws -> Answer
        ) throws -> (whole: HomeInPart, answer: Answer) {
            var whole = try document(target, server)
            for _ in 1...5 {
                let answer = try answer(whole)
                let after = try document(target, server)
                if after.data == whole.data { return (whole, answer) }
                whole = after
            }
            throw TestClient.Failure(reason: "\(target) has changed five times")
        }

        @Test func `has under 15% of its bytes if nothing has changed, and the client restores all of them`() throws {
            try Self.forEachHome { server, target in
                let (whole, part) = try Self.steady(target, server) { whole in
                    try Self.document(target + "&known=" + whole.known, server)
                }
                #expect(
                    part.data.count * 100 < whole.data.count * 15,
                    "\(target): \(part.data.count) of \(whole.data.count)"
                )
                #expect(try part.completed(from: whole) == whole.json)
            }
        }

        @Test func `has the widgets in full that an opened item changed, and no other`() throws {
            try Self.forEachHome { server, target in
                let old = try Self.document(target, server)
                let before = old.json
                let item = try #require(Self.opened(of: before).first)
                let user = try #require(target.split(separator: "=").last)
                let body = #"{"items": ["\#(item)"]}"#
                #expect(try server.request("POST", "/users/\(user)/opened", body: body).status == 200)

                let (whole, part) = try Self.steady(target, server) { _ in
                    try server.checkedHome(target + "&known=" + old.known)
                }
                let after = whole.json
                let revisions = Dictionary(uniqueKeysWithValues: before.widgets.map { ($0.id, $0["contentRevision"]) })
                for (widget, whole) in zip(part.widgets, after.widgets) {
                    let isUnchanged = revisions[whole.id] == whole["contentRevision"]
                    #expect(widget.id == whole.id)
                    #expect(
                        isUnchanged ? widget["state"].string == "unchanged" : widget == whole,
                        "\(widget.id) of \(target)"
                    )
                }
                #expect(part.widgets.contains { $0["state"].string == "unchanged" }, "\(target)")
                #expect(part["revision"] == after["revision"])
                let (home, restored) = try Self.steady(target, server) { _ in
                    try Self.document(target + "&known=" + old.known, server).completed(from: old)
                }
                #expect(restored == home.json, "\(target)")
            }
        }

        @Test func `is the same for a list in the body`() throws {
            try Self.forEachHome { server, target in
                let (_, answers) = try Self.steady(target, server) { whole in
                    let widgets = whole.known.split(separator: ",").map { widget in
                        let parts = widget.split(separator: ":")
                        return #""\#(parts[0])": "\#(parts[1])""#
                    }
                    let body = "{\"known\": {\(widgets.joined(separator: ", "))}}"
                    return try (
                        post: server.request("POST", target, body: body),
                        get: server.get(target + "&known=" + whole.known)
                    )
                }
                #expect(answers.post.status == 200)
                #expect(answers.post.fields["etag"] == nil && answers.post.fields["cache-control"] == "no-store")
                #expect(answers.post.body == answers.get.body)
            }
        }

        @Test func `has the same ETag as the whole home, and is compressed`() throws {
            try withFixtureServer { server in
                let target = Self.target("u1")
                let whole = try server.get(target)
                let known = try HomeInPart(Data(whole.body)).known
                #expect(try server.get(target + "&known=" + known).fields["etag"] == whole.fields["etag"])
                let client = try TestClient(port: server.port)
                let tag = try #require(whole.fields["etag"])
                let again = try client.request("GET", target + "&known=" + known, fields: "If-None-Match: \(tag)")
                #expect(again.status == 304)
                let gzipped = try client.request("GET", target + "&known=" + known, fields: "Accept-Encoding: gzip")
                #expect(gzipped.fields["content-encoding"] == "gzip")
            }
        }

        @Test func `is whole if the client knows other widgets or other contents`() throws {
            try withFixtureServer { server in
                let target = Self.target("u1")
                let whole = try server.get(target).body
                for known in ["", "last-search:0123456789abcdef", "nothing:0123456789abcdef,nearby:fedcba9876543210"] {
                    #expect(try server.get(target + "&known=" + known).body == whole)
                }
                #expect(try server.request("POST", target, body: #"{"known": {}}"#).body == whole)
            }
        }

        @Test(arguments: [
            "nearby", "nearby:", ":0123456789abcdef", "nearby:0123456789ABCDEF", "nearby:0123456789abcde",
        ])
        func `is refused for a list that is none`(known: String) throws {
            try withFixtureServer { server in
                let answer = try server.get(Self.target("u1") + "&known=" + known)
                #expect(answer.status == 400)
                #expect(answer.text.contains("invalid_parameter") && answer.text.contains("known is"), "\(answer.text)")
            }
        }

        @Test(arguments: [
            ("{", "not JSON"), ("{}", "known"), (#"{"known": []}"#, "expected an object"),
            (#"{"known": {"nearby": 7}}"#, "known.nearby"), (#"{"known": {"nearby": "7"}}"#, "contentRevision"),
            (#"{"known": {}, "more": 1}"#, "more"),
        ])
        func `is refused for a body that is no list`(body: String, reason: String) throws {
            try withFixtureServer { server in
                let answer = try server.request("POST", Self.target("u1"), body: body)
                #expect(answer.status == 400)
                #expect(answer.text.contains(reason), "\(answer.text)")
            }
        }
    }
}

/// A home of which the server sends only the widgets that have changed.
private struct HomeInPart {
    let data: Data
    let json: JSON

    init(_ data: Data) throws {
        self.data = data
        json = try JSON(parsing: data)
    }

    /// The widgets as the value of the parameter `known`.
    var known: String {
        json.widgets.compactMap { widget in
            widget["contentRevision"].string.flatMap { revision in widget.id.map { "\($0):\(revision)" } }
        }.joined(separator: ",")
    }

    /// The whole home: each unchanged widget is the one in `old`, at its new position.
    func completed(from old: HomeInPart) throws -> JSON {
        var home = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let former = try #require(JSONSerialization.jsonObject(with: old.data) as? [String: Any])
        func widgets(_ home: [String: Any]) -> [[String: Any]] { home["homeWidgets"] as? [[String: Any]] ?? [] }
        home["homeWidgets"] = try widgets(home).map { widget in
            guard widget["state"] as? String == "unchanged" else { return widget }
            #expect(Set(widget.keys) == ["id", "state", "position"])
            var whole = try #require(widgets(former).first { $0["id"] as? String == widget["id"] as? String })
            whole["position"] = widget["position"]
            return whole
        }
        return try JSON(parsing: JSONSerialization.data(withJSONObject: home))
    }
}
