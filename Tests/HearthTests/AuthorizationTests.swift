import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `A server that requires tokens` {
        private static let issued = #""issuer":"https://id.example","audience":"hearth""#
        private static let place = "width=390&scale=3&lat=41.65&lon=-83.54"
        private static let search = #"{"price":{"max":6000000}}"#

        @Test func `gives each user the same home as a server that requires none`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let target = "/home?\(Self.place)&user=u1"
                let (unknown, open) = try withServer(on: store, in: folder) { server in
                    let unknown = try server.get(target)
                    #expect(try server.request("POST", "/users/u1/searches", body: Self.search).status == 204)
                    return (unknown, try server.get(target))
                }
                let auth = try folder.config(auth: Self.secretAuth(in: folder))
                try withServer(on: store, "--config", auth, in: folder) { server in
                    let client = try TestClient(port: server.port)
                    let token = try Token(for: "u1").field
                    let named = try client.request("GET", target, fields: token)
                    #expect(named.status == 200)
                    #expect(named.body == open.body)
                    #expect(named.fields["cache-control"]?.contains("private") == true)
                    let unnamed = try client.request("GET", "/home?\(Self.place)", fields: token)
                    #expect(unnamed.body == open.body, "the token names the user")
                    let widget = try client.request("GET", "/home/widgets/last-search?width=390", fields: token)
                    #expect(try widget.json.itemIDs == named.json.widget("last-search").itemIDs)

                    let other = try Token(for: "u2").field
                    let others = try client.request("GET", "/home?\(Self.place)", fields: other)
                    #expect(try others.json.widget("last-search").itemIDs == ["infoCard:no-search"])

                    let item = try #require(try named.json.widget("last-search").itemIDs.first)
                    let opened = #"{"items":["\#(item)"]}"#
                    #expect(try client.request("POST", "/users/u1/opened", body: opened, fields: token).status == 200)
                    #expect(
                        try client.request("POST", "/users/u1/searches", body: Self.search, fields: token).status == 204
                    )
                    #expect(try client.request("DELETE", "/users/u1", fields: token).status == 204)
                    // Until the model has forgotten the opened item, homes may show it as popular. Each request is of
                    // another user, since recommendations are remembered by user.
                    let items = try unknown.json.widgets.map(\.itemIDs)
                    var number = 2
                    try Child.wait("homes without the opened item") {
                        number += 1
                        let stranger = try Token(for: "u\(number)").field
                        let home = try TestClient(port: server.port)
                            .request("GET", "/home?\(Self.place)", fields: stranger)
                        return try home.json.widgets.map(\.itemIDs) == items ? () : nil
                    }
                    let forgotten = try client.request("GET", "/home?\(Self.place)", fields: token)
                    #expect(forgotten.body == unknown.body)
                }
            }
        }

        @Test func `refuses access to another user's data`() throws {
            try withAuthServer { server in
                let client = try TestClient(port: server.port)
                let token = try Token(for: "u1").field
                #expect(
                    try client.request("POST", "/users/u1/searches", body: Self.search, fields: token).status == 204
                )
                let before = try client.request("GET", "/home?\(Self.place)", fields: token)
                let requests: [(method: String, target: String, body: String?)] = [
                    ("GET", "/home?width=390&user=u1", nil), ("HEAD", "/home?width=390&user=u1", nil),
                    ("GET", "/home/widgets/last-search?width=390&user=u1", nil),
                    ("GET", "/home/widgets/no-such-widget?width=390&user=u1", nil),
                    ("GET", "/home?width=390&user=unknown", nil), ("POST", "/users/u1/searches", "{}"),
                    ("POST", "/users/u1/searches", "no JSON"),
                    ("POST", "/users/u1/opened", #"{"items":["listing:x"]}"#),
                    ("DELETE", "/users/u1", nil), ("DELETE", "/users/%75%31", nil), ("DELETE", "/users/unknown", nil),
                ]
                var bodies: Set<[UInt8]> = []
                for (method, target, body) in requests {
                    for subject in ["u2", "U1", "u", "u11"] {
                        let answer = try client.request(method, target, body: body, fields: Token(for: subject).field)
                        #expect(answer.status == 403, "\(method) \(target) of \(subject)")
                        #expect(answer.fields["www-authenticate"] == nil)
                        if method != "HEAD" { bodies.insert(answer.body) }
                    }
                }
                #expect(bodies.count == 1, "the error reveals nothing about the data")
                #expect(try bodies.first.map { try JSON(parsing: Data($0)) }?["error"]["code"].string == "forbidden")
                let revision = try #require(before.fields["etag"])
                let fields = try [Token(for: "u2").field, "If-None-Match: \(revision)"]
                let other = try client.request("GET", "/home?width=390&user=u1", fields: fields[0], fields[1])
                #expect(other.status == 403)
                #expect(try client.request("GET", "/home?\(Self.place)", fields: token).body == before.body)
            }
        }

        @Test func `refuses requests without a token, with the same error for every fault of one`() throws {
            try withAuthServer(expecting: "," + Self.issued) { server in
                let client = try TestClient(port: server.port)
                let good: [String: Any] = [
                    "sub": "u1", "exp": Token.now + 3600, "iss": "https://id.example", "aud": ["other", "hearth"],
                ]
                func changed(_ name: String, _ value: Any?) throws -> String {
                    var claims = good
                    claims[name] = value
                    return try Token(claims).field
                }
                let token = try Token(good)
                let target = "/home?width=390&user=u1"
                #expect(try client.request("GET", target, fields: token.field).status == 200)
                #expect(
                    try client.request("GET", target, fields: "authorization: bEARER   \(token.text)").status == 200
                )

                let unsigned = token.text.split(separator: ".").dropLast().joined(separator: ".")
                let none = Token.base64URL(Data(#"{"alg":"none"}"#.utf8))
                let payload = token.text.split(separator: ".")[1]
                let invalid = try [
                    "Authorization: Bearer", "Authorization: Bearer ", "Authorization: Bearer x",
                    "Authorization: Bearer ..", "Authorization: Bearer a b", "Authorization: Bearer \(unsigned)",
                    "Authorization: Bearer \(unsigned).", "Authorization: Bearer \(none).\(payload).",
                    "Authorization: Bearer \(token.text)x", "Authorization: Bearer \(token.text)=",
                    "Authorization: Bearer \(String(repeating: "x", count: 9_000))", "\(token.field), \(token.text)",
                    "\(token.field)\r\n\(token.field)", Token(good, header: #"{"alg":"none"}"#).field,
                    Token(good, header: #"{"alg":"HS512"}"#).field, Token(good, header: #"{"alg":"RS256"}"#).field,
                    Token(good, header: #"{"alg":"HS256","crit":["b64"],"b64":false}"#).field,
                    Token(good, secret: "another secret, which is as long").field, changed("exp", Token.now - 3600),
                    changed("exp", nil), changed("exp", "never"), changed("nbf", Token.now + 3600),
                    changed("iss", "https://id.example/"), changed("iss", nil), changed("aud", "other"),
                    changed("aud", nil), changed("sub", nil), changed("sub", ""), changed("sub", "two words"),
                    changed("sub", 1),
                ]
                var answers: [TestClient.Response] = []
                for field in invalid {
                    let answer = try client.request("GET", target, fields: field)
                    #expect(answer.status == 401, "\(field)")
                    answers.append(answer)
                }
                #expect(Set(answers.map(\.body)).count == 1)
                let challenges = Set(answers.map { $0.fields["www-authenticate"] })
                #expect(challenges.count == 1)
                #expect(challenges.first??.hasPrefix(#"Bearer realm="hearth", error="invalid_token""#) == true)

                for field in ["X-Nothing: at all", "Authorization: Basic dTE6dTE=", "Authorization: \(token.text)"] {
                    let answer = try client.request("GET", target, fields: field)
                    #expect(answer.status == 401, "\(field)")
                    #expect(answer.fields["www-authenticate"] == #"Bearer realm="hearth""#)
                    #expect(answer.body == answers[0].body)
                }
                let error = try answers[0].json
                #expect(error.keys == ["error"] && error["error"].keys == ["code", "message"])
                #expect(error["error"]["code"].string == "unauthorized")
                #expect(answers[0].fields["content-type"] == "application/json")
                #expect(answers[0].fields["cache-control"] == "no-store")
                let inQuery = try client.request("GET", "\(target)&access_token=\(token.text)")
                #expect(inQuery.status == 401)
            }
        }

        @Test func `counts and logs why it refuses requests`() throws {
            try withAuthServer(expecting: "," + Self.issued) { server in
                let good: [String: Any] = [
                    "sub": "u1", "exp": Token.now + 3600, "iss": "https://id.example", "aud": "hearth",
                ]
                func changed(_ name: String, _ value: Any?) throws -> String {
                    var claims = good
                    claims[name] = value
                    return try Token(claims).field
                }
                let header = #"{"alg":"HS256","crit":["b64"],"b64":false}"#
                let denied: [(field: String, target: String, cause: String)] = try [
                    ("X-Nothing: at all", "/home", "missing"), ("Authorization: Bearer x", "/home", "malformed"),
                    (Token(good, header: header).field, "/home", "unknown_extension"),
                    (Token(good, header: #"{"alg":"none"}"#).field, "/home", "wrong_algorithm"),
                    (Token(good, secret: String(Token.secret.reversed())).field, "/home", "bad_signature"),
                    (changed("exp", nil), "/home", "no_expiry"), (changed("exp", 0), "/home?user=u2", "expired"),
                    (changed("nbf", Token.now + 3600), "/home", "not_yet_valid"),
                    (changed("iss", nil), "/home", "wrong_issuer"), (changed("aud", "x"), "/home", "wrong_audience"),
                    (changed("sub", nil), "/home", "no_subject"), (changed("sub", "a b"), "/home", "no_subject"),
                    (changed("sub", "u2"), "/home?width=390&user=u1", "wrong_user"),
                ]
                func count(_ cause: String) throws -> Double? {
                    let exposition = try Exposition(server.get("/metrics").body)
                    return exposition.value("hearth_auth_failures_total", ["cause": cause])
                }
                let client = try TestClient(port: server.port)
                for cause in Set(denied.map(\.cause)) { #expect(try count(cause) == 0, "\(cause)") }
                for (index, (field, target, _)) in denied.enumerated() {
                    let answer = try client.request("GET", target, fields: field, "X-Request-Id: \(index)")
                    #expect([401, 403].contains(answer.status))
                }
                let token = try Token(good).field
                #expect(try client.request("GET", "/home?width=390", fields: token).status == 200)
                #expect(try client.request("GET", "/home", fields: token).status == 400)
                for cause in Set(denied.map(\.cause)) {
                    #expect(try count(cause) == Double(denied.count { $0.cause == cause }), "\(cause)")
                }
                #expect(try count("other") == 0)

                server.child.signal(SIGTERM)
                #expect(try server.child.wait() == 0)
                let lines = try server.child.output.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
                for (index, (_, _, cause)) in denied.enumerated() {
                    let line = try #require(lines.first { $0["requestId"].string == "\(index)" })
                    #expect(line["authFailure"].string == cause)
                    #expect(line["status"].int == (cause == "wrong_user" ? 403 : 401))
                }
                #expect(lines.count { $0["authFailure"].string != nil } == denied.count)
            }
        }

        @Test func `answers 401 to every request without a token, valid or not`() throws {
            try withAuthServer { server in
                let client = try TestClient(port: server.port)
                let requests: [(method: String, target: String, body: String?)] = [
                    ("GET", "/home?width=390", nil), ("GET", "/home", nil), ("GET", "/home?width=x&width=y", nil),
                    ("GET", "/home?%ff", nil), ("GET", "/home/widgets/none?width=390", nil),
                    ("GET", "/home?width=390&user=", nil), ("POST", "/users/u1/searches", "no JSON"),
                    ("POST", "/users/u%201/searches", "{}"), ("POST", "/users/u1/opened", #"{"items":["listing:x"]}"#),
                    ("DELETE", "/users/u%201", nil),
                ]
                for (method, target, body) in requests {
                    let answer = try client.request(method, target, body: body)
                    #expect(answer.status == 401, "\(method) \(target)")
                }
            }
        }

        @Test func `needs no token for health and metrics`() throws {
            try withAuthServer { server in
                for target in ["/healthz", "/readyz", "/metrics"] {
                    let status = try server.get(target).status
                    #expect(status == 200)
                }
            }
        }

        @Test func `takes the key that a token names from a key set`() throws {
            // The public key of RFC 7515, appendix A.3.
            let point =
                #""x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
            let k = Token.base64URL(Data(Token.secret.utf8))
            let keys = """
                {"keys":[{"kty":"EC","crv":"P-256","kid":"one",\(point)},{"kty":"oct","kid":"two","k":"\(k)"}]}
                """
            try withFolder { folder in
                _ = try folder.write(keys, to: "keys.json")
                let auth = try folder.config(auth: #"{"kind":"jwt","jwks":"keys.json",\#(Self.issued),"leeway":0}"#)
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--config", auth, in: folder) { server in
                    let client = try TestClient(port: server.port)
                    var claims: [String: Any] = [
                        "sub": "u1", "exp": Token.now + 3600, "iss": "https://id.example", "aud": "hearth",
                    ]
                    func status(_ header: String) throws -> Int {
                        let field = try Token(claims, header: header).field
                        return try client.request("GET", "/home?width=390", fields: field).status
                    }
                    #expect(try status(#"{"alg":"HS256","kid":"two"}"#) == 200)
                    #expect(try status(#"{"alg":"HS256"}"#) == 200)
                    #expect(try status(#"{"alg":"HS256","kid":"one"}"#) == 401)
                    #expect(try status(#"{"alg":"ES256","kid":"one"}"#) == 401)
                    #expect(try status(#"{"alg":"ES256","kid":"two"}"#) == 401)
                    #expect(try status(#"{"alg":"HS256","kid":"three"}"#) == 401)
                    claims["exp"] = Token.now - 1
                    #expect(try status(#"{"alg":"HS256","kid":"two"}"#) == 401, "there is no leeway")
                }
            }
        }

        private static func secretAuth(in folder: Folder, _ more: String = "") throws -> String {
            _ = try folder.write(Token.secret, to: "secret.key")
            return #"{"kind":"jwt","secret":"secret.key"\#(more)}"#
        }

        private func withAuthServer(expecting more: String = "", _ body: (RunningServer) throws -> Void) throws {
            try withFolder { folder in
                let config = try folder.config(auth: Self.secretAuth(in: folder, more))
                try withServer(on: try FixtureStore.copy(into: folder), "--config", config, in: folder, body)
            }
        }
    }

    @Suite struct `A config with authorization` {
        private static let wrong: [(auth: String, says: String)] = [
            (#""jwt""#, #"auth: expected an object"#), ("{}", #"auth: "kind" is missing"#),
            (#"{"kind":"jwr"}"#, #"auth.kind: unknown kind of auth "jwr"; did you mean "jwt"?"#),
            (#"{"kind":"jwt"}"#, #"auth: expected either "jwks" or "secret""#),
            (#"{"kind":"jwt","secret":"good.key","jwks":"good.json"}"#, #"auth: expected either "jwks" or "secret""#),
            (#"{"kind":"none","secret":"good.key"}"#, #"auth: unknown key "secret""#),
            (#"{"kind":"jwt","secret":7}"#, "auth.secret: expected a text"),
            (#"{"kind":"jwt","secret":""}"#, "auth.secret: expected a text that is not empty"),
            (#"{"kind":"jwt","secret":"no.key"}"#, "auth.secret: no.key cannot be read: No such file or directory"),
            (#"{"kind":"jwt","secret":"."}"#, "auth.secret: . cannot be read: "),
            (#"{"kind":"jwt","secret":"short.key"}"#, "auth.secret: short.key: the secret has 31 bytes: expected at"),
            (#"{"kind":"jwt","jwks":"short.key"}"#, "auth.jwks: short.key: the keys are not JSON: line 1"),
            (#"{"kind":"jwt","jwks":"none.json"}"#, "auth.jwks: none.json: keys: expected a key that verifies"),
            (#"{"kind":"jwt","jwks":"broken.json"}"#, "auth.jwks: broken.json: keys[1].k: expected bytes in base64url"),
            (#"{"kind":"jwt","secret":"good.key","issuer":""}"#, "auth.issuer: expected a text that is not empty"),
            (#"{"kind":"jwt","secret":"good.key","audience":["a"]}"#, "auth.audience: expected a text"),
            (#"{"kind":"jwt","secret":"good.key","isuer":"a"}"#, #"auth: unknown key "isuer"; did you mean "issuer"?"#),
            (#"{"kind":"jwt","secret":"good.key","leeway":301}"#, "auth.leeway: expected a whole number from 0 to 300"),
        ]

        @Test func `is reported by path and not served if it is invalid`() throws {
            try withFolder { folder in
                _ = try folder.write(Token.secret, to: "good.key")
                _ = try folder.write(String(Token.secret.dropLast()), to: "short.key")
                let k = Token.base64URL(Data(Token.secret.utf8))
                let good = #"{"kty":"oct","k":"\#(k)"}"#
                _ = try folder.write(#"{"keys":[\#(good)]}"#, to: "good.json")
                _ = try folder.write(#"{"keys":[\#(good),{"kty":"oct","k":"\#(k)="}]}"#, to: "broken.json")
                _ = try folder.write(#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}"#, to: "none.json")
                let store = try FixtureStore.copy(into: folder)
                for (auth, says) in Self.wrong {
                    let config = try folder.config(auth: auth)
                    let checked = try hearth("check", config)
                    #expect(checked.status == 1, "\(auth)")
                    #expect(checked.errors.contains("\n  \(says)"), "\(auth): \(checked.errors)")
                    #expect(checked.errors.hasPrefix("hearth: \(config) has 1 error\n"), "\(auth): \(checked.errors)")
                    #expect(!checked.errors.contains(k) && !checked.errors.contains(Token.secret.dropLast()))
                    let served = try hearth("serve", "--port", "0", "--store", store, "--config", config)
                    #expect(served.status == 1, "\(auth)")
                    #expect(served.errors.contains("\n  \(says)"), "\(auth): \(served.errors)")
                }
                for auth in [#"{"kind":"none"}"#, #"{"kind":"jwt","jwks":"good.json","issuer":"a","leeway":300}"#] {
                    #expect(try hearth("check", folder.config(auth: auth)).status == 0)
                }
            }
        }
    }
}
