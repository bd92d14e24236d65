import Dispatch
import EventLoop
import Glibc

/// What the process says of itself: a line of JSON for each request and for each event, written by a thread of its own.
///
/// Nobody who has something to say waits for the output. What it does not take fast enough is first sampled, then left
/// out, and what was left out is counted and said.
public final class Log: Sendable {
    /// How much an event matters.
    public enum Level: String, Sendable {
        /// It is as it should be: started, reloaded.
        case info
        /// Something is wrong, and was made up for.
        case warning
        /// Something is wrong, and somebody has to see to it.
        case error
    }

    private let queue: LogQueue
    /// Is signalled when the writer has ended.
    private let end = DispatchSemaphore(value: 0)

    /// A log that is written to `descriptor`, of which it keeps its own copy.
    /// - Parameters:
    ///   - methods: what the places of methods in records stand for.
    ///   - routes: what the places of routes in records stand for.
    ///   - denials: what the places of denials in records stand for.
    ///   - limits: how much may wait to be written.
    /// - Throws: `SystemError` where the descriptor is none, or the system has no thread left.
    public init(
        to descriptor: Int32,
        methods: Label,
        routes: Label,
        denials: Label,
        limits: LogLimits = LogLimits()
    ) throws(SystemError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError("write the log to descriptor \(descriptor)") }
        let queue = LogQueue(limits: limits)
        self.queue = queue
        let line = LogLine(methods: methods, routes: routes, denials: denials)
        do {
            try DedicatedThread.start { [end] in
                var writer = LogWriter(queue: queue, descriptor: copy, line: line, limits: limits)
                writer.run()
                Glibc.close(copy)
                end.signal()
            }
        } catch {
            Glibc.close(copy)
            throw error
        }
    }

    deinit {
        queue.close()
    }

    /// Queues the line of a request. It takes no time worth mentioning, whatever becomes of the output: it allocates
    /// nothing and never waits for it.
    func request(_ record: RequestRecord) {
        queue.append(record)
    }

    /// Queues the line of something that happens rarely: the start, a reload, a worker that died. Fields come after
    /// `time`, `level` and `message`, and have other names.
    public func event(
        _ level: Level,
        _ message: String,
        _ fields: KeyValuePairs<StaticString, LogValue> = [:]
    ) {
        queue.append(event: LogLine.event(level, message, fields, at: .now()))
    }

    /// Lines of requests that were left out up to now while others like them were kept.
    public var sampled: UInt64 { queue.leftOut.sampled }

    /// Lines that were left out up to now since there was no room for them, or the output did not take them.
    public var dropped: UInt64 { queue.leftOut.dropped }

    /// Writes what is queued, and ends; the calling thread waits for it. What is queued afterwards is lost.
    /// - Parameter limit: how long it may take.
    /// - Returns: whether all was written in time, as far as the output took it.
    @discardableResult
    public func close(within limit: Duration = .seconds(1)) -> Bool {
        queue.close()
        guard end.wait(timeout: .now() + .milliseconds(limit.milliseconds)) == .success else {
            queue.abandon()
            return false
        }
        // For whoever asks again.
        end.signal()
        return true
    }
}
