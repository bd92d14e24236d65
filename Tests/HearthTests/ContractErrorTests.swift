import Contract
import DatabaseServer
import Foundation
import HTTPServer
import HTTPTestClient
import JSON
import Testing

@testable import hearth

extension `The program` {
    /// Guards that every error in the contract can be provoked and matches the contract.
    @Suite struct `An error checked against the contract` {
        /// Each test's subject with the codes that it provokes.
        private static let provoked: [String: Set<String>] = [
            "wrong requests": Set(requests.map(\.code)), "slow requests": ["request_timeout"],
            "cursors": ["invalid_cursor", "outdated_cursor", "invalid_shown"], "tokens": ["unauthorized", "forbidden"],
            "mistakes": ["internal_error"], "load": ["overloaded", "handler_timeout"],
            "the store": ["store_busy", "store_corrupt", "store_full", "store_missing", "store_replaced"],
            "a database": Set(databaseFailures.map(\.code)), "sources": ["source_unavailable"],
            // See `The catalogue of a server`, `An internal error` and `Restaurants that the config declares`.
            "the catalogue": ["catalogue_loading", "catalogue_too_large"], "items": ["unknown_item"],
        ]

        @Test func `has a code and status of the contract, and the contract has no other`() throws {
            let contract = try Contract.repository.get()
            var codes: [String: Int] = [:]
            for error in Self.requestErrors { codes[error.code] = Int(error.status.rawValue) }
            for code in ErrorResponse.Code.allCases {
                codes[code.rawValue] = Int(ErrorResponse(code, "").status.rawValue)
            }
            #expect(codes == contract.statuses)
            let provoked = Self.provoked.values.reduce(into: Set<String>()) { $0.formUnion($1) }
            #expect(provoked == Set(contract.statuses.keys))
        }

        /// One request error of each kind.
        private static let requestErrors: [RequestError] = [
            .malformed(""), .undecodable(parameter: ""), .repeated(parameter: ""), .tooManyParameters(limit: 0),
            .crossOrigin, .notFound, .methodNotAllowed(allowed: []),
            .headTimedOut, .bodyTimedOut, .lengthRequired, .preconditionFailed, .bodyTooLarge(limit: 0),
            .targetTooLong(limit: 0),
            .unsupportedContentCoding(""), .expectationFailed, .misdirected, .headTooLarge(bytes: 0, fields: 0),
            .notImplemented(""),
            .overloaded, .handlerTimedOut, .versionNotSupported,
        ]

