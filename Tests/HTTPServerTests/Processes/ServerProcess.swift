import Foundation
import Glibc
import HTTPTestClient
import Testing

@testable import HTTPServer

/// A server in its own process that reports its costs.
enum ServerProcess {
    /// Runs `body`, on a thread that it may block, with the server that ``serve(_:descriptors:)`` runs under this name
    /// in a child process, and stops the server.
    static func visit<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (UInt16) throws -> Value
    ) throws -> Task<Value, any Error> {
        raiseDescriptorLimit()
        let file = file(name, of: getpid())
        let thread = try BlockableThread()
        return Task.detached(executorPreference: thread.loop) {
            defer {
                try? FileManager.default.removeItem(atPath: file)
                thread.end()
            }
            let port = try port(in: file)
            defer { quit(port) }
            return try body(port)
        }
    }

    /// The file in which the child writes its port.
    private static func file(_ name: String, of parent: pid_t) -> String { "/tmp/hearth-tests-\(parent)-\(name)" }

    /// The server's answer to `GET` of this path.
    static func ask(_ path: String, on client: TestClient) throws -> String {
        try client.exchange("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n").text
    }

    private static func port(in file: String) throws -> UInt16 {
        for _ in 0..<20_000 {
            if let text = try? String(contentsOfFile: file, encoding: .utf8), let port = UInt16(text) { return port }
            usleep(1000)
        }
        throw TestClient.Failure(reason: "there is no server")
    }

    private static func quit(_ port: UInt16) {
        // If it has died, the test itself finds out.
        _ = try? ask("/quit", on: TestClient(port: port))
    }

    /// Serves until it is told to quit.
    /// - Parameter descriptors: the limit of open descriptors; 0: the system's maximum.
    static func serve(_ name: String, descriptors: Int = 0) async throws {
        raiseDescriptorLimit()
        let gate = Gate()
        var router = Router()
        for method in [Method.get, .post] {
            router.on(method, "/kilobyte") { _ in Response(body: [UInt8](repeating: 1, count: 1024)) }
        }
        router.on(.get, "/memory") { _ in Response(text: "\(residentBytes())") }
        router.on(.get, "/time") { _ in Response(text: "\(clock())") }
        router.on(.get, "/quit") { _ in
            gate.open()
            return Response()
        }
        var limits = ServerLimits()
        limits.maxRequestsPerConnection = .max
        let server = try Server(address: "127.0.0.1", port: 0, threads: 1, limits: limits, router: router) { error in
            Response(status: error.status)
        }
        if descriptors > 0 {
            var limit = rlimit(rlim_cur: rlim_t(descriptors), rlim_max: rlim_t(descriptors))
            // Sound: the limit is a local variable that outlives the call.
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        try "\(server.port)".write(toFile: file(name, of: getppid()), atomically: true, encoding: .utf8)
        await gate.wait()
        await server.shutdown(grace: .seconds(1))
    }

    /// The process's own resident memory (proc(5), `statm`).
    private static func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
