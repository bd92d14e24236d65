import Foundation
import HTTPTestClient
import PrometheusText
import Synchronization
import Testing

extension `The program` {
    /// Guards the server's overload protection: handler timeout, concurrency limit, queue timeout and write timeout.
    @Suite struct `An overloaded server` {
        private static let search = "POST /users/u1/searches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"

        @Test func `abandons an answer that takes longer than --handler-timeout`() throws {
            try withFixtureServer("--handler-timeout=1") { server in
                #expect(try Self.refusals(of: server, "handler_deadline") == 0)
                // Another process writes, for longer than the handler timeout.
                let lock = try StoreLock(server.store)
                let client = try TestClient(port: server.port)
                let answer = try client.exchange(Self.search)
                try Self.expect(answer, code: "handler_timeout", connection: "close")
                #expect(try client.isClosed())
                #expect(try server.get("/home?width=390").status == 200, "others are still served")
                lock.release()
                #expect(try Self.refusals(of: server, "handler_deadline") == 1)
                #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
            }
        }

        @Test func `processes no more requests at a time than --max-concurrent-requests`() throws {
            let refused = Mutex<[TestClient.Response]>([])
            try withFixtureServer("--max-concurrent-requests=2", "--threads=2") { server in
                let lock = try StoreLock(server.store)
                let port = server.port
                let writers = ThreadGroup(3) { _ in
                    let answer = try TestClient(port: port).exchange(Self.search)
                    refused.withLock { if answer.status == 503 { $0.append(answer) } }
                    return answer.status
                }
                // One request is refused; the other two are in progress then.
                let refusal = try Child.wait("a refusal") { refused.withLock(\.first) }
                try Self.expect(refusal, code: "overloaded", connection: nil)
                let client = try TestClient(port: port)
                for target in ["/healthz", "/home?width=390", "/metrics"] {
                    try Self.expect(client.request("GET", target), code: "overloaded", connection: nil)
                }
                #expect(try client.request("GET", "/nowhere").status == 404, "no handler is needed")
                lock.release()
                #expect(try writers.results().sorted() == [204, 204, 503])
                #expect(try client.request("GET", "/healthz").status == 200, "the connection stays open")
                #expect(try Self.refusals(of: server, "request_limit") == 4)
            }
        }

        @Test func `refuses requests that waited longer than --queue-timeout, and answers the rest`() throws {
            let flags = ["--queue-timeout=1", "--threads=1", "--max-concurrent-requests=1000000"]
            try withFixtureServer(flags[0], flags[1], flags[2]) { server in
                var refused: [TestClient.Response] = []
                let home =
                    "GET /home?width=390&lat=41.65&lon=-83.54 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
                // More at once than this machine answers in a second.
                for count in [100, 200, 400, 800, 1_600, 3_200, 6_400] where refused.isEmpty {
                    let clients = try (0..<count).map { _ in try TestClient(port: server.port) }
                    for client in clients { try client.send(home) }
                    let answers = try clients.map { try $0.receive() }
                    refused = answers.filter { $0.status != 200 }
                    #expect(refused.count < answers.count, "the first ones are answered")
                    for client in clients.prefix(10) {
                        #expect(try client.request("GET", "/healthz").status == 200, "the connection stays open")
                    }
                }
                #expect(!refused.isEmpty)
                for answer in refused { try Self.expect(answer, code: "overloaded", connection: nil) }
                #expect(try Self.refusals(of: server, "request_limit") == Double(refused.count))
            }
        }

        @Test func `resets a client that reads nothing for longer than --write-timeout`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--write-timeout=120", "--max-requests-per-connection=1000000", in: folder) {
                    patient in
                    try withServer(on: store, "--write-timeout=1", "--max-requests-per-connection=1000000", in: folder)
                    { server in
                        let request = Array("GET /home?width=390 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
                        let clients = try [patient, server].map { server in
                            let client = try TestClient(port: server.port, receiveBuffer: 4096)
                            _ = client.send(request, untilBlockedFor: 200)
                            return client
                        }
                        try Child.wait("the write timeout") {
                            try Self.refusals(of: server, "write_stall") == 1 ? () : nil
                        }
                        #expect(try Self.refusals(of: patient, "write_stall") == 0)
                        // The data already sent is read; then the connection is reset.
                        let end = #expect(throws: TestClient.Failure.self) {
                            while true { _ = try clients[1].receive() }
                        }
                        #expect(end?.isReset == true)
                        #expect(try server.get("/home?width=390").status == 200)
                    }
                }
            }
        }

        /// The number of requests that the server counts as refused for this cause.
        private static func refusals(of server: RunningServer, _ cause: String) throws -> Double? {
            try Exposition(server.get("/metrics").body).value("hearth_http_rejections_total", ["cause": cause])
        }

        private static func expect(
            _ answer: TestClient.Response,
            code: String,
            connection: String?,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            #expect(answer.status == 503, sourceLocation: sourceLocation)
            #expect(answer.fields["retry-after"] == "1", sourceLocation: sourceLocation)
            #expect(answer.fields["connection"] == connection, sourceLocation: sourceLocation)
            #expect(try answer.json["error"]["code"].string == code, sourceLocation: sourceLocation)
        }
    }
}
