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
    enum Style {
        case terminal
        case lines

        var interval: Duration {
            switch self {
            case .terminal: .milliseconds(100)
            case .lines: .seconds(3)
            }
        }
    }

    private let style: Style
    private let write: (String) -> Void
    private var next: Duration
    private var drawnWidth = 0

    public init() {
        self.init(style: isatty(STDERR_FILENO) == 1 ? .terminal : .lines) { text in
            var text = text
            text.withUTF8 { bytes in
                // Sound: the bytes outlive the call. Reports may be lost if standard error is full or closed.
                _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        }
    }

    init(style: Style, write: @escaping (String) -> Void) {
        self.style = style
        self.write = write
        next = style.interval
    }

    /// Shows the progress, unless the last report was just before.
    public mutating func report(_ progress: RecordProgress) {
        guard progress.elapsed >= next else { return }
        next = progress.elapsed + style.interval
        switch style {
        case .lines: write(progress.text + "\n")
        case .terminal:
            let text = progress.bar + progress.text
            write("\r" + text + String(repeating: " ", count: max(0, drawnWidth - text.count)))
            drawnWidth = text.count
        }
    }

    public mutating func finish() {
        guard drawnWidth > 0 else { return }
        write("\r" + String(repeating: " ", count: drawnWidth) + "\r")
        drawnWidth = 0
    }
}
