import Foundation
import Glibc
import HTTPTestClient
import PrometheusText
import Synchronization
import Testing

extension `The program` {
    @Suite struct `A config that is replaced during requests` {
        /// A config with numbered titles that allows one origin: the even or the odd one.
        private static func text(_ number: Int) throws -> String {
            let text = try Fixtures.configText()
                .replacing(#""en": "Homes""#, with: #""en": "Homes \#(number)""#)
                .replacing(#""title": "Picked for you""#, with: #""title": "Picked for you \#(number)""#)
            return text.adding(#""cors": {"origins": ["\#(origin(number))"]}"#)
        }

        private static func origin(_ number: Int) -> String {
            "https://\(number.isMultiple(of: 2) ? "even" : "odd").example"
        }

        /// Replaces the config with the one of this number, atomically.
        private static func writeConfig(_ number: Int, of server: RunningServer) throws {
            let next = try server.folder.write(text(number), to: "next.json")
            try replace(server.folder.path("home.json"), by: next)
        }

        /// The number of the config behind an answer to the even origin; it must be the same throughout the answer.
        private static func number(of answer: TestClient.Response) throws -> Int {
            try #require(answer.status == 200, "\(answer.text.prefix(200))")
            let home = try answer.json
            let titles = [home["segments"].array[0]["title"].string, home.widget("recommendations")["title"].string]
            let numbers = try titles.map { try #require(Int($0?.split(separator: " ").last ?? "")) }
            #expect(numbers[0] == numbers[1])
            #expect((answer.fields["access-control-allow-origin"] == origin(0)) == numbers[0].isMultiple(of: 2))
            return numbers[0]
        }

        @Test func `alone makes each answer, and closes no connection`() throws {
            try withFixtureServer(
                "--threads=2",
                "--max-requests-per-connection=1000000000",
                config: Self.text(0)
            ) { server in
                let port = server.port
                let worker = try server.worker()
                /// The newest config known to be in use, and whether the test is over.
                let state = Mutex((oldest: 0, isOver: false))
                let threads = ThreadGroup(8) { index in
                    let client = try TestClient(port: port)
                    var count = 0
                    while true {
                        let (oldest, isOver) = state.withLock { $0 }
                        if isOver { return count }
                        let target = index.isMultiple(of: 2) ? "/home?width=390" : "/home?width=390&user=u\(count)"
                        let answer = try client.request("GET", target, fields: "Origin: \(Self.origin(0))")
                        #expect(answer.fields["connection"] == nil)
                        #expect(try Self.number(of: answer) >= oldest)
                        count += 1
                    }
                }
                for round in 1...12 {
                    try Self.writeConfig(round, of: server)
                    if round.isMultiple(of: 2) { server.child.signal(SIGHUP) }
                    try server.waitForReload(round)
                    state.withLock { $0.oldest = round }
                }
                state.withLock { $0.isOver = true }
                let counts = try threads.results()
                #expect(counts.allSatisfy { $0 > 0 })
                #expect(children(of: server.child.id) == [worker])
                #expect(!server.child.errors.contains("Config not reloaded"))
            }
        }

        @Test func `lets a request that has begun finish with the previous one`() throws {
            try withFixtureServer(config: Self.text(0)) { server in
                let head = "POST /users/u1/searches HTTP/1.1\r\nHost: localhost\r\nOrigin: \(Self.origin(0))\r\n"
                let client = try TestClient(port: server.port)
                try client.send(head + "Content-Length: 2\r\n\r\n{")
                // The server has read the sent bytes before it reads the config.
                _ = try server.get("/healthz")
                try Self.writeConfig(1, of: server)
                try server.waitForReload()
                let answer = try client.exchange("}")
                #expect(answer.status == 204)
                #expect(answer.fields["access-control-allow-origin"] == Self.origin(0))
                let next = try client.exchange(head + "Content-Length: 2\r\n\r\n{}")
                #expect(next.status == 403)
                let page = "Origin: \(Self.origin(1))"
                #expect(try client.request("POST", "/users/u1/searches", body: "{}", fields: page).status == 204)
            }
        }

        @Test func `many times in a row is the last one in the end`() throws {
            try withFixtureServer(config: Self.text(0)) { server in
                let client = try TestClient(port: server.port)
                func number() throws -> Int {
                    try Self.number(
                        of: client.request("GET", "/home?width=390", fields: "Origin: \(Self.origin(0))")
                    )
                }
                for round in 1...100 {
                    if round.isMultiple(of: 10) {
                        _ = try server.folder.write(#"{"title": "#, to: "home.json")
                    } else {
                        try Self.writeConfig(round, of: server)
                    }
                    if round.isMultiple(of: 3) { server.child.signal(SIGHUP) }
                    usleep(2_000)
                    _ = try number()
                }
                try Self.writeConfig(101, of: server)
                try Child.wait("the last config") { try number() == 101 ? () : nil }
                _ = try server.config { $0["lastReload"].string == "succeeded" }
            }
        }

        @Test func `applies to the preview and to tokens as well`() throws {
            try withFixtureServer(config: Self.text(0)) { server in
                func requiresTokens() throws -> Bool? {
                    try server.get("/preview/server.json").json["asksForTokens"].bool
                }
                #expect(try server.get("/home?width=390").status == 200)
                #expect(try requiresTokens() == false)
                _ = try server.folder.write(Token.secret, to: "secret")
                let auth = try String(
                    contentsOfFile: server.folder.config(auth: #"{"kind": "jwt", "secret": "secret"}"#),
                    encoding: .utf8
                )
                _ = try server.folder.write(auth, to: "home.json")
                try server.waitForReload()
                #expect(try server.get("/home?width=390").status == 401)
                #expect(try requiresTokens() == true)
            }
        }

        @Test func `two hundred times leaks nothing`() throws {
            try withFixtureServer(config: Self.text(0)) { server in
                let clients = try (0..<4).map { _ in try TestClient(port: server.port) }
                func swap(_ rounds: ClosedRange<Int>) throws -> (bytes: Double, descriptors: Double) {
                    for round in rounds {
                        try Self.writeConfig(round, of: server)
                        server.child.signal(SIGHUP)
                        try server.waitForReload(round)
                        for client in clients { _ = try client.request("GET", "/home?width=390&user=u\(round)") }
                    }
                    let metrics = try Exposition(TestClient(port: server.port).request("GET", "/metrics").body)
                    return (
                        try #require(metrics.value("process_resident_memory_bytes")),
                        try #require(metrics.value("process_open_fds"))
                    )
                }
                // Caches fill up first.
                let before = try swap(1...50)
                let after = try swap(51...250)
                // The bytes of 200 configs and their files are 4 MB; their parsed forms are several times as large.
                #expect(after.bytes < before.bytes + 5_000_000, "\(before) \(after)")
                #expect(after.descriptors <= before.descriptors + 2, "\(before) \(after)")
            }
        }
    }
}
