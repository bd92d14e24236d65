import Glibc

/// The one who writes the log: takes what waits, formats it, and writes much at a time. It may block, and nobody waits
/// for it.
struct LogWriter {
    private let queue: LogQueue
    private let descriptor: Int32
    private var line: LogLine
    private var bytes: [UInt8] = []
    private var records: [RequestRecord] = []
    /// What was said already to be left out.
    private var reported: (sampled: UInt64, dropped: UInt64) = (0, 0)
    /// Whether what was written last stopped within a line.
    private var isWithinLine = false

    /// How many bytes are written at once.
    private static let chunk = 64 * 1024
    /// How long what comes is gathered before it is written, in milliseconds.
    private static let gathering: Int32 = 10

    init(queue: LogQueue, descriptor: Int32, line: LogLine, limits: LogLimits) {
        self.queue = queue
        self.descriptor = descriptor
        self.line = line
        bytes.reserveCapacity(Self.chunk + 1024)
        records.reserveCapacity(limits.lines)
    }

    /// Writes until the queue is closed and empty, or abandoned.
    mutating func run() {
        // A reader that has gone away is an error of the write, and no end of the process.
        Self.block(SIGPIPE)
        while true {
            let isLast = queue.isClosing
            let wasSome = writeAll()
            if isLast || queue.isAbandoned { return }
            if wasSome {
                queue.gather(milliseconds: Self.gathering)
            } else {
                queue.beIdle()
                if !writeAll() { queue.waitForMore() }
            }
        }
    }

    /// - Returns: whether there was anything to write.
    private mutating func writeAll() -> Bool {
        bytes = queue.takeEvents()
        var wasSome = !bytes.isEmpty
        for stripe in 0..<ThreadPlace.count {
            queue.takeRecords(of: stripe, with: &records)
            wasSome = wasSome || !records.isEmpty
            for record in records {
                line.append(record, to: &bytes)
                if bytes.count >= Self.chunk { flush() }
            }
            records.removeAll(keepingCapacity: true)
        }
        flush()
        report()
        return wasSome
    }

    private mutating func flush() {
        let written = write()
        let lost = bytes[written...].count { $0 == UInt8(ascii: "\n") }
        queue.dropped.increment(by: UInt64(lost))
        bytes.removeAll(keepingCapacity: true)
    }

    /// Says what was left out since this was said last.
    private mutating func report() {
        let (sampled, dropped) = (queue.sampled.value, queue.dropped.value)
        guard (sampled, dropped) != reported else { return }
        bytes = LogLine.event(
            .warning,
            "Lines were left out",
            [
                "sampled": .integer(Int(clamping: sampled &- reported.sampled)),
                "dropped": .integer(Int(clamping: dropped &- reported.dropped)),
            ],
            at: .now()
        )
        if write() == bytes.count { reported = (sampled, dropped) }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes the bytes.
    /// - Returns: how many were written; fewer than all where the output is broken, or the log abandoned.
    private mutating func write() -> Int {
        if isWithinLine, !bytes.isEmpty { bytes.insert(UInt8(ascii: "\n"), at: 0) }
        var written = 0
        while written < bytes.count {
            // Sound: the system reads the bytes from `written` on during the call.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress.map { unsafe $0 + written }, $0.count - written)
            }
            if count > 0 {
                written += count
            } else if errno == EAGAIN, !queue.isAbandoned {
                Poll.wait(for: Int16(POLLOUT), on: descriptor, milliseconds: 100)
            } else if errno != EINTR {
                break
            }
        }
        if written > 0 { isWithinLine = bytes[written - 1] != UInt8(ascii: "\n") }
        return written
    }

    private static func block(_ signal: Int32) {
        var signals = sigset_t()
        // Sound: the set is a local variable that lives longer than the calls.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, signal)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
