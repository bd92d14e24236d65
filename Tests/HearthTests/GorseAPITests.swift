import Catalogue
import Glibc
import HTTPTestClient
import SQLiteStore
import Testing

extension `The program` {
    /// Guards the REST API of `hearth recommender`, which agrees with Gorse's.
    @Suite struct `Gorse's API` {
        /// The ids of a list with scores.
        private func ids(_ response: TestClient.Response) throws -> [String] {
            #expect(response.status == 200)
            return try response.json.array.compactMap { $0["Id"].string }
        }

        /// Runs `body` with a recommender on a copy of the fixtures' store, and the store's path.
        private func withRecommender(_ body: (RunningRecommender, TestClient, String) async throws -> Void) async throws
        {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let recommender = try RunningRecommender(on: store, in: folder)
                defer { recommender.child.kill() }
                try await body(recommender, TestClient(port: recommender.port), store)
            }
        }

        private static func event(
            _ user: String,
            _ item: String,
            type: String = "open",
            at time: String = "2024-02-29T23:59:59Z"
        ) -> String {
            #"{"FeedbackType":"\#(type)","UserId":"\#(user)","ItemId":"\#(item)","Timestamp":"\#(time)"}"#
        }

        // MARK: Lists

        @Test func `lists the latest items, all and by category`() async throws {
            try await withRecommender { recommender, client, _ in
                let all = try FixtureListing.newest { _ in true }
                #expect(try ids(client.request("GET", "/api/latest?n=30")) == Array(all.prefix(30)))
                #expect(try ids(client.request("GET", "/api/latest?n=10&offset=20")) == Array(all[20..<30]))
                #expect(try ids(client.request("GET", "/api/latest/")) == Array(all.prefix(10)))
                let shoes = try ids(client.request("GET", "/api/latest/shoes?n=100"))
                #expect(shoes.count == 15 && shoes.allSatisfy { $0.hasPrefix("product:") })
                #expect(try ids(client.request("GET", "/api/latest?n=100&category=shoes")) == shoes)
                #expect(try ids(client.request("GET", "/api/latest/nothing")).isEmpty)
                let first = try client.request("GET", "/api/latest?n=1").json.array.first
                #expect(first?["Score"].double.map { $0 > 800_000_000 } == true)

                recommender.child.signal(SIGTERM)
                #expect(try recommender.child.wait() == 0)
            }
        }

        @Test func `recommends items of all kinds, and lists neighbours of an item`() async throws {
            try await withRecommender { _, client, _ in
                let plain = try client.request("GET", "/api/recommend/u1?n=3").json.array.compactMap(\.string)
                let scored = try client.request("GET", "/api/recommend/u1?n=3", fields: "X-API-Version: 2").json.array
                #expect(plain.count == 3)
                #expect(scored.compactMap { $0["Id"].string } == plain)
                #expect(scored.allSatisfy { $0["Score"].double != nil })
                let many = try client.request("GET", "/api/recommend/u1?n=1000").json.array.compactMap(\.string)
                #expect(Array(many.prefix(3)) == plain)
                #expect(Set(many).count == many.count)
                #expect(Set(many.map { $0.prefix { $0 != ":" } }) == ["listing", "product"])
                let next = try client.request("GET", "/api/recommend/u1?n=5&offset=3").json.array.compactMap(\.string)
                #expect(next == Array(many[3..<8]))
                let shoes = try ids(client.request("GET", "/api/latest/shoes?n=100"))
                let recommended = try client.request("GET", "/api/recommend/u1/shoes").json.array.compactMap(\.string)
                #expect(recommended.count == 10 && Set(recommended).isSubset(of: shoes))

                let shoe = "/api/item/\(shoes[0])/neighbors"
                let neighbours = try ids(client.request("GET", "\(shoe)/?n=5"))
                #expect(neighbours.count == 5 && !neighbours.contains(shoes[0]))
                #expect(try ids(client.request("GET", "\(shoe)?n=3&offset=2")) == Array(neighbours[2...]))
                #expect(Set(try ids(client.request("GET", "\(shoe)/shoes"))).isSubset(of: shoes.dropFirst()))
                #expect(try ids(client.request("GET", "/api/item/product:nothing/neighbors/")).isEmpty)
                #expect(try ids(client.request("GET", "/api/item/nothing/neighbors/")).isEmpty)
            }
        }

