import Foundation

@testable import HearthClient

/// A value that one thread at a time changes. `Mutex` would need macOS 15.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}

/// Answers requests by a script, and records them.
final class ScriptedTransport: Transport {
    typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private let answer: Answer
    private let recorded = Locked<[HTTPRequest]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// Gives the answers in turn, then fails.
    convenience init(_ answers: HTTPResponse...) {
        let rest = Locked(answers[...])
        self.init { _ in
            guard let next = rest.withLock({ $0.popFirst() }) else { throw URLError(.notConnectedToInternet) }
            return next
        }
    }

    var requests: [HTTPRequest] { recorded.withLock { $0 } }
    var targets: [String] { requests.map { $0.url.path + ($0.url.query().map { "?" + $0 } ?? "") } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        recorded.withLock { $0.append(request) }
        return try await answer(request)
    }
}

/// A clock that only sleeping moves.
final class ScriptedClock: Sendable {
    private let state = Locked<(now: Date, slept: [Double])>((Date(timeIntervalSince1970: 1_800_000_000), []))

    var slept: [Double] { state.withLock { $0.slept } }
    var now: Date { state.withLock { $0.now } }

    func policy(attempts: Int = 3) -> RetryPolicy {
        var policy = RetryPolicy()
        policy.attempts = attempts
        policy.now = { self.now }
        policy.random = { 1 }
        policy.sleep = { seconds in
            self.state.withLock { $0 = ($0.now.addingTimeInterval(seconds), $0.slept + [seconds]) }
        }
        return policy
    }
}

/// Lets a task wait until another one lets it go on.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        waiting.forEach { $0.resume() }
        waiting = []
    }
}

extension HTTPResponse {
    static func json(_ object: JSONObject, tag: String? = nil) throws -> HTTPResponse {
        HTTPResponse(status: 200, headers: tag.map { ["ETag": $0] } ?? [:], body: try object.data)
    }

    static func error(_ status: Int, _ code: String, retryAfter: String? = nil) -> HTTPResponse {
        let body = #"{"error": {"code": "\#(code)", "message": "no"}}"#
        let headers = retryAfter.map { ["retry-after": $0] } ?? [:]
        return HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
    }
}

/// A folder that is removed at the end.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
