import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A web page of another origin` {
        private static let origin = "https://app.example.com"
        private static let searches = "/users/u1/searches"

        private static func config(_ cors: String) throws -> String {
            try Fixtures.configText().adding("\"cors\": \(cors)")
        }

        @Test func `changes nothing on a server without tokens`() throws {
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                for field in ["Origin: \(Self.origin)", "Origin: null", "Sec-Fetch-Site: cross-site"] {
                    // A simple request, which a page may send without a preflight.
                    let fields = "Content-Type: text/plain\r\n\(field)"
                    let answer = try client.request("POST", Self.searches, body: "{}", fields: fields)
                    #expect(answer.status == 403)
                    #expect(try answer.json["error"]["code"].string == "cross_origin")
                    #expect(try client.request("DELETE", "/users/u1", fields: field).status == 403)
                    let home = try client.request("GET", "/home?width=390&user=u1", fields: field)
                    #expect(home.status == 200)
                    #expect(home.fields["access-control-allow-origin"] == nil)
                }
                #expect(try server.home("/home?width=390&user=u1").widget("last-search")["state"].string == "empty")
                // As `curl -d` sends it.
                let fields = "Content-Type: application/x-www-form-urlencoded"
                #expect(try client.request("POST", Self.searches, body: "{}", fields: fields).status == 204)
            }
        }

        @Test func `may use the server if the config allows it`() throws {
            try withFixtureServer(config: Self.config(#"{"origins": ["\#(Self.origin)"]}"#)) { server in
                let client = try TestClient(port: server.port)
                let ours = "Origin: \(Self.origin)\r\nSec-Fetch-Site: cross-site"
                let asked = try client.request(
                    "OPTIONS",
                    Self.searches,
                    fields: ours + "\r\nAccess-Control-Request-Method: POST"
                )
                #expect(asked.status == 204)
                #expect(asked.fields["access-control-allow-origin"] == Self.origin)
                #expect(asked.fields["access-control-allow-methods"]?.contains("POST") == true)
                let accepted = asked.fields["access-control-allow-headers"] ?? ""
                for name in ["Authorization", "Content-Type", "If-None-Match"] { #expect(accepted.contains(name)) }
                #expect(try client.request("POST", Self.searches, body: "{}", fields: ours).status == 204)

                let home = try client.request("GET", "/home?width=390&user=u1&locale=en", fields: ours)
                #expect(home.status == 200)
                #expect(home.fields["vary"] == "Accept-Encoding, Origin")
                #expect(home.fields["access-control-expose-headers"]?.contains("ETag") == true)
                let tag = try #require(home.fields["etag"])
                let again = try client.request(
                    "GET",
                    "/home?width=390&user=u1&locale=en",
                    fields: "\(ours)\r\nIf-None-Match: \(tag)"
                )
                #expect(again.status == 304)
                #expect(again.fields["access-control-allow-origin"] == Self.origin)
                let wrong = try client.request("GET", "/home?width=1", fields: ours)
                #expect(wrong.status == 400)
                #expect(wrong.fields["access-control-allow-origin"] == Self.origin)

                let others = "Origin: https://app.example.com.evil.example\r\nSec-Fetch-Site: cross-site"
                #expect(try client.request("DELETE", "/users/u1", fields: others).status == 403)
            }
        }

        private static let wrong: [(cors: String, says: String)] = [
            ("[]", "cors: expected an object"), ("{}", #"cors: "origins" is missing"#),
            (#"{"origins": []}"#, "cors.origins: expected 1 to 100 origins"),
            (#"{"origins": ["*"]}"#, "cors.origins[0]: expected an origin as browsers send it"),
            (#"{"origins": ["https://a", "https://b/"]}"#, "cors.origins[1]: expected an origin as browsers send it"),
            (#"{"origins": ["https://a"], "methods": []}"#, #"cors: unknown key "methods""#),
        ]

        @Test func `is named exactly in the config`() throws {
            try withFolder { folder in
                for (cors, says) in Self.wrong {
                    let ended = try hearth("check", folder.write(Self.config(cors), to: "cors.json"))
                    #expect(ended.status == 1, "\(cors)")
                    #expect(ended.errors.contains("  \(says)"), "\(ended.errors)")
                }
            }
        }
    }
}
