import HTTPTestClient
import Testing

@testable import HTTPServer

@Suite struct `A router that is replaced` {
    /// A router whose answers have this text, and which has its own path.
    private static func router(_ text: String) -> Router {
        var router = Router()
        for (method, pattern) in [(Method.get, "/"), (.post, "/"), (.get, "/\(text)")] {
            router.on(method, pattern) { _ in .now(Response(text: text)) }
        }
        return router
    }

    private static func policy(_ origin: String) throws -> CrossOriginPolicy {
        CrossOriginPolicy(origins: [try #require(Origin(origin))])
    }

    @Test func `answers no request after its replacement, on any loop and connection`() async throws {
        try await withServer(threads: 3, Self.router("old")) { server in
            let clients = try (0..<6).map { _ in try TestClient(port: server.port) }
            for client in clients { #expect(try client.request("GET", "/").text == "old") }
            for round in 1...5 {
                await server.use(RoutingTable(router: Self.router("new\(round)")))
                for client in clients { #expect(try client.request("GET", "/").text == "new\(round)") }
                #expect(try clients[0].request("GET", "/new\(round)").status == 200)
                #expect(try clients[0].request("GET", "/old").status == 404)
            }
        }
    }

    @Test func `answers a request whose head had arrived before`() async throws {
        let old = try Self.policy("https://old.example")
        try await withServer(crossOrigins: old, Self.router("old")) { server in
            let client = try TestClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: x\r\nOrigin: https://old.example\r\nContent-Length: 1\r\n\r\n")
            // The loop reads earlier bytes first.
            _ = try TestClient(port: server.port).request("GET", "/")
            let new = try Self.policy("https://new.example")
            await server.use(RoutingTable(router: Self.router("new"), crossOrigins: new))
            let answer = try client.exchange("x")
            #expect(answer.text == "old")
            #expect(answer.fields["access-control-allow-origin"] == "https://old.example")
            let next = try client.request("GET", "/", fields: "Origin: https://new.example")
            #expect(next.text == "new")
            #expect(next.fields["access-control-allow-origin"] == "https://new.example")
        }
    }
}
