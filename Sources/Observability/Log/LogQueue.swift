import Dispatch
import EventLoop
import HTTPServer
import Synchronization

/// The bounded queue between the threads that log and the thread that writes.
///
/// One lock is enough: with two threads that do nothing but log, a record took 23 to 52 ns, and 10 to 15 ns with one
/// (release build, two cores). A request takes a thousand times as long.
final class LogQueue: Sendable {
    enum Outcome {
        case kept, sampled, dropped
    }

    private struct State {
        var records: [RequestRecord] = []
        var events: [UInt8] = []
        /// Records omitted since the last one kept by sampling.
        var skipped = 0
        var omitted: (sampled: UInt64, dropped: UInt64) = (0, 0)
        var isIdle = false
        var isClosing = false
        var isAbandoned = false

        /// - Returns: Whether to wake the writer.
        mutating func endIdling() -> Bool {
            defer { isIdle = false }
            return isIdle
        }
    }

    private let limits: LogLimits
    private let state: Mutex<State>
    private let wakeup = DispatchSemaphore(value: 0)

    init(limits: LogLimits) {
        self.limits = limits
        var state = State()
        state.records.reserveCapacity(limits.lines)
        self.state = Mutex(state)
    }

    /// Adds the record, unless it is sampled out or there is no room. Failures (5xx) come first.
    @discardableResult
    func append(_ record: RequestRecord) -> Outcome {
        let (outcome, wakes) = state.withLock { state -> (Outcome, Bool) in
            let outcome = classify(record, &state)
            switch outcome {
            case .kept: state.records.append(record)
            case .sampled: state.omitted.sampled += 1
            case .dropped: state.omitted.dropped += 1
            }
            return (outcome, outcome == .kept && state.endIdling())
        }
        if wakes { wakeup.signal() }
        return outcome
    }

    private func classify(_ record: RequestRecord, _ state: inout State) -> Outcome {
        let count = state.records.count
        guard count < limits.lines else { return .dropped }
        guard count >= limits.sampledFrom, !record.isFailure else { return .kept }
        guard count < limits.failuresFrom else { return .dropped }
        state.skipped += 1
        guard state.skipped >= limits.nth else { return .sampled }
        state.skipped = 0
        return .kept
    }

    /// - Parameter line: Ends in a line feed.
    func append(event line: [UInt8]) {
        let wakes = state.withLock { state in
            guard state.events.count + line.count <= limits.eventBytes else {
                state.omitted.dropped += 1
                return false
            }
            state.events += line
            return state.endIdling()
        }
        if wakes { wakeup.signal() }
    }

    /// Dropped lines found no room or could not be written.
    var omitted: (sampled: UInt64, dropped: UInt64) { state.withLock { $0.omitted } }

    /// Makes the writer end after the queued lines.
    func close() {
        state.withLock { $0.isClosing = true }
        wakeup.signal()
    }

    /// Makes the writer end without writing the queued lines.
    func abandon() {
        state.withLock { $0.isAbandoned = true }
        close()
    }

    // MARK: For the writer

    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// - Parameter records: An empty array, swapped with the queued records, so that neither side allocates.
    func take(_ records: inout [RequestRecord]) -> (events: [UInt8], isLast: Bool) {
        while true {
            let taken = state.withLock { state -> (events: [UInt8], isLast: Bool)? in
                state.isIdle = state.records.isEmpty && state.events.isEmpty && !state.isClosing
                if state.isIdle { return nil }
                swap(&state.records, &records)
                defer { state.events = [] }
                return (state.events, state.isClosing)
            }
            if let taken { return taken }
            wakeup.wait()
        }
    }

    /// Returns earlier if the log is closed.
    func gather(milliseconds: Int) {
        _ = wakeup.wait(timeout: .now() + .milliseconds(milliseconds))
    }

    func drop(_ count: Int) {
        state.withLock { $0.omitted.dropped += UInt64(count) }
    }
}

/// The size of the log's queue, and the order in which lines are omitted when it fills up.
struct LogLimits: Hashable, Sendable {
    var lines = 8192
    /// From this number of lines on, only every ``nth`` line is kept, and all lines of failed requests.
    var sampledFrom = 4096
    /// From this number of lines on, only lines of failed requests (5xx) are kept.
    var failuresFrom = 7168
    /// The sampling interval, in lines.
    var nth = 16
    /// In bytes.
    var eventBytes = 64 * 1024
}

/// The log record of one request. It has a fixed size and no references, so that queueing it allocates nothing.
///
/// It contains no user, path or query: logs are kept longer than the store's data and are more widely readable. The
/// request id links a log line to a user's report.
struct RequestRecord: Sendable {
    var time: Timestamp
    /// Indexes into the values of the log's labels.
    var method: Int16
    var route: Int16
    var status: UInt16
    /// The index of the reason for a 401 or 403; below 0 otherwise.
    var authFailure: Int16 = -1
    /// Includes the head.
    var bytes: Int
    var duration: Duration
    var id: RequestID
    var trace: UInt128

    var isFailure: Bool { status >= 500 }
}