        private static let host = "Host: localhost\r\n"
        private static let requests: [(code: String, request: String)] = [
            ("malformed_request", "GET /home HTTP/1.1\r\n\r\n"),
            ("malformed_request", "GET /home%ff HTTP/1.1\r\n\(host)\r\n"),
            ("missing_parameter", "GET /home HTTP/1.1\r\n\(host)\r\n"),
            ("missing_parameter", "GET /home/widgets/nearby?width=390&lat=1 HTTP/1.1\r\n\(host)\r\n"),
            ("invalid_parameter", "GET /home?width=19 HTTP/1.1\r\n\(host)\r\n"),
            ("invalid_parameter", "DELETE /users/%ff HTTP/1.1\r\n\(host)\r\n"),
            ("repeated_parameter", "GET /home?width=390&width=390 HTTP/1.1\r\n\(host)\r\n"),
            (
                "too_many_parameters",
                "GET /home?\((0...100).map { "p\($0)=" }.joined(separator: "&")) HTTP/1.1\r\n\(host)\r\n"
            ),
            ("malformed_body", "POST /users/u1/searches HTTP/1.1\r\n\(host)Content-Length: 1\r\n\r\n{"),
            ("invalid_body", "POST /users/u1/opened HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{}"),
            ("explain_forbidden", "GET /home?width=390&explain=1 HTTP/1.1\r\n\(host)\r\n"),
            ("cross_origin", "DELETE /users/u1 HTTP/1.1\r\n\(host)Sec-Fetch-Site: cross-site\r\n\r\n"),
            ("misdirected_request", "GET /home?width=390 HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
            ("not_found", "GET /nowhere HTTP/1.1\r\n\(host)\r\n"),
            ("unknown_widget", "GET /home/widgets/none?width=390 HTTP/1.1\r\n\(host)\r\n"),
            (
                "unknown_market",
                "POST /users/u1/searches HTTP/1.1\r\n\(host)Content-Length: 23\r\n\r\n{\"market\": \"nowhere-1\"}"
            ),
            ("method_not_allowed", "DELETE /home HTTP/1.1\r\n\(host)\r\n"),
            ("length_required", "POST /users/u1/searches HTTP/1.1\r\n\(host)\r\n"),
            ("precondition_failed", "GET /home?width=390 HTTP/1.1\r\n\(host)If-Match: \"x\"\r\n\r\n"),
            ("precondition_failed", "GET /healthz HTTP/1.1\r\n\(host)If-Match: \"x\"\r\n\r\n"),
            ("payload_too_large", "POST /users/u1/searches HTTP/1.1\r\n\(host)Content-Length: 65537\r\n\r\n"),
            ("uri_too_long", "GET /\(String(repeating: "x", count: 9_000)) HTTP/1.1\r\n\(host)\r\n"),
            (
                "unsupported_content_coding",
                "POST /users/u1/searches HTTP/1.1\r\n\(host)Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"
            ),
            ("expectation_failed", "GET /home?width=390 HTTP/1.1\r\n\(host)Expect: miracles\r\n\r\n"),
            (
                "header_fields_too_large",
                "GET /home HTTP/1.1\r\n\(host)X: \(String(repeating: "x", count: 20_000))\r\n\r\n"
            ),
            ("not_implemented", "BREW /home HTTP/1.1\r\n\(host)\r\n"),
            ("version_not_supported", "GET /home HTTP/3.0\r\n\(host)\r\n"),
        ]

        @Test func `matches it for an invalid request`() throws {
            try withFixtureServer { server in
                for (code, request) in Self.requests {
                    try Self.expect(TestClient(port: server.port).exchange(request), code, request)
                }
            }
        }

        @Test func `matches it for a request that arrives too slowly`() throws {
            try withFixtureServer("--header-timeout=1") { server in
                let request = "GET /home?width=390 HTTP/1.1\r\n"
                try Self.expect(TestClient(port: server.port).exchange(request), "request_timeout", request)
            }
        }

        @Test func `matches it for a cursor that does not fit`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let href = try withServer(on: store, in: folder) { server in
                    let home = try server.home("/home?width=390&lat=41.65&lon=-83.54")
                    let href = try #require(home.widget("nearby")["loadMore"]["href"].string)
                    let others = href.replacing("cursor=", with: "cursor=A")
                    try Self.expect(server.get(others), "invalid_cursor", "GET \(others) ")
                    let shown = href + "&shown=A" + (try #require(home["shown"].string))
                    try Self.expect(server.get(shown), "invalid_shown", "GET \(shown) ")
                    return href
                }
                let config = try Fixtures.configText().replacing(#""radius": 10000"#, with: #""radius": 30000"#)
                try withServer(on: store, "--config", folder.write(config, to: "home.json"), in: folder) { server in
                    try Self.expect(server.get(href), "outdated_cursor", "GET \(href) ")
                }
            }
        }

        @Test func `matches it for an invalid token, and for another user's`() throws {
            try withFolder { folder in
                _ = try folder.write(Token.secret, to: "secret.key")
                let config = try folder.config(auth: #"{"kind":"jwt","secret":"secret.key"}"#)
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    let client = try TestClient(port: server.port)
                    let target = "/home?width=390&user=u1"
                    for field in ["X-None: at all", "Authorization: Bearer x"] {
                        try Self.expect(client.request("GET", target, fields: field), "unauthorized", "GET \(target) ")
                    }
                    let other = try Token(for: "u2").field
                    try Self.expect(client.request("GET", target, fields: other), "forbidden", "GET \(target) ")
                    let deleted = try client.request("DELETE", "/users/u1", fields: other)
                    try Self.expect(deleted, "forbidden", "DELETE /users/u1 ")
                }
            }
        }

        @Test func `matches it for an overloaded server`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--max-connections=1", in: folder) { server in
                    let client = try TestClient(port: server.port)
                    #expect(try client.request("GET", "/healthz").status == 200)
                    try Self.expect(TestClient(port: server.port).exchange(""), "overloaded", "GET /home ")
                }
                try withServer(on: store, "--handler-timeout=1", in: folder) { server in
                    let lock = try StoreLock(store)
                    defer { lock.release() }
                    let answer = try server.request("POST", "/users/u1/searches", body: "{}")
                    try Self.expect(answer, "handler_timeout", "POST /users/u1/searches ")
                }
            }
        }

        @Test func `matches it for a store that is busy, full or damaged`() throws {
            try withFixtureServer("--handler-timeout=120") { server in
                let lock = try StoreLock(server.store)
                let answer = try server.request("POST", "/users/u1/searches", body: "{}")
                try Self.expect(answer, "store_busy", "POST /users/u1/searches ")
                lock.release()
                try server.fillDisk(of: server.store)
                let search = #"{"market":"toledo"}"#
                let refused = try server.request("POST", "/users/u1/searches", body: search)
                try Self.expect(refused, "store_full", "POST /users/u1/searches ")
                try server.clearDisk()
                // Truncate the file to its beginning.
                let file = try FileHandle(forUpdating: URL(fileURLWithPath: server.store))
                let size = try file.seekToEnd()
                try file.seek(toOffset: 4096)
                try file.write(contentsOf: Data(repeating: 0xff, count: Int(size) - 4096))
                try file.close()
                // The server may have the beginning of the users' table in memory, but not that of the events' index.
                try Self.expect(server.get("/users/unknown"), "store_corrupt", "GET /users/unknown ")
            }
        }

        @Test func `matches it for a store that was removed or replaced`() throws {
            try withFixtureServer { server in
                try FileManager.default.removeItem(atPath: server.store)
                let removed = try server.request("POST", "/users/u1/searches", body: "{}")
                try Self.expect(removed, "store_missing", "POST /users/u1/searches ")
                // A file that is not a store is never opened in its place.
                try Data().write(to: URL(fileURLWithPath: server.store))
                let replaced = try server.request("POST", "/users/u1/searches", body: "{}")
                try Self.expect(replaced, "store_replaced", "POST /users/u1/searches ")
            }
        }

        private static let databaseFailures = [
            (code: "store_read_only", state: "25006"), (code: "store_io_error", state: "58030"),
            (code: "store_unavailable", state: "55006"),
        ]

        @Test(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"))
        func `matches it for a database that fails`() throws {
            try withFolder { folder in
                let databases = try DatabaseServer.shared
                let database = try databases.makeDatabase()
                try withServer(on: databases.address(of: database), in: folder) { server in
                    for (code, state) in Self.databaseFailures {
                        try databases.refuseSearches(of: database, state: state, saying: "no")
                        let answer = try server.request("POST", "/users/u1/searches", body: "{}")
                        try Self.expect(answer, code, "POST /users/u1/searches ")
                        try databases.acceptSearches(of: database)
                    }
                }
            }
        }

        @Test func `matches it for a failing source that a home requires`() throws {
            try withFolder { folder in
                let service = try ScriptedGorse()
                defer { service.stop() }
                try service.setMode(.stopped)
                let config = """
                    {
                        "title": "Home",
                        "segments": [{ "id": "homes", "title": "Homes", "widgets": [{
                            "id": "recommendations",
                            "layout": "HomeWidgetFullWidth",
                            "source": { "kind": "recommendations", "failure": "essential" }
                        }]}]
                    }
                    """
                try withServer(asking: service.port, config: folder.write(config, to: "home.json"), in: folder) {
                    server in
                    let target = "/home?width=390&budget=60000"
                    try Self.expect(server.get(target), "source_unavailable", "GET \(target) ")
                }
            }
        }

        /// Checks an error against the contract: against the error's own operation, or for unknown routes against the
        /// general error schema.
        private static func expect(
            _ answer: TestClient.Response,
            _ code: String,
            _ request: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let contract = try Contract.repository.get()
            let words = request.split(separator: " ")
            let said = Comment(rawValue: "\(code): \(request.prefix(60))")
            #expect(answer.status == contract.statuses[code], said, sourceLocation: sourceLocation)
            #expect(try answer.json["error"]["code"].string == code, said, sourceLocation: sourceLocation)
            let operation = contract.operation(String(words[0]), String(words[1]))
            if let operation {
                let faults = try contract.faults(of: Contract.Response(answer), to: operation)
                #expect(faults == [], said, sourceLocation: sourceLocation)
            } else {
                #expect(try contract.faults(of: answer.body, as: "Error") == [], said, sourceLocation: sourceLocation)
                #expect(answer.fields["cache-control"] == "no-store", said, sourceLocation: sourceLocation)
                #expect((answer.fields["allow"] != nil) == (answer.status == 405), said, sourceLocation: sourceLocation)
            }
        }
    }
}
