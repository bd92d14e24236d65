import Glibc

/// Shows the progress of an import, or a copy, on standard error: a bar that is drawn in place on a terminal, a plain
/// line every few seconds elsewhere.
public struct ProgressReporter {
    /// Where the progress is shown.
    enum Style {
        case terminal
        case lines

        /// How long a reader is left alone between two reports.
        var interval: Duration {
            switch self {
            case .terminal: .milliseconds(100)
            case .lines: .seconds(3)
            }
        }
    }

    private static let barWidth = 24

    private let style: Style
    private let write: (String) -> Void
    private var next: Duration
    private var drawnWidth = 0

    /// A reporter on standard error.
    public init() {
        self.init(style: isatty(STDERR_FILENO) == 1 ? .terminal : .lines) { text in
            var text = text
            text.withUTF8 { bytes in
                // Sound: the bytes outlive the call. What is lost where standard error is full or closed is only a
                // report.
                _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        }
    }

    init(style: Style, write: @escaping (String) -> Void) {
        self.style = style
        self.write = write
        next = style.interval
    }

    /// Shows the progress, where the last report is long enough ago.
    public mutating func report(_ progress: RecordProgress) {
        guard progress.elapsed >= next else { return }
        next = progress.elapsed + style.interval
        switch style {
        case .lines: write(Self.facts(progress) + "\n")
        case .terminal:
            let text = Self.bar(progress) + Self.facts(progress)
            write("\r" + text + String(repeating: " ", count: max(0, drawnWidth - text.count)))
            drawnWidth = text.count
        }
    }

    /// Takes the bar away.
    public mutating func finish() {
        guard drawnWidth > 0 else { return }
        write("\r" + String(repeating: " ", count: drawnWidth) + "\r")
        drawnWidth = 0
    }

    private static func bar(_ progress: RecordProgress) -> String {
        guard let fraction = progress.fraction else { return "" }
        let full = Int(fraction * Double(barWidth))
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: barWidth - full) + "] "
    }

    private static func facts(_ progress: RecordProgress) -> String {
        let percent = progress.fraction.map { "\(Int($0 * 100))%, " } ?? ""
        let remaining = progress.remaining.map { ", \(clock($0)) left" } ?? ""
        return "\(percent)\(progress.records.grouped) records, \(Int(progress.rate).grouped) a second\(remaining)"
    }

    /// Minutes and seconds: `2:05`.
    private static func clock(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
