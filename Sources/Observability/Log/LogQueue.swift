import Dispatch
import Synchronization

/// What waits to be written to the log, between the threads that have something to say and the one that writes.
///
/// Its lock is held for no longer than it takes to copy a record, or to exchange two arrays.
final class LogQueue: Sendable {
    private struct State {
        var records: RecordQueue
        var events: [UInt8] = []
        /// Whether the writer waits to be woken.
        var isIdle = false
        var isClosing = false
        var isAbandoned = false
        var leftOut: (sampled: UInt64, dropped: UInt64) = (0, 0)

        /// - Returns: whether the writer is to be woken now.
        mutating func endIdleness() -> Bool {
            defer { isIdle = false }
            return isIdle
        }
    }

    private let eventBytes: Int
    private let state: Mutex<State>
    private let wakeup = DispatchSemaphore(value: 0)

    init(limits: LogLimits) {
        eventBytes = limits.eventBytes
        state = Mutex(State(records: RecordQueue(limits: limits)))
    }

    func append(_ record: RequestRecord) {
        let wakes = state.withLock { state in
            switch state.records.append(record) {
            case .kept: return state.endIdleness()
            case .sampled: state.leftOut.sampled += 1
            case .dropped: state.leftOut.dropped += 1
            }
            return false
        }
        if wakes { wakeup.signal() }
    }

    /// Adds a line of an event, with its line feed.
    func append(event line: [UInt8]) {
        let wakes = state.withLock { state in
            guard state.events.count + line.count <= eventBytes else {
                state.leftOut.dropped += 1
                return false
            }
            state.events += line
            return state.endIdleness()
        }
        if wakes { wakeup.signal() }
    }

    /// Lines that were left out while others like them were kept, and those for which there was no room, or that could
    /// not be written.
    var leftOut: (sampled: UInt64, dropped: UInt64) { state.withLock { $0.leftOut } }

    /// Lets the writer write what there is, and end.
    func close() {
        state.withLock { $0.isClosing = true }
        wakeup.signal()
    }

    /// Lets the writer end without writing what there is.
    func abandon() {
        state.withLock { $0.isAbandoned = true }
        close()
    }

    // MARK: The writer's side

    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Waits until there is something to write, or the log is closed.
    /// - Parameter records: an empty array, which is exchanged for the records.
    /// - Returns: the lines of events, and whether nothing will follow.
    func take(_ records: inout [RequestRecord]) -> (events: [UInt8], isLast: Bool) {
        while true {
            let taken = state.withLock { state -> (events: [UInt8], isLast: Bool)? in
                state.isIdle = state.records.records.isEmpty && state.events.isEmpty && !state.isClosing
                if state.isIdle { return nil }
                state.records.exchange(&records)
                defer { state.events = [] }
                return (state.events, state.isClosing)
            }
            if let taken { return taken }
            wakeup.wait()
        }
    }

    /// Waits a while for more, unless the log is closed.
    func gather(milliseconds: Int) {
        _ = wakeup.wait(timeout: .now() + .milliseconds(milliseconds))
    }

    /// Takes note of lines that could not be written.
    func drop(_ count: Int) {
        state.withLock { $0.leftOut.dropped += UInt64(count) }
    }
}
