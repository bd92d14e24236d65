import HTTPTestClient
import Testing

extension `The program` {
    /// Guards the codes and details of 4xx answers.
    @Suite struct `An invalid request` {
        private static let home = "/home?width=390"

        struct InvalidRequest: Sendable, CustomTestStringConvertible {
            let target: String
            let parameter: String
            var code = "invalid_parameter"
            var testDescription: String { target }
        }

        static let parameters: [InvalidRequest] =
            [
                InvalidRequest(target: "/home", parameter: "width", code: "missing_parameter"),
                InvalidRequest(target: "/home?scale=3&user=u1", parameter: "width", code: "missing_parameter"),
                InvalidRequest(target: home + "&lat=41.65", parameter: "lon", code: "missing_parameter"),
                InvalidRequest(target: home + "&lon=-83.54", parameter: "lat", code: "missing_parameter"),
                InvalidRequest(target: home + "&width=390", parameter: "width", code: "repeated_parameter"),
                InvalidRequest(target: home + "&user=a&scale=2&user=b", parameter: "user", code: "repeated_parameter"),
                InvalidRequest(target: home + "&user=%zz", parameter: "user"),
                InvalidRequest(target: home + "&user=%C3", parameter: "user"),
                InvalidRequest(target: home + "&segment=%ff", parameter: "segment"),
            ]
            + ["199", "199.999", "2048.001", "0", "-390", "1e4", "0x190", "NaN", "inf", "", "390px", "3%2E9.0", "+390"]
            .map { InvalidRequest(target: "/home?width=\($0)", parameter: "width") }
            + ["0.5", "5.5", "two", "", "-1"].map { InvalidRequest(target: home + "&scale=\($0)", parameter: "scale") }
            + ["0.79", "3.21", "big", ""].map {
                InvalidRequest(target: home + "&textScale=\($0)", parameter: "textScale")
            }
            + ["90.001", "-91", "north", "", "1e2", "nan"]
            .map { InvalidRequest(target: home + "&lat=\($0)&lon=0", parameter: "lat") }
            + ["180.001", "-181", "west", ""].map {
                InvalidRequest(target: home + "&lat=0&lon=\($0)", parameter: "lon")
            }
            + ["", "Homes", "nowhere", "homes%20"].map {
                InvalidRequest(target: home + "&segment=\($0)", parameter: "segment")
            }
            + ["", "a%20b", "a/b", "%E2%82%AC", "a%0Ab", String(repeating: "u", count: 129)]
            .map { InvalidRequest(target: home + "&user=\($0)", parameter: "user") }