        @Test(arguments: [
            ("latest?n=x", "n is \"x\""), ("popular?n=-1", "n is \"-1\""), ("latest?offset=1.5", "offset is \"1.5\""),
            ("latest?n=1&n=2", "n is given more than once"), ("popular/shoes?user-id=a%20b", "user-id is \"a b\""),
            ("recommend/a%20b", "user-id is \"a b\""),
        ]) func `rejects parameters by name`(_ target: String, _ message: String) async throws {
            try await withRecommender { _, client, _ in
                let answer = try client.request("GET", "/api/" + target)
                #expect(answer.status == 400)
                #expect(answer.fields["content-type"] == "text/plain; charset=utf-8")
                #expect(answer.text.hasPrefix(message), "\(answer.text)")
            }
        }

        @Test func `needs the key except for its health`() throws {
            try withFolder { folder in
                let key = try folder.write("secret\n", to: "key")
                let store = try FixtureStore.copy(into: folder)
                let recommender = try RunningRecommender(on: store, ["--api-key-file", key], in: folder)
                defer { recommender.child.kill() }
                let client = try TestClient(port: recommender.port)
                #expect(try client.request("GET", "/api/latest", fields: "X-API-Key: secret").status == 200)
                for field in ["X: y", "X-API-Key: secre", "X-API-Key: secret2"] {
                    for (method, target) in [("GET", "/api/latest"), ("DELETE", "/api/user/u1")] {
                        let answer = try client.request(method, target, fields: field)
                        #expect(answer.status == 401)
                        #expect(answer.text == "unauthorized")
                    }
                    #expect(try client.request("POST", "/api/feedback", body: "[]", fields: field).status == 401)
                }
                #expect(try client.request("GET", "/api/health/ready").json["Ready"].bool == true)
                #expect(try client.request("GET", "/api/health/live").json["Ready"].bool == true)
            }
        }

        // MARK: Writes

