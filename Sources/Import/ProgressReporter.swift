import Glibc

/// The progress of an import, a copy or an evaluation.
public struct RecordProgress: Hashable, Sendable {
    /// The share that is done, 0…1; `nil` if unknown.
    var fraction: Double?
    public var records: Int
    /// The plural that names the records.
    public var unit = "records"
    var elapsed: Duration
}

extension RecordProgress {
    public init(fraction: Double?, records: Int, since start: ContinuousClock.Instant) {
        self.init(fraction: fraction, records: records, elapsed: start.duration(to: .now))
    }

    /// Such as `25%, 2,500 records, 833 a second, 0:09 left`.
    var text: String {
        let percent = fraction.map { "\(Int($0 * 100))%, " } ?? ""
        let rate = elapsed > .zero ? Double(records) / (elapsed / .seconds(1)) : 0
        let remaining = fraction.flatMap { $0 > 0 ? elapsed * ((1 - $0) / $0) : nil }
        let time = remaining.map { duration in
            let seconds = duration.components.seconds
            return ", \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
        }
        return "\(percent)\(records.grouped) \(unit), \(Int(rate).grouped) a second\(time ?? "")"
    }

    /// Such as `[######------------------] `; empty if the share is unknown.
    var bar: String {
        guard let fraction else { return "" }
        let (width, full) = (24, Int(fraction * 24))
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: width - full) + "] "
    }
}

/// Shows progress on standard error: a bar that is redrawn on a terminal, otherwise a line every few seconds.
public struct ProgressReporter {
    private let isTerminal: Bool
    private let interval: Duration
    private let write: (String) -> Void
    private var next: Duration
    private var drawnWidth = 0

    public init() {
        self.init(isTerminal: isatty(STDERR_FILENO) == 1) { text in
            var text = text
            text.withUTF8 { bytes in
                // Sound: the bytes outlive the call. Reports may be lost if standard error is full or closed.
                _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        }
    }

    init(isTerminal: Bool, write: @escaping (String) -> Void) {
        self.isTerminal = isTerminal
        self.write = write
        interval = isTerminal ? .milliseconds(100) : .seconds(3)
        next = interval
    }

    /// Shows the progress, unless the last report was just before.
    public mutating func report(_ progress: RecordProgress) {
        guard progress.elapsed >= next else { return }
        next = progress.elapsed + interval
        guard isTerminal else { return write(progress.text + "\n") }
        let text = progress.bar + progress.text
        write("\r" + text + String(repeating: " ", count: max(0, drawnWidth - text.count)))
        drawnWidth = text.count
    }

    public mutating func finish() {
        guard drawnWidth > 0 else { return }
        write("\r" + String(repeating: " ", count: drawnWidth) + "\r")
        drawnWidth = 0
    }
}
