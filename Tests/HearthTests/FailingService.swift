import Foundation
import Glibc
import Synchronization

/// A recommendation service whose behaviour a test switches.
final class FailingService: Sendable {
    enum Mode {
        case healthy, slow, garbage
        /// Does not listen.
        case stopped
        /// Restarts again and again.
        case restarting
    }

    /// The delay of a slow answer, in microseconds.
    private static let delay: UInt32 = 2_000_000

    let port: UInt16
    private let state: Mutex<(mode: Mode, service: RawService?)>
    private let handler: @Sendable (FailingService, RawService.Request, RawService.Connection) -> Bool

    init() throws {
        // Recommend only items that no other widget shows; deduplication would remove them there.
        let ids = try FixtureListing.all.get().suffix(8).map(\.id)
        let list = String(decoding: try JSONEncoder().encode(ids.map { ["Id": $0] }), as: UTF8.self)
        handler = { service, request, connection in
            switch service.mode {
            case .slow:
                usleep(Self.delay)
                return connection.answer(200, list)
            case .garbage:
                return connection.answer(200, "[{\"Id\": 1, <html>")
            case .stopped:
                return false
            case .healthy, .restarting:
                return connection.answer(200, request.target.hasPrefix("/api/recommend/") ? list : "[]")
            }
        }
        state = Mutex((.healthy, nil))
        let first = try RawService(threads: 1) { _, _ in false }
        port = first.port
        first.stop()
        try setMode(.healthy)
    }

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
                state.service = try RawService(port: port, threads: 64) { [self] in handler(self, $0, $1) }
            } else if !isWanted {
                state.service?.stop()
                state.service = nil
            }
        }
    }
}
