import Dispatch
import EventLoop
import HTTPServer
import Synchronization

/// The bounded queue between the threads that log and the thread that writes.
///
/// One lock is enough: with two threads that do nothing but log, a line took 23 to 52 ns, and 10 to 15 ns with one
/// (release build, two cores). A request takes a thousand times as long.
final class LogQueue: Sendable {
    private struct State {
        var exchanges: [Exchange] = []
        var events: [UInt8] = []
        var dropped: UInt64 = 0
        var isIdle = false
        var isClosing = false
        var isAbandoned = false
    }

    private let limits: LogLimits
    private let state: Mutex<State>
    private let wakeup = DispatchSemaphore(value: 0)

    init(limits: LogLimits) {
        self.limits = limits
        var state = State()
        state.exchanges.reserveCapacity(limits.lines)
        self.state = Mutex(state)
    }

    /// - Returns: Whether there was room.
    @discardableResult
    func append(_ exchange: Exchange) -> Bool {
        add { state in
            let limit = exchange.status.rawValue >= 500 ? limits.lines : limits.failuresFrom
            guard state.exchanges.count < limit else { return false }
            state.exchanges.append(exchange)
            return true
        }
    }

    /// - Parameter line: Ends in a line feed.
    func append(event line: [UInt8]) {
        add { state in
            guard state.events.count + line.count <= limits.eventBytes else { return false }
            state.events += line
            return true
        }
    }

    /// Wakes the writer if `body` added a line, and else counts one as dropped.
    @discardableResult
    private func add(_ body: (inout State) -> Bool) -> Bool {
        let (isAdded, wakes) = state.withLock { state in
            guard body(&state) else {
                state.dropped += 1
                return (false, false)
            }
            defer { state.isIdle = false }
            return (true, state.isIdle)
        }
        if wakes { wakeup.signal() }
        return isAdded
    }

    /// The lines that found no room or could not be written.
    var dropped: UInt64 { state.withLock { $0.dropped } }

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

    /// - Parameter exchanges: An empty array, swapped with the queued exchanges, so that neither side allocates.
    func take(_ exchanges: inout [Exchange]) -> (events: [UInt8], isLast: Bool) {
        while true {
            let taken = state.withLock { state -> (events: [UInt8], isLast: Bool)? in
                state.isIdle = state.exchanges.isEmpty && state.events.isEmpty && !state.isClosing
                if state.isIdle { return nil }
                swap(&state.exchanges, &exchanges)
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
        state.withLock { $0.dropped += UInt64(count) }
    }
}

/// The size of the log's queue.
struct LogLimits: Hashable, Sendable {
    var lines = 8192
    /// From this number of lines on, only lines of failed requests (5xx) are kept.
    var failuresFrom = 7168
    /// In bytes.
    var eventBytes = 64 * 1024
}
