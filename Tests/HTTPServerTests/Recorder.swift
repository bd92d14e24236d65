import Synchronization

@testable import HTTPServer

final class Recorder: ServerObserver {
    struct Record: Sendable {
        var opened = 0
        var closed = 0
        var refusals: [RejectionReason] = []
        var exchanges: [Exchange] = []

        func count(_ refusal: RejectionReason) -> Int { refusals.count { $0 == refusal } }
    }

    private let state = Mutex(Record())

    var record: Record { state.withLock { $0 } }

    func connectionOpened() { state.withLock { $0.opened += 1 } }
    func connectionClosed() { state.withLock { $0.closed += 1 } }
    func rejected(_ reason: RejectionReason) { state.withLock { $0.refusals.append(reason) } }
    func responded(_ exchange: Exchange) { state.withLock { $0.exchanges.append(exchange) } }

    /// Waits until the record is as wanted, limited only by the suite's time limit.
    func until(_ condition: (Record) -> Bool) async throws {
        while !condition(record) { try await Task.sleep(for: .milliseconds(1)) }
    }
}
