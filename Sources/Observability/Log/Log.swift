import Dispatch
import EventLoop
import Glibc
import HTTPServer

/// The access log and the event log: one line of JSON per request and per event, written by a dedicated thread.
///
/// Logging never waits for the output. Lines for which there is no room are dropped and counted.
public final class Log: Sendable {
    public enum Level: String, Sendable {
        case info
        /// A problem that Hearth has recovered from.
        case warning
        /// A problem that an operator has to fix.
        case error
    }

    private let queue: LogQueue
    private let end = DispatchSemaphore(value: 0)

    /// - Parameter descriptor: The log keeps its own duplicate.
    /// - Throws: `SystemError` if the descriptor is invalid, or no thread can be started.
    init(to descriptor: Int32, limits: LogLimits = LogLimits()) throws(SystemError) {
        let copy = FileDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
        guard copy.rawValue >= 0 else { throw SystemError("write the log to descriptor \(descriptor)") }
        let queue = LogQueue(limits: limits)
        self.queue = queue
        try DedicatedThread.start { [end] in
            var writer = LogWriter(queue: queue, descriptor: copy.rawValue, limits: limits)
            writer.run()
            copy.close()
            end.signal()
        }
    }

    deinit {
        queue.close()
    }

    /// Allocates nothing.
    func request(_ exchange: Exchange) {
        queue.append(exchange)
    }

    /// The fields of an event: an `Int` becomes a number, anything else a text.
    public typealias Fields = KeyValuePairs<StaticString, any CustomStringConvertible>

    /// Queues the line of a rare event. Fields follow `time`, `level` and `message`, and must have other names.
    public func event(_ level: Level, _ message: String, _ fields: Fields = [:]) {
        queue.append(event: LogLine.event(level, message, fields))
    }

    var dropped: UInt64 { queue.dropped }

    /// Writes the queued lines and ends the log. Blocks the calling thread. Later lines are lost.
    /// - Returns: Whether the writer finished within the limit.
    @discardableResult
    public func close(within limit: Duration = .seconds(1)) -> Bool {
        queue.close()
        guard end.wait(timeout: .now() + .milliseconds(limit.milliseconds)) == .success else {
            queue.abandon()
            return false
        }
        // For further calls.
        end.signal()
        return true
    }
}
