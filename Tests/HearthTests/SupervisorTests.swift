import Foundation
import Glibc
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A worker that dies` {
        @Test(arguments: [SIGKILL, SIGILL, SIGSEGV])
        func `costs only its own connections, and no connection is refused`(number: Int32) throws {
            // A signal from outside is no trap, and the backtracer would continue the process after it.
            try withFixtureServer(environment: ["SWIFT_BACKTRACE": "enable=no"]) { server in
                let load = Load(on: server.port)
                for round in 1...3 {
                    try load.waitForAnswers(100)
                    let worker = try server.worker()
                    let killed = ContinuousClock.now
                    kill(worker, number)
                    // A new connection may still reach the dying worker.
                    try Child.wait("the worker's end") { isAlive(worker) ? nil : () }
                    let client = try TestClient(port: server.port)
                    #expect(try client.request("GET", "/home?width=390").status == 200)
                    #expect(killed.duration(to: .now) < .seconds(20))
                    try server.waitForLog("New worker serving", times: round)
                }
                try load.waitForAnswers(100)
                let tally = try load.stop()
                #expect(tally.refused.isEmpty)
                // Each client had one connection at that moment, and another if the exit took long.
                #expect((3...96).contains(tally.lost.count), "\(tally.lost)")
                let name = [SIGKILL: "SIGKILL", SIGILL: "SIGILL", SIGSEGV: "SIGSEGV"][number] ?? ""
                let log = server.child.errors
                #expect(log.contains("The worker was ended by \(name) (process "))
                #expect(log.ranges(of: "Serving http://").count == 1)
                server.child.signal(SIGTERM)
                #expect(try server.child.wait() == 0)
            }
        }

        @Test func `out of memory reports the cause and is replaced`() throws {
            try withFixtureServer("--max-body-size=1000000000") { server in
                let worker = try server.worker()
                // The body is kept in memory. The system refuses more: Swift traps, and C may use the null pointer.
                try limitMemory(of: worker, toFurther: 64 << 20)
                let client = try TestClient(port: server.port)
                try client.send(
                    "POST /users/u1/searches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000\r\n\r\n"
                )
                let part = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
                #expect(throws: TestClient.Failure.self) { for _ in 0..<858 { try client.send(part) } }
                try server.waitForLog("New worker serving")
                #expect(!isAlive(worker))
                let log = server.child.errors
                // Without memory, the handler that prints a crash of C may crash, too: the signal is all that is known.
                #expect(log.contains(/Fatal error|Program crashed|SIGSEGV/), "\(log)")
                #expect(log.contains(/The worker was ended by SIG(ILL|TRAP|ABRT|SEGV)\b/), "\(log)")
                #expect(try server.get("/home?width=390").status == 200)
            }
        }

        @Test func `is replaced without a delay each time that it had served for a second`() throws {
            try withFixtureServer { server in
                for _ in 1...8 {
                    usleep(1_100_000)
                    let worker = try server.worker()
                    kill(worker, SIGKILL)
                    try Child.wait("the worker's end") { isAlive(worker) ? nil : () }
                    #expect(try TestClient(port: server.port).request("GET", "/home?width=390").status == 200)
                }
                #expect(server.child.errors.ranges(of: "restart attempt 1 now").count == 8)
            }
        }

        @Test func `again and again is replaced after growing delays, until one keeps running`() throws {
            try withFixtureServer { server in
                try server.killWorkers(untilLog: "restart attempt 4 in 400 ms")
                let log = server.child.errors
                #expect(log.contains(/The worker was ended by SIGKILL .*: restart attempt 1 now/))
                #expect(log.contains(/The worker was ended by SIGKILL .*: restart attempt 2 in 100 ms/))
                #expect(log.contains(/The worker was ended by SIGKILL .*: restart attempt 3 in 200 ms/))
                // No worker accepts the connection yet, and it is not refused.
                let waiting = try TestClient(port: server.port)
                #expect(try waiting.request("GET", "/home?width=390").status == 200)
            }
        }

        @Test func `is replaced at once on SIGHUP, and not awaited on SIGTERM, during a long delay`() throws {
            try withFixtureServer { server in
                try server.killWorkers(untilLog: "restart attempt 6 in 1600 ms")
                server.child.signal(SIGHUP)
                // The attempts are counted from one again.
                try server.killWorkers(untilLog: "restart attempt 1 now", times: 2)
                try server.killWorkers(untilLog: "restart attempt 6 in 1600 ms", times: 2)
                server.child.signal(SIGTERM)
                #expect(try server.child.wait() == 0)
            }
        }
    }

    /// Guards reloads by SIGHUP.
    @Suite struct `A reload` {
        @Test func `reads the config again, keeps the old one if it is invalid, and loses no request`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let text = try Fixtures.configText()
                let config = try folder.write(text, to: "home.json")
                try withServer(on: store, "--config", config, in: folder) { server in
                    func title() throws -> String? {
                        try TestClient(port: server.port).request("GET", "/home?width=390").json["segments"].array[0][
                            "title"
                        ]
                        .string
                    }
                    #expect(try title() == "Homes")
                    let load = Load(on: server.port)
                    try load.waitForAnswers(100)

                    let first = try server.worker()
                    _ = try folder.write(
                        text.replacing(#""en": "Homes""#, with: #""en": "Häuser""#),
                        to: "home.json"
                    )
                    server.child.signal(SIGHUP)
                    try server.waitForReload()
                    #expect(try title() == "Häuser")
                    try load.waitForAnswers(100)

                    _ = try folder.write(#"{"title": ""}"#, to: "home.json")
                    server.child.signal(SIGHUP)
                    try server.waitForLog("Config not reloaded, keeping the current one: ")
                    #expect(server.child.errors.contains("  title: expected a text that is not empty"))
                    #expect(try title() == "Häuser")
                    try load.waitForAnswers(100)

                    // Several signals at once are merged; the last reload reads the newest config.
                    _ = try folder.write(text, to: "home.json")
                    for _ in 0..<5 { server.child.signal(SIGHUP) }
                    try Child.wait("the reload") { try title() == "Homes" ? () : nil }
                    server.child.signal(SIGHUP)
                    try server.waitForLog("Config unchanged")
                    #expect(children(of: server.child.id) == [first])
                    try load.waitForAnswers(100)

                    let tally = try load.stop()
                    #expect(tally.refused.isEmpty && tally.lost.isEmpty, "\(tally)")
                    #expect(server.child.errors.ranges(of: "Serving http://").count == 1)
                }
            }
        }
    }

    @Suite struct `A server's shutdown` {
        /// A client that has sent all of a request but the `}` at its end.
        private static func sendHalf(to server: RunningServer) throws -> TestClient {
            let client = try TestClient(port: server.port)
            try client.send("POST /users/u1/searches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
            usleep(50_000)
            return client
        }

        /// Waits until no process listens on the port.
        private static func waitUntilFree(_ port: UInt16) throws {
            try Child.wait("the port to be free") { (try? TestClient(port: port)) == nil ? () : nil }
        }

        @Test func `finishes requests in progress, and refuses connections`() throws {
            try withFixtureServer { server in
                let worker = try server.worker()
                let idle = try TestClient(port: server.port)
                #expect(try idle.request("GET", "/home?width=390").status == 200)
                let client = try Self.sendHalf(to: server)
                server.child.signal(SIGTERM)
                try Self.waitUntilFree(server.port)
                // The idle connection is closed, while the other is still in use.
                #expect(throws: TestClient.Failure.self) { try idle.receive() }
                #expect(server.child.isRunning && isAlive(worker))
                let answer = try client.exchange("}")
                #expect(answer.status == 204)
                #expect(answer.fields["connection"] == "close")
                #expect(try server.child.wait() == 0)
                #expect(!isAlive(worker))
                #expect(server.child.errors.hasSuffix("hearth: Shutting down\n"))
            }
        }

        @Test func `treats simultaneous signals as one, as a terminal or a service manager sends them`() throws {
            try withFixtureServer { server in
                let worker = try server.worker()
                let client = try Self.sendHalf(to: server)
                for number in [SIGINT, SIGTERM, SIGHUP, SIGTERM] {
                    kill(worker, number)
                    server.child.signal(number)
                }
                try server.waitForLog("Shutting down")
                #expect(try client.exchange("}").status == 204)
                #expect(try server.child.wait() == 0)
            }
        }

        @Test func `takes at most the grace period, and fails if the worker had to be killed`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                for stops in [false, true] {
                    try withServer(on: store, "--shutdown-timeout", "1", in: folder) { server in
                        let client = try Self.sendHalf(to: server)
                        if stops { kill(try server.worker(), SIGSTOP) }
                        server.child.signal(SIGTERM)
                        #expect(try server.child.wait() == (stops ? 1 : 0))
                        #expect(throws: TestClient.Failure.self) { try client.exchange("}") }
                        #expect(server.child.errors.contains("took too long to drain: killing it") == stops)
                    }
                }
            }
        }

        @Test func `is immediate at a second signal, with its number and no worker left`() throws {
            try withFixtureServer { server in
                let worker = try server.worker()
                let client = try Self.sendHalf(to: server)
                defer { withExtendedLifetime(client) {} }
                server.child.signal(SIGTERM)
                try server.waitForLog("Shutting down")
                server.child.signal(SIGINT)
                #expect(try server.child.wait() == 128 + SIGINT)
                try Child.wait("the worker's end") { isAlive(worker) ? nil : () }
            }
        }

        @Test func `leaves no worker behind if the supervisor is killed`() throws {
            try withFixtureServer { server in
                let worker = try server.worker()
                let client = try Self.sendHalf(to: server)
                server.child.signal(SIGKILL)
                try Child.wait("the supervisor's end") { isAlive(server.child.id) ? nil : () }
                #expect(try client.exchange("}").status == 204)
                try Child.wait("the worker's end") { isAlive(worker) ? nil : () }
                #expect(
                    try withServer(on: server.store, in: server.folder) { try $0.get("/home?width=390").status }
                        == 200
                )
                #expect(server.child.errors.hasSuffix("hearth: The supervisor exited: shutting down\n"))
            }
        }
    }

    /// Guards the supervisor with unusable logs and as process 1.
    @Suite struct `A supervisor` {
        /// The server's log as a shell sets it up: closed, without a reader, full, and with a reader that does not
        /// read.
        private static let logs = [
            "exec <&- >&- 2>&-", "exec 2> >(exec true)", "exec 2>/dev/full",
            "exec 3> >(exec sleep 60); timeout --signal=KILL 0.3 cat /dev/zero >&3; exec 2>&3 3>&-",
        ]

        @Test(arguments: logs)
        func `continues without a readable log`(log: String) throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let child = try Child(
                    ["serve", "--store", store, "--port", "0"],
                    startedBy: ["/bin/bash", "-c", log + #"; exec "$0" "$@""#],
                    in: folder
                )
                defer { child.kill() }
                // The server cannot log the port that it gets.
                let port = try Child.wait("a listening socket") { listeningPorts(of: child.id).first }
                let get = { try TestClient(port: port).request("GET", "/home?width=390").status }
                try Child.wait("a server") { (try? get()) == 200 ? () : nil }
                // The supervisor learns of it a moment after the clients. A worker that dies before that could not start.
                usleep(500_000)
                for _ in 0..<3 {
                    // The shell's own child is an older child of the server.
                    let worker = try Child.wait("a worker") { children(of: child.id).last }
                    kill(worker, SIGKILL)
                    try Child.wait("the worker's end") { isAlive(worker) ? nil : () }
                    #expect(try get() == 200)
                }
                let readers = children(of: child.id).dropLast()
                child.signal(SIGTERM)
                try Child.wait("the server's end") { isAlive(child.id) ? nil : () }
                for reader in readers { kill(reader, SIGKILL) }
                #expect(try child.wait() == 0)
            }
        }

        @Test(.enabled(if: Namespace.isAllowed, "needs the right to make a namespace of processes"))
        func `as process 1 reaps orphaned processes, and stops on a signal`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let unshare = try Child(
                    ["serve", "--store", store, "--port", "0"],
                    startedBy: Namespace.starter,
                    in: folder
                )
                defer { unshare.kill() }
                try Child.wait("a server") { unshare.errors.contains("Serving http://") ? () : nil }
                let supervisor = try #require(children(of: unshare.id).first)
                let worker = try #require(children(of: supervisor).first)

                // A shell that exits at once, and leaves processes that exit a little later.
                try Namespace.start("sleep 0.3 & sleep 0.3 & exit", beside: supervisor)
                try Child.wait("orphans") { children(of: supervisor).count == 3 ? () : nil }
                try Child.wait("the orphans' end") { children(of: supervisor) == [worker] ? () : nil }

                kill(worker, SIGKILL)
                try Child.wait("a new worker") { unshare.errors.contains("New worker serving") ? () : nil }
                kill(supervisor, SIGTERM)
                #expect(try unshare.wait() == 0)
            }
        }
    }
}

/// A PID namespace, as in a container.
private enum Namespace {
    static let starter = ["/usr/bin/env", "unshare", "--pid", "--fork", "--kill-child"]

    static let isAllowed: Bool = {
        guard let process = try? start(starter + ["true"]) else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    static func start(_ script: String, beside supervisor: pid_t) throws {
        _ = try start(["/usr/bin/env", "nsenter", "--target", "\(supervisor)", "--pid", "sh", "-c", script])
    }

    private static func start(_ words: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
