import HTTPTestClient
import Testing

extension `The program` {
    /// Guards `explain=1`: its content, and that the config must allow it.
    @Suite struct `A server asked for explanations` {
        private static let query = "?width=390&scale=3&lat=41.65&lon=-83.54"

        @Test func `explains a home and a single widget if its config allows it`() throws {
            let all = try Fixtures.widgets(of: "homes").map(\.id)
            try withFixtureServer(config: Fixtures.configText().adding(#""explain": true"#)) { server in
                for target in ["/home", "/home/widgets/nearby"].map({ $0 + Self.query }) {
                    let plain = try server.get(target)
                    #expect(try plain.json["explain"].isMissing)
                    let answer = try server.get(target + "&explain=1")
                    #expect(answer.status == 200)
                    // An explanation is only valid now, and must not be cached.
                    #expect(answer.fields["etag"] == nil && answer.fields["cache-control"] == "no-store")
                    let document = try answer.json
                    let added = try document.keys.subtracting(plain.json.keys)
                    #expect(added == ["explain"])
                    let widgets = document["explain"]["widgets"].array
                    let nearby = try #require(widgets.first { $0.id == "nearby" })
                    #expect(widgets.map(\.id) == (document["homeWidgets"].isMissing ? ["nearby"] : all))
                    #expect(nearby["state"].string == "loaded" && nearby["items"]["shown"].int == 20)
                    #expect(nearby["loads"].array.map { $0["source"].string } == ["nearby"])
                }
            }
        }

        @Test func `refuses if its config does not allow it`() throws {
            try withFixtureServer { server in
                for target in ["/home", "/home/widgets/nearby", "/home/widgets/none"].map({ $0 + Self.query }) {
                    let answer = try server.get(target + "&explain=1")
                    #expect(answer.status == 403)
                    let error = try answer.json["error"]
                    #expect(error["code"].string == "explain_forbidden" && error["parameter"].string == "explain")
                    #expect(try server.get(target + "&explain=0").status == (target.contains("none") ? 404 : 200))
                }
            }
        }
    }
}
