import Foundation
import HTTPTestClient
import Synchronization
import Testing

extension `The program` {
    @Suite struct `A recommendation service that answers in every wrong way` {
        /// How many of its answers there are to be: `HEARTH_HOSTILE_ANSWERS`, or as many as there is time for
        /// everywhere.
        private static let count =
            ProcessInfo.processInfo.environment["HEARTH_HOSTILE_ANSWERS"].flatMap { Int($0) } ?? 300
        /// By how much the server's memory may grow meanwhile, in KiB, however many answers there are.
        private static let slack = 32 * 1024

        /// A breaker that hardly opens, and helpers that are replaced at once, so that many answers come.
        private static let limits = """
            "recommender": {
                "timeout": 60, "cacheLifetime": 1,
                "circuitBreaker": { "window": 64, "failures": 64, "backoff": 1, "maxBackoff": 1 },
                "helper": { "maxBackoff": 1, "maxRequests": 150, "hangTimeout": 200 }
            },
            """

        @Test func `costs no home, and the server's memory stays what it was`() throws {
            try withFolder { folder in
                let ids = try FixtureListing.all.get().prefix(20).map { String($0.id.dropFirst("listing:".count)) }
                let script = try HostileScript(ids: ids, seed: 1)
                let service = try RawService(threads: 48) { script.answer($0, on: $1) }
                defer { service.stop() }
                let home = try Fixtures.configText()
                try withServer(
                    asking: service.port,
                    config: folder.write("{" + Self.limits + home.dropFirst(), to: "config.json"),
                    in: folder
                ) { server in
                    let worker = try server.worker()
                    let asker = Asker(port: server.port)
                    // What is there from the first of each kind on.
                    #expect(try asker.ask { script.count < Self.count / 4 }.isEmpty)
                    let before = try memory(of: worker)
                    #expect(try asker.ask { script.count < Self.count }.isEmpty)
                    let after = try memory(of: worker)
                    #expect(after - before < Self.slack, "from \(before) to \(after) KiB")
                    #expect(Set(script.answers.keys) == Set(HostileScript.Response.allCases))
                    #expect(try server.worker() == worker, "\(server.child.errors)")
                    // The one in use, and perhaps the one before it.
                    #expect(children(of: worker).filter(isAlive).count <= 2)
                    print("\(script.count) answers, \(asker.count) homes: from \(before) to \(after) KiB")
                }
            }
        }

        /// Clients that ask for homes, one user's after the other's.
        private final class Asker: Sendable {
            /// What is kept for each of them is there before the memory is looked at, also where there are many
            /// answers.
            private static let users = 500

            private let port: UInt16
            private let next = Atomic(0)

            init(port: UInt16) {
                self.port = port
            }

            var count: Int { next.load(ordering: .relaxed) }

            /// - Returns: the statuses that were not 200.
            func ask(while isWanted: @escaping @Sendable () -> Bool) throws -> [Int] {
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

/// The memory that a process holds, in KiB.
func memory(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return try #require(line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) })
}
