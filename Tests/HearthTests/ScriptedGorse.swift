import Foundation
import Glibc
import GorseAnswers
import Synchronization

/// A recommendation service that answers as Gorse does, and whose behaviour a test switches.
final class ScriptedGorse: Sendable {
    enum Mode {
        case healthy, slow, garbage
        /// Does not listen.
        case stopped
        /// Restarts again and again.
        case restarting
    }

    private struct State {
        var mode = Mode.healthy
        var service: RawService?
        var feedback: [String] = []
    }

    /// A member of the body of `PUT /api/feedback`.
    private struct Feedback: Decodable {
        let FeedbackType: String
        let UserId: String
        let ItemId: String
    }

    /// Recommended items that the catalogue no longer has. They make the answer so long that it is sent in chunks.
    private static let unknownIDs = (0..<40).map { "listing:gone-\($0)" }
    private static let delay: UInt32 = 2_000_000

    let port: UInt16
    let ids: [String]
    private let key: String?
    private let state = Mutex(State())

    init(key: String? = nil) throws {
        // Recommend only items that no other widget shows; deduplication would remove them there.
        ids = try FixtureListing.all.get().suffix(8).map(\.id)
        self.key = key
        let first = try RawService(threads: 1) { _, _ in false }
        port = first.port
        first.stop()
        try setMode(.healthy)
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// What the service was told, in this order: `open u1 product:s1001`, `delete u1`.
    var feedback: [String] { state.withLock { $0.feedback } }

    private var mode: Mode { state.withLock { $0.mode } }

    func setMode(_ mode: Mode) throws {
        state.withLock { $0.mode = mode }
        guard mode == .restarting else { return try listen(mode != .stopped) }
        for _ in 0..<10 {
            try listen(false)
            usleep(100_000)
            try listen(true)
            usleep(100_000)
        }
    }

    func stop() {
        try? listen(false)
    }

    private func listen(_ isWanted: Bool) throws {
        try state.withLock { state in
            if isWanted, state.service == nil {
                state.service = try RawService(port: port, threads: 64) { [self] in handle($0, $1) }
            } else if !isWanted {
                state.service?.stop()
                state.service = nil
            }
        }
    }

    /// - Returns: Whether the connection stays open.
    private func handle(_ request: RawService.Request, _ connection: RawService.Connection) -> Bool {
        switch mode {
        case .stopped: return false
        case .garbage: return connection.send(GorseAnswer(status: 200, body: "[{\"Id\": 1, <html>").message)
        case .slow: usleep(Self.delay)
        case .healthy, .restarting: break
        }
        return connection.send(answer(to: request).message)
    }

    private func answer(to request: RawService.Request) -> GorseAnswer {
        if let key, !request.head.lowercased().contains("\r\nx-api-key: \(key)\r\n") { return .unauthorized }
        let path = request.target.prefix { $0 != "?" }.split(separator: "/")
        switch (request.method, path.dropFirst().first) {
        case ("GET", "recommend"): return request.target.contains("offset=") ? .empty : .scores(ids + Self.unknownIDs)
        case ("GET", "latest"), ("GET", "non-personalized"): return .empty
        case ("GET", "item"): return .null
        case ("PUT", "feedback"):
            guard let events = try? JSONDecoder().decode([Feedback].self, from: Data(request.body)) else {
                return .invalidFeedback
            }
            state.withLock { $0.feedback += events.map { "\($0.FeedbackType) \($0.UserId) \($0.ItemId)" } }
            return .rowsAffected(events.count)
        case ("DELETE", "user"):
            state.withLock { $0.feedback.append("delete \(path.last ?? "")") }
            return .rowsAffected(1)
        default: return .pageNotFound
        }
    }
}
