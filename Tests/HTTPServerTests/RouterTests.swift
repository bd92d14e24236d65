import HTTPTestClient
import Testing

@testable import HTTPServer

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A router` {
    private var router: Router {
        var router = Router()
        for pattern in ["/", "/home", "/users/{user}/searches", "/widgets/{id}", "/widgets/all", "/a b"] {
            router.on(.get, pattern) { request in
                let names = pattern.contains("{user}") ? ["user"] : pattern.contains("{id}") ? ["id"] : []
                return Response(text: request.route + names.map { " \(request.parameter($0))" }.joined())
            }
        }
        router.echo(.post, "/home")
        router.echo(.delete, "/users/{user}")
        router.echo(.put, "/notes", requiresBody: true)
        return router
    }

    private func answer(_ line: String, fields: String = "") async throws -> TestClient.Response {
        var answer: TestClient.Response?
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            try client.send("\(line) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            answer = try client.receive(toHead: line.hasPrefix("HEAD"))
        }
        return try #require(answer)
    }

    @Test(arguments: [
        ("/", "/"), ("/home?x=1", "/home"), ("/%68ome", "/home"), ("/a%20b", "/a b"),
        ("/users/u1/searches", "/users/{user}/searches u1"),
        ("/users/caf%C3%A9%2Fx/searches", "/users/{user}/searches café/x"),
        ("/widgets/all", "/widgets/all"), ("/widgets/%61ll", "/widgets/all"), ("/widgets/al", "/widgets/{id} al"),
        ("http://example.com", "/"), ("http://example.com/home", "/home"),
    ])
    func `finds the handler and its parameters`(target: String, expected: String) async throws {
        let answer = try await answer("GET \(target)")
        #expect(answer.status == 200)
        #expect(answer.text == expected)
    }

    @Test(arguments: [
        "/Home", "/home/", "/homes", "//home", "/users//searches", "/users/%ff/none", "/users/a/b/searches",
        "/users/u1/searches/",
    ])
    func `finds nothing for other targets`(target: String) async throws {
        let answer = try await answer("GET \(target)")
        #expect(answer.status == 404)
        #expect(answer.text == "not_found")
        #expect(answer.fields["connection"] == nil)
    }

    @Test(arguments: [
        ("PUT /home", "GET, HEAD, POST, OPTIONS"), ("GET /users/u1", "DELETE, OPTIONS"),
        ("PATCH /", "GET, HEAD, OPTIONS"), ("HEAD /notes", "PUT, OPTIONS"),
    ])
    func `lists the methods of a path`(line: String, allowed: String) async throws {
        let answer = try await answer(line)
        #expect(answer.status == 405)
        #expect(answer.fields["allow"] == allowed)
        #expect(answer.fields["connection"] == nil)
    }

    @Test(arguments: [
        ("/home", "GET, HEAD, POST, OPTIONS"), ("/users/u1?x", "DELETE, OPTIONS"), ("/notes", "PUT, OPTIONS"),
        ("*", "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
    ])
    func `answers OPTIONS with the methods of a path, or of all paths`(
        target: String,
        allowed: String
    ) async throws {
        let answer = try await answer("OPTIONS \(target)")
        #expect(answer.status == 200)
        #expect(answer.fields["allow"] == allowed)
        #expect(answer.fields["content-length"] == "0")
    }

    @Test func `uses a route for OPTIONS on its own path only`() async throws {
        var router = router
        router.echo(.options, "/own")
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            #expect(try client.exchange("OPTIONS /own HTTP/1.1\r\nHost: a\r\n\r\n").text == "OPTIONS /own ")
            #expect(try client.exchange("OPTIONS /none HTTP/1.1\r\nHost: a\r\n\r\n").status == 404)
        }
    }

    @Test(arguments: [
        ("GET /users/%zz/searches", "invalid_parameter"), ("GET /users/%ff/searches", "invalid_parameter"),
        ("GET /users/%/searches", "invalid_parameter"), ("DELETE /users/%C3", "invalid_parameter"),
        ("PATCH /users/%00", "invalid_parameter"), ("GET /%C3", "malformed_request"),
    ])
    func `refuses an undecodable path, and names the parameter if a route matches`(
        line: String,
        code: String
    ) async throws {
        let answer = try await answer(line)
        #expect(answer.status == 400)
        #expect(answer.text == code)
        #expect(answer.fields["connection"] == "close")
    }

    @Test func `names the first parameter that cannot be decoded`() throws {
        let pattern = PathPattern("/a/{b}/{c}")
        let cases = [("/a/1/%41", nil), ("/a/%ff/1", "b"), ("/a/1/%ff", "c"), ("/a/%ff/%ff", "b")]
        for (path, parameter) in cases {
            #expect(try pattern.matches(path.utf8.span), "\(path)")
            #expect(pattern.undecodableParameter(in: path.utf8.span) == parameter, "\(path)")
        }
        for path in ["/a/%ff", "/a/%ff/1/2", "/b/%ff/1"] {
            #expect(try !pattern.matches(path.utf8.span), "\(path)")
        }
    }

    @Test func `answers HEAD like GET, without the body`() async throws {
        let get = try await answer("GET /users/u1/searches")
        var head = try await answer("HEAD /users/u1/searches")
        #expect(head.body.isEmpty)
        head.body = get.body
        for name in ["date", "x-request-id"] { head.fields[name] = get.fields[name] }
        #expect(head == get)
    }

    @Test func `requires the length if a route needs a body`() async throws {
        #expect(try await answer("PUT /notes").status == 411)
        #expect(try await answer("PUT /notes", fields: "Content-Length: 0\r\n").status == 200)
        #expect(try await answer("POST /home").status == 200)
    }
}
