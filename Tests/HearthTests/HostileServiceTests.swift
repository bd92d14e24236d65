import Foundation
import HTTPTestClient
import Synchronization
import Testing

extension `The program` {
    @Suite struct `A recommendation service with every kind of wrong answer` {
        /// The number of answers: `HEARTH_HOSTILE_ANSWERS`, or a default that every machine has time for.
        private static let count =
            ProcessInfo.processInfo.environment["HEARTH_HOSTILE_ANSWERS"].flatMap { Int($0) } ?? 300
        /// The allowed growth of the server's memory in KiB, independent of the number of answers.
        private static let slack = 32 * 1024

        /// A circuit breaker that hardly opens and immediate restarts of helpers, so that many answers arrive.
        private static let limits = """
            "recommender": {
                "timeout": 60, "cacheLifetime": 1,
                "circuitBreaker": { "window": 64, "failures": 64, "backoff": 1, "maxBackoff": 1 },
                "helper": { "maxBackoff": 1, "maxRequests": 150, "hangTimeout": 200 }
            },
            """

        @Test func `costs no home, and the server's memory does not grow`() throws {
            try withFolder { folder in
                let ids = try FixtureListing.all.get().prefix(20).map(\.id)
                let script = HostileScript(ids: ids, seed: 1)
                let service = try RawService(threads: 48) { script.answer($0, on: $1) }
                defer { service.stop() }
                let home = try Fixtures.configText()
                try withServer(
                    asking: service.port,
                    config: folder.write("{" + Self.limits + home.dropFirst(), to: "config.json"),
                    in: folder
                ) { server in
                    let worker = try server.worker()
                    let clients = HomeClients(port: server.port)
                    // Memory allocated at the first answer of each kind.
                    #expect(try clients.request { script.count < Self.count / 4 }.isEmpty)
                    let before = try memory(of: worker)
                    #expect(try clients.request { script.count < Self.count }.isEmpty)
                    let after = try memory(of: worker)
                    #expect(after - before < Self.slack, "from \(before) to \(after) KiB")
                    #expect(Set(script.answers.keys) == Set(HostileScript.Response.allCases))
                    #expect(try server.worker() == worker, "\(server.child.errors)")
                    // The current helper, and perhaps its predecessor.
                    #expect(children(of: worker).filter(isAlive).count <= 2)
                    print("\(script.count) answers, \(clients.count) homes: from \(before) to \(after) KiB")
                }
            }
        }

        /// Clients that request the homes of one user after the other.
        private final class HomeClients: Sendable {
            /// The number of users, so small that all are cached before the memory is measured.
            private static let users = 500

            private let port: UInt16
            private let next = Atomic(0)

            init(port: UInt16) {
                self.port = port
            }

            var count: Int { next.load(ordering: .relaxed) }

            /// - Returns: the statuses that were not 200.
            func request(while isWanted: @escaping @Sendable () -> Bool) throws -> [Int] {
                try concurrently(16) { [self] _ in
                    var wrong: [Int] = []
                    var client = try TestClient(port: port)
                    while isWanted() {
                        let turn = next.wrappingAdd(1, ordering: .relaxed).newValue
                        let answer = try client.request("GET", "/home?width=390&user=u\(turn % Self.users)")
                        if answer.status != 200 { wrong.append(answer.status) }
                        if answer.fields["connection"] == "close" { client = try TestClient(port: port) }
                    }
                    return wrong
                }.flatMap(\.self)
            }
        }
    }
}

/// The resident memory of a process in KiB.
func memory(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return try #require(line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) })
}