        @Test func `stores openings, and skips other events`() async throws {
            try await withRecommender { recommender, client, path in
                let store = try SQLiteStore(path: path, readers: 1)
                let users = try ["u1", "u2"].map { try #require(UserID($0)) }
                let body = [
                    Self.event("u1", "product:s1002", at: "2024-02-29T23:59:59.5+01:00"),
                    Self.event("u1", "product:s1001", at: "2024-02-29 12:00:00"),
                    Self.event("u2", "product:s1001", at: ""),
                    Self.event("u2", "product:s1001", type: "search"), Self.event("u2", "search:0123", type: "search"),
                    Self.event("u2", "product:nothing"), Self.event("u2", "product:s1004", at: "2999-01-01"),
                    #"{"FeedbackType":"read","UserId":"u2","ItemId":"product:s1007","Value":1,"Comment":"","Labels":{}}"#,
                ].joined(separator: ",")
                let start = Int64(time(nil))
                #expect(try client.request("POST", "/api/feedback", body: "[\(body)]").text == #"{"RowAffected":4}"#)
                let events = try await store.events(after: 0, limit: 10)
                let now = start...Int64(time(nil))
                #expect(events.map(\.user) == [users[0], users[0], users[1], users[1]])
                let items = ["s1001", "s1002", "s1001", "s1004"].map { CatalogueItem.ID(kind: "product", id: $0) }
                #expect(events.map(\.action) == items.map { .opened($0) })
                #expect(events.prefix(2).map(\.at) == [1_709_208_000, 1_709_247_599])
                #expect(events.dropFirst(2).allSatisfy { now.contains($0.at) })
                for (outcome, count) in [("stored", 4.0), ("other_type", 3), ("unknown_item", 1), ("own_store", 0)] {
                    #expect(try recommender.received(outcome) == count, "\(outcome)")
                }

                let popular = try Child.wait("the popular items") {
                    let list = try client.request("GET", "/api/popular").json.array
                    return list.count == 3 ? list : nil
                }
                #expect(popular[0]["Id"].string == "product:s1001" && popular[0]["Score"].double == 2)
                #expect(try ids(client.request("GET", "/api/non-personalized/popular")).count == 3)
                #expect(try ids(client.request("GET", "/api/non-personalized/other")).isEmpty)
                #expect(try ids(client.request("GET", "/api/popular/shirts?user-id=u3")) == ["product:s1001"])
                #expect(try ids(client.request("GET", "/api/popular?user-id=u1")) == ["product:s1004"])
                let recommended = try client.request("GET", "/api/recommend/u1?n=100").json.array.compactMap(\.string)
                #expect(recommended.first?.hasPrefix("product:") == true)
                #expect(!recommended.contains("product:s1001"))

                #expect(try client.request("DELETE", "/api/user/u1").text == #"{"RowAffected":1}"#)
                #expect(try client.request("DELETE", "/api/user/u1").text == #"{"RowAffected":0}"#)
                #expect(try client.request("DELETE", "/api/user/a%20b").status == 400)
                #expect(try await store.state(of: users[0]).record == .empty)
                #expect(try await store.state(of: users[1]).record.opened.count == 2)
            }
        }

        @Test func `ignores what a Hearth over the same store sends`() async throws {
            try await withRecommender { recommender, client, path in
                let store = try SQLiteStore(path: path, readers: 1)
                let history = String(store.itemVersion.history, radix: 16)
                let own = "X-Hearth-Store: " + String(repeating: "0", count: 16 - history.count) + history
                let body = "[\(Self.event("u1", "product:s1001"))]"
                #expect(
                    try client.request("PUT", "/api/feedback", body: body, fields: own).json["RowAffected"].int == 0
                )
                #expect(try recommender.received("own_store") == 1)
                #expect(try await store.events(after: 0, limit: 1).isEmpty)
                let other = "X-Hearth-Store: 0123456789abcdef"
                #expect(
                    try client.request("PUT", "/api/feedback", body: body, fields: other).json["RowAffected"].int == 1
                )
                #expect(try client.request("DELETE", "/api/user/u1", fields: own).json["RowAffected"].int == 0)
                #expect(try await store.events(after: 0, limit: 2).count == 1)
                #expect(try client.request("DELETE", "/api/user/u1", fields: other).json["RowAffected"].int == 1)
            }
        }

        @Test func `rejects malformed feedback as a whole, and names its fields`() async throws {
            try await withRecommender { _, client, path in
                let good = Self.event("u1", "product:s1001")
                func reject(_ body: String, _ message: String) throws {
                    let answer = try client.request("POST", "/api/feedback", body: body)
                    #expect(answer.status == 400)
                    #expect(answer.text.contains(message), "\(body): \(answer.text)")
                }
                for body in ["", "{", "[\(good)"] { try reject(body, "the body is not JSON: line 1") }
                for body in ["{}", "null", good] { try reject(body, "expected a list") }
                try reject("[\(good),{}]", #"[1]: "ItemId" is missing"#)
                for (old, new, message) in [
                    ("\"open\"", "\"\"", "[1].FeedbackType: expected a text that is not empty"),
                    ("u1", "u/1", "[1].UserId: expected 1 to 128 visible ASCII characters"),
                    ("\"u1\"", "1", "[1].UserId: expected a text"),
                    ("product:s1001", "s1001", "[1].ItemId: expected kind:id"),
                    ("2024-02-29", "2023-02-29", "[1].Timestamp: expected Unix seconds or ISO 8601"),
                    ("2024-02-29T23:59:59Z", "1709251199000", "[1].Timestamp: expected Unix seconds or ISO 8601"),
                    ("{", "{\"Value\":\"1\",", "[1].Value: expected a number"),
                    ("{", "{\"value\":1,", "unknown key \"value\"; did you mean \"Value\"?"),
                    (
                        "{", "{\"Comment\":\"\(String(repeating: "a", count: 4_097))\",",
                        "[1].Comment: expected at most 4096"
                    ),
                ] {
                    try reject("[\(good),\(good.replacing(old, with: new))]", message)
                }
                let many = Array(repeating: good, count: 1_001)
                try reject("[\(many.joined(separator: ","))]", "expected 0 to 1000 events")
                try reject("[\(Array(repeating: "1", count: 12).joined(separator: ","))]", "; and 2 more")
                let large = String(repeating: " ", count: 1 << 20) + "[]"
                #expect(try client.request("POST", "/api/feedback", body: large).status == 413)
                let store = try SQLiteStore(path: path, readers: 1)
                #expect(try await store.events(after: 0, limit: 1).isEmpty)
            }
        }
    }
}
