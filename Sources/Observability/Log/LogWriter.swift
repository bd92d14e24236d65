import Dispatch
import EventLoop
import Glibc
import HTTPServer
import Synchronization

/// Formats queued lines and writes them in large chunks, on a thread that may block.
struct LogWriter {
    private let log: Log
    private let descriptor: Int32
    private var line = LogLine()
    private var bytes: [UInt8] = []
    private var exchanges: [Exchange] = []
    /// The dropped lines that the log has already reported.
    private var reported = 0
    /// Whether the last write ended within a line.
    private var isWithinLine = false

    /// In bytes.
    private static let chunk = 64 * 1024
    /// How long lines are collected before they are written.
    private static let gathering = DispatchTimeInterval.milliseconds(10)

    init(log: Log, descriptor: Int32, limits: LogLimits) {
        self.log = log
        self.descriptor = descriptor
        exchanges.reserveCapacity(limits.lines)
    }

    /// Writes until the log is closed and its queue empty.
    mutating func run() {
        // A closed pipe must fail the write instead of ending the process.
        var signals = signalSet([SIGPIPE])
        // Sound: the set is a local variable that lives longer than the call.
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            let (events, isLast) = log.take(&exchanges)
            bytes = events
            for exchange in exchanges {
                line.append(exchange, to: &bytes)
                if bytes.count >= Self.chunk { flush() }
            }
            exchanges.removeAll(keepingCapacity: true)
            flush()
            reportDropped()
            if isLast { return }
            // Shorter if the log is closed.
            _ = log.wakeup.wait(timeout: .now() + Self.gathering)
        }
    }

    private mutating func flush() {
        let written = write()
        let lost = bytes[written...].count { $0 == UInt8(ascii: "\n") }
        if lost > 0 { log.queue.withLock { $0.dropped += lost } }
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func reportDropped() {
        let dropped = log.dropped
        guard dropped != reported else { return }
        bytes = LogLine.event(.warning, "Log lines dropped", ["count": dropped - reported])
        if write() == bytes.count { reported = dropped }
        bytes.removeAll(keepingCapacity: true)
    }

    /// - Returns: The number of bytes written; fewer than all if the output failed.
    private mutating func write() -> Int {
        if isWithinLine, !bytes.isEmpty { bytes.insert(UInt8(ascii: "\n"), at: 0) }
        var written = 0
        while written < bytes.count {
            // Sound: the system reads the bytes from `written` on during the call.
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                written += count
            } else if errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // Sound: the system reads and writes one local variable during the call.
                _ = unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                break
            }
        }
        if written > 0 { isWithinLine = bytes[written - 1] != UInt8(ascii: "\n") }
        return written
    }
}
