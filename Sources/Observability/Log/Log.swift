import Dispatch
import EventLoop
import Glibc
import HTTPServer
import Synchronization

/// The access log and the event log: one line of JSON per request and per event, written by a dedicated thread.
///
/// Logging never waits for the output. Lines for which there is no room are dropped and counted.
///
/// One lock is enough: with two threads that do nothing but log, a line took 23 to 52 ns, and 10 to 15 ns with one
/// (release build, two cores). A request takes a thousand times as long.
public final class Log: Sendable {
    public enum Level: String, Sendable {
        case info
        /// A problem that Hearth has recovered from.
        case warning
        /// A problem that an operator has to fix.
        case error
    }

    let queue: Mutex<LogQueue>
    let wakeup = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// - Parameter descriptor: The log keeps its own duplicate.
    /// - Throws: `SystemError` if the descriptor is invalid, or no thread can be started.
    init(to descriptor: Int32, limits: LogLimits = LogLimits()) throws(SystemError) {
        let copy = FileDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
        guard copy.rawValue >= 0 else { throw SystemError("write the log to descriptor \(descriptor)") }
        queue = Mutex(LogQueue(limits: limits))
        try DedicatedThread.start { [self] in
            var writer = LogWriter(log: self, descriptor: copy.rawValue, limits: limits)
            writer.run()
            copy.close()
            end.signal()
        }
    }

    /// Allocates nothing.
    func request(_ exchange: Exchange) {
        add { $0.append(exchange) }
    }

    /// The fields of an event: an `Int` becomes a number, anything else a text.
    public typealias Fields = KeyValuePairs<StaticString, any CustomStringConvertible>

    /// Queues the line of a rare event. Fields follow `time`, `level` and `message`, and must have other names.
    public func event(_ level: Level, _ message: String, _ fields: Fields = [:]) {
        let line = LogLine.event(level, message, fields)
        add { $0.append(event: line) }
    }

    /// Wakes the writer if there was room for the line.
    private func add(_ append: (inout LogQueue) -> Bool) {
        let wakes = queue.withLock { queue in
            guard append(&queue) else {
                queue.dropped += 1
                return false
            }
            defer { queue.isIdle = false }
            return queue.isIdle
        }
        if wakes { wakeup.signal() }
    }

    /// The lines that found no room or could not be written.
    var dropped: Int { queue.withLock { $0.dropped } }

    /// Writes the queued lines and ends the log. Blocks the calling thread. Later lines are lost.
    /// - Returns: Whether the writer finished within the limit.
    @discardableResult
    public func close(within limit: Duration = .seconds(1)) -> Bool {
        queue.withLock { $0.isClosing = true }
        wakeup.signal()
        guard end.wait(timeout: .now() + .milliseconds(limit.milliseconds)) == .success else { return false }
        // For further calls.
        end.signal()
        return true
    }

    /// Waits for lines, or for the log to close. For the writer.
    /// - Parameter exchanges: An empty array, swapped with the queued exchanges, so that neither side allocates.
    func take(_ exchanges: inout [Exchange]) -> (events: [UInt8], isLast: Bool) {
        while true {
            if let taken = queue.withLock({ $0.take(&exchanges) }) { return taken }
            wakeup.wait()
        }
    }
}

/// The bounded queue between the threads that log and the thread that writes.
struct LogQueue {
    private let limits: LogLimits
    private var exchanges: [Exchange] = []
    private var events: [UInt8] = []
    var dropped = 0
    /// Whether the writer waits.
    var isIdle = false
    var isClosing = false

    init(limits: LogLimits) {
        self.limits = limits
        exchanges.reserveCapacity(limits.lines)
    }

    /// - Returns: Whether there was room.
    mutating func append(_ exchange: Exchange) -> Bool {
        let limit = exchange.status.rawValue >= 500 ? limits.lines : limits.failuresFrom
        guard exchanges.count < limit else { return false }
        exchanges.append(exchange)
        return true
    }

    /// - Parameter line: Ends in a line feed.
    mutating func append(event line: [UInt8]) -> Bool {
        guard events.count + line.count <= limits.eventBytes else { return false }
        events += line
        return true
    }

    /// Swaps `exchanges` with the queued ones; `nil` if there is nothing to write.
    mutating func take(_ exchanges: inout [Exchange]) -> (events: [UInt8], isLast: Bool)? {
        isIdle = self.exchanges.isEmpty && events.isEmpty && !isClosing
        if isIdle { return nil }
        swap(&self.exchanges, &exchanges)
        defer { events = [] }
        return (events, isClosing)
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