        @Test func `names the wrong parameter and the reason`() throws {
            try withFixtureServer { server in
                for wrong in Self.parameters {
                    for path in ["/home", "/home/widgets/nearby"] {
                        let answer = try server.get(path + wrong.target.dropFirst("/home".count))
                        try expectError(answer, 400, wrong.code, parameter: wrong.parameter, "\(wrong.target)")
                    }
                }
                for user in ["a%20b", "%ff", "%", "%E2%82%AC", "a%2Fb", String(repeating: "u", count: 129)] {
                    for (method, path, body) in [
                        ("POST", "searches", "{}" as String?), ("POST", "opened", #"{"items":["product:s1001"]}"#),
                        ("DELETE", "", nil),
                    ] {
                        let target = "/users/\(user)" + (path.isEmpty ? "" : "/\(path)")
                        // A request that cannot be decoded closes the connection.
                        let answer = try TestClient(port: server.port).request(method, target, body: body)
                        try expectError(answer, 400, "invalid_parameter", parameter: "user", "\(method) \(target)")
                    }
                }
                #expect(try server.get(Self.home + "&unheard-of=1").status == 200, "unknown parameters are ignored")
            }
        }

        @Test func `names the error's place in its body`() throws {
            let searches = [
                ("", "malformed_body", "line 1, column 1"), ("{", "malformed_body", "line 1, column 2"),
                ("[]", "invalid_body", "an object"), (#"{"prize":{}}"#, "invalid_body", #"did you mean "price"?"#),
                (#"{"price":{"min":5,"max":4}}"#, "invalid_body", "price: min is greater than max"),
                (#"{"price":{"min":-1}}"#, "invalid_body", "price.min: "),
                (#"{"bedrooms":{"min":"3"}}"#, "invalid_body", "bedrooms.min: "),
                (#"{"types":["house","hose"]}"#, "invalid_body", "types[1]: "),
                (#"{"place":{"lat":91,"lon":0,"radius":1}}"#, "invalid_body", "place.lat: "),
                (#"{"place":{"lat":1,"lon":0}}"#, "invalid_body", #"place: "radius" is missing"#),
                (#"{"market":"a b"}"#, "invalid_body", "market: "),
            ]
            let opened = [
                ("{}", "invalid_body", #""items" is missing"#), (#"{"items":[]}"#, "invalid_body", "items: "),
                (#"{"items":["product:s1001","s1001"]}"#, "invalid_body", "items[1]: "),
                (#"{"items":["film:x"]}"#, "invalid_body", "items[0]: "),
                (#"{"items":[7]}"#, "invalid_body", "items[0]: "), ("nope", "malformed_body", "line 1, column 1"),
            ]
            try withFixtureServer { server in
                for (path, cases) in [("searches", searches), ("opened", opened)] {
                    for (body, code, words) in cases {
                        let answer = try server.request("POST", "/users/u1/\(path)", body: body)
                        try expectError(answer, 400, code, saying: words, "\(path) \(body)")
                    }
                }
                let home = try server.home("/home?width=390&user=u1")
                #expect(home.widget("last-search")["state"].string == "empty", "nothing was recorded")
            }
        }

        @Test func `is refused by the HTTP server with the same error format`() throws {
            let host = "Host: localhost\r\n"
            let cases: [(request: String, status: Int, code: String, allow: String?)] = [
                ("GET /nowhere HTTP/1.1\r\n\(host)\r\n", 404, "not_found", nil),
                ("GET / HTTP/1.1\r\n\(host)\r\n", 404, "not_found", nil),
                ("GET /home/ HTTP/1.1\r\n\(host)\r\n", 404, "not_found", nil),
                ("GET /home/widgets/no?width=390 HTTP/1.1\r\n\(host)\r\n", 404, "unknown_widget", nil),
                ("DELETE /home HTTP/1.1\r\n\(host)\r\n", 405, "method_not_allowed", "GET, HEAD, POST, OPTIONS"),
                (
                    "POST /users/u1 HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", 405, "method_not_allowed",
                    "GET, HEAD, DELETE, OPTIONS"
                ),
                ("GET /users/u1/searches HTTP/1.1\r\n\(host)\r\n", 405, "method_not_allowed", "POST, OPTIONS"),
                (
                    "PUT /users/u1/opened HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", 405, "method_not_allowed",
                    "POST, OPTIONS"
                ),
                ("POST /users/u1/searches HTTP/1.1\r\n\(host)\r\n", 411, "length_required", nil),
                (
                    "POST /users/u1/searches HTTP/1.1\r\n\(host)Content-Length: 65537\r\n\r\n", 413,
                    "payload_too_large", nil
                ),
                ("GET /\(String(repeating: "x", count: 9_000)) HTTP/1.1\r\n\(host)\r\n", 414, "uri_too_long", nil),
                ("GET /home HTTP/1.1\r\n\r\n", 400, "malformed_request", nil),
                (
                    "GET /home HTTP/1.1\r\n\(host)X: \(String(repeating: "x", count: 20_000))\r\n\r\n", 431,
                    "header_fields_too_large", nil
                ),
                ("BREW /home HTTP/1.1\r\n\(host)\r\n", 501, "not_implemented", nil),
                ("GET /home HTTP/3.0\r\n\(host)\r\n", 505, "version_not_supported", nil),
                ("GET /home%ff HTTP/1.1\r\n\(host)\r\n", 400, "malformed_request", nil),
            ]
            try withFixtureServer { server in
                for (request, status, code, allow) in cases {
                    let answer = try TestClient(port: server.port).exchange(request)
                    try expectError(answer, status, code, "\(request.prefix(60))")
                    #expect(answer.fields["allow"] == allow, "\(request.prefix(60))")
                }
            }
        }

        @Test func `is answered to HEAD without a body, like a valid one`() throws {
            try withFixtureServer { server in
                for target in [Self.home, "/home", "/nowhere"] {
                    let client = try TestClient(port: server.port)
                    let get = try client.request("GET", target)
                    let head = try client.request("HEAD", target)
                    #expect(head.status == get.status)
                    #expect(head.body.isEmpty)
                    for name in ["content-length", "content-type", "etag"] {
                        #expect(head.fields[name] == get.fields[name], "\(name) of \(target)")
                    }
                    #expect(try client.request("GET", target).body == get.body, "the connection stays open")
                }
            }
        }

        @Test func `may have a chunked body`() throws {
            try withFixtureServer { server in
                let answer = try TestClient(port: server.port).exchange(
                    "POST /users/u1/searches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
                )
                #expect(answer.status == 204)
                let home = try server.home("/home?width=390&user=u1")
                #expect(home.widget("last-search")["state"].string == "loaded")
            }
        }

        private func expectError(
            _ answer: TestClient.Response,
            _ status: Int,
            _ code: String,
            parameter: String? = nil,
            saying words: String = "",
            _ request: Comment,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            #expect(answer.status == status, request, sourceLocation: sourceLocation)
            #expect(answer.fields["content-type"] == "application/json", request, sourceLocation: sourceLocation)
            let document = try answer.json
            let error = document["error"]
            #expect(document.keys == ["error"], request, sourceLocation: sourceLocation)
            #expect(error["code"].string == code, request, sourceLocation: sourceLocation)
            let message = error["message"].string ?? ""
            #expect(!message.isEmpty && message.contains(parameter ?? ""), request, sourceLocation: sourceLocation)
            #expect(words.isEmpty || message.contains(words), request, sourceLocation: sourceLocation)
            #expect(error["parameter"].string == parameter, request, sourceLocation: sourceLocation)
            #expect(
                error.keys == (parameter == nil ? ["code", "message"] : ["code", "message", "parameter"]),
                request,
                sourceLocation: sourceLocation
            )
        }
    }
}
