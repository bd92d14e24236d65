import Foundation
import HTTPTestClient

/// A server of the program's, on a port of its own.
final class RunningServer {
    let child: Child
    let port: UInt16
    private var kept: TestClient?

    /// A server on a port of its own that answers, whether its store is open or not.
    fileprivate init(answeringOn store: String, _ flags: [String], in folder: Folder) throws {
        // Ports of this range are given to nobody who asks for any.
        let port = UInt16.random(in: 20_000..<30_000)
        let child = try Child(["serve", "--store", store, "--port", "\(port)"] + flags, in: folder)
        self.child = child
        self.port = port
        do {
            try Child.wait("a server to answer") {
                if !child.isRunning { throw Child.Failure(description: "no server: \(child.errors)") }
                return (try? TestClient(port: port).request("GET", "/healthz"))?.status == 200 ? () : nil
            }
        } catch {
            child.kill()
            throw error
        }
    }

    fileprivate init(store: String, _ flags: [String], environment: [String: String], in folder: Folder) throws {
        // A request may wait for long: the machine may be busy with other tests.
        let words =
            ["serve", "--store", store]
            + (flags.contains { $0.hasPrefix("--queue-timeout") } ? [] : ["--queue-timeout", "120"])
            + (flags.contains("--port") ? [] : ["--port", "0"]) + flags
        let child = try Child(words, environment: environment, in: folder)
        self.child = child
        do {
            port = try Child.wait("a server to serve") {
                if !child.isRunning { throw Child.Failure(description: "no server: \(child.errors)") }
                return Self.port(child.errors)
            }
        } catch {
            child.kill()
            throw error
        }
    }

    private static func port(_ log: String) -> UInt16? {
        guard let line = log.split(separator: "\n").first(where: { $0.contains("Serving http://") }) else { return nil }
        return line.wholeMatch(of: /hearth: Serving http:\/\/127\.0\.0\.1:(\d+)\/home/).flatMap { UInt16($0.1) }
    }

    /// The one that answers: the process that the supervisor keeps.
    func worker() throws -> pid_t {
        try Child.wait("a worker") { children(of: child.id).first }
    }

    /// Kills each worker as soon as there is one, until the log says `text` for so many times.
    func killWorkers(untilLog text: String, times: Int = 1) throws {
        var killed: Set<pid_t> = []
        try Child.wait("\"\(text)\" in the log") {
            if child.errors.ranges(of: text).count >= times { return () }
            for worker in children(of: child.id) where killed.insert(worker).inserted { kill(worker, SIGKILL) }
            return nil
        }
    }

    /// Waits until the log says `text`, for so many times.
    func waitForLog(_ text: String, times: Int = 1) throws {
        try Child.wait("\"\(text)\" in the log") { child.errors.ranges(of: text).count >= times ? () : nil }
    }

    /// Sends a request on one kept connection.
    func request(_ method: String, _ target: String, body: String? = nil) throws -> TestClient.Response {
        let client = try kept ?? TestClient(port: port)
        kept = client
        let answer = try client.request(method, target, body: body)
        if answer.fields["connection"] == "close" { kept = nil }
        return answer
    }

    func get(_ target: String) throws -> TestClient.Response { try request("GET", target) }

    /// The document at `target`, which has to be there.
    func home(_ target: String) throws -> JSON {
        let answer = try get(target)
        guard answer.status == 200 else { throw TestClient.Failure(reason: "\(target): \(answer.status)") }
        return try answer.json
    }
}

/// A server on the store at this path, for as long as `body` runs.
func withServer<Value>(
    on store: String,
    _ flags: String...,
    environment: [String: String] = [:],
    in folder: Folder,
    _ body: (RunningServer) throws -> Value
) throws -> Value {
    let server = try RunningServer(store: store, flags, environment: environment, in: folder)
    defer { server.child.kill() }
    return try body(server)
}

/// A server on the store at this address, which it may not have opened yet, for as long as `body` runs.
func withAnsweringServer<Value>(
    on store: String,
    _ flags: String...,
    in folder: Folder,
    _ body: (RunningServer) throws -> Value
) throws -> Value {
    let server = try RunningServer(answeringOn: store, flags, in: folder)
    defer { server.child.kill() }
    return try body(server)
}

/// A server on a copy of the fixtures' store that has the config at this path, and asks the recommendation service at a
/// port of this machine.
func withServer<Value>(
    asking port: UInt16,
    config: String,
    in folder: Folder,
    _ body: (RunningServer) throws -> Value
) throws -> Value {
    let recommender = "http://127.0.0.1:\(port)"
    let store = try FixtureStore.copy(into: folder)
    return try withServer(on: store, "--config", config, "--recommender", recommender, in: folder, body)
}

/// A server on the store at this path, for as long as a body that waits runs.
func withServer<Value>(
    on store: String,
    _ flags: String...,
    in folder: Folder,
    _ body: (RunningServer) async throws -> Value
) async throws -> Value {
    let server = try RunningServer(store: store, flags, environment: [:], in: folder)
    defer { server.child.kill() }
    return try await body(server)
}

/// A server on a copy of the fixtures' store, for as long as `body` runs.
func withFixtureServer<Value>(
    environment: [String: String] = [:],
    _ body: (RunningServer) throws -> Value
) throws -> Value {
    try withFolder { folder in
        try withServer(on: try FixtureStore.copy(into: folder), environment: environment, in: folder, body)
    }
}
