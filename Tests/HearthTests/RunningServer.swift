import Foundation
import HTTPTestClient

/// A server of the program, on its own port.
final class RunningServer {
    let child: Child
    let port: UInt16
    let store: String
    let folder: Folder
    private var kept: TestClient?

    /// Starts a server on its own port, and waits until it answers, with or without an open store.
    fileprivate init(answeringOn store: String, _ flags: [String], in folder: Folder) throws {
        let child = try Child(["serve", "--store", store, "--port", "0"] + flags, in: folder)
        (self.child, self.store, self.folder) = (child, store, folder)
        do {
            port = try Child.wait("a server to answer") {
                if !child.isRunning { throw Child.Failure(description: "no server: \(child.errors)") }
                guard let port = listeningPorts(of: child.id).first else { return nil }
                return (try? TestClient(port: port).request("GET", "/healthz"))?.status == 200 ? port : nil
            }
        } catch {
            child.kill()
            throw error
        }
    }

    fileprivate init(store: String, _ flags: [String], environment: [String: String], in folder: Folder) throws {
        // Long timeouts, because other tests may keep the machine busy.
        let words =
            ["serve", "--store", store]
            + (flags.contains { $0.hasPrefix("--queue-timeout") } ? [] : ["--queue-timeout", "120"])
            + (flags.contains { $0.hasPrefix("--port") } ? [] : ["--port", "0"]) + flags
        let child = try Child(words, environment: environment, in: folder)
        (self.child, self.store, self.folder) = (child, store, folder)
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

    /// The worker: the supervisor's child process.
    func worker() throws -> pid_t {
        try Child.wait("a worker") { children(of: child.id).first }
    }

    /// Kills each new worker until the log has had `text` this many times.
    func killWorkers(untilLog text: String, times: Int = 1) throws {
        var killed: Set<pid_t> = []
        try Child.wait("\"\(text)\" in the log") {
            if child.errors.ranges(of: text).count >= times { return () }
            for worker in children(of: child.id) where killed.insert(worker).inserted { kill(worker, SIGKILL) }
            return nil
        }
    }

    /// Waits until the log has had `text` this many times.
    func waitForLog(_ text: String, times: Int = 1) throws {
        try Child.wait("\"\(text)\" in the log") { child.errors.ranges(of: text).count >= times ? () : nil }
    }

    func request(_ method: String, _ target: String, body: String? = nil) throws -> TestClient.Response {
        let client = try kept ?? TestClient(port: port)
        kept = client
        let answer = try client.request(method, target, body: body)
        if answer.fields["connection"] == "close" { kept = nil }
        return answer
    }

    func get(_ target: String) throws -> TestClient.Response { try request("GET", target) }

    func home(_ target: String) throws -> JSON {
        let answer = try get(target)
        guard answer.status == 200 else { throw TestClient.Failure(reason: "\(target): \(answer.status)") }
        return try answer.json
    }
}

/// Runs `body` with a server on the store at this path.
func withServer<Value>(
    on store: String,
    _ flags: String...,
    environment: [String: String] = [:],
    in folder: Folder,
    _ body: (RunningServer) throws -> Value
) throws -> Value {
    try withServer(on: store, flags, environment: environment, in: folder, body)
}

private func withServer<Value>(
    on store: String,
    _ flags: [String],
    environment: [String: String],
    in folder: Folder,
    _ body: (RunningServer) throws -> Value
) throws -> Value {
    let server = try RunningServer(store: store, flags, environment: environment, in: folder)
    defer { server.child.kill() }
    return try body(server)
}

/// Runs `body` with a server on the store at this address, whether the store is open yet or not.
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

/// Runs `body` with a server on a copy of the fixtures' store, with the config at this path and the recommendation
/// service at a local port.
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

/// Runs `body` with a server on a copy of the fixtures' store.
/// - Parameter config: the text of its config; `nil` for the fixtures'.
func withFixtureServer<Value>(
    _ flags: String...,
    config: String? = nil,
    environment: [String: String] = [:],
    _ body: (RunningServer) throws -> Value
) throws -> Value {
    try withFolder { folder in
        let config = try config.map { ["--config", try folder.write($0, to: "home.json")] } ?? []
        let store = try FixtureStore.copy(into: folder)
        return try withServer(on: store, flags + config, environment: environment, in: folder, body)
    }
}
