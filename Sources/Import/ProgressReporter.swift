import Glibc

/// Shows the progress of an import, a copy or an evaluation on standard error: a bar that is redrawn on a terminal,
/// otherwise a line every few seconds.
public struct ProgressReporter {
    /// The plural that names what is counted.
    private let unit: String
    private let isTerminal: Bool
    private let interval: Duration
    private let elapsed: () -> Duration
    private let write: (String) -> Void
    private var next: Duration
    private var isDrawn = false

    /// Moves a terminal to the beginning of the line, and erases it.
    private static let erasing = "\r\u{1b}[K"

    public init(of unit: String = "records") {
        let start = ContinuousClock.now
        self.init(of: unit, isTerminal: isatty(STDERR_FILENO) == 1, elapsed: { start.duration(to: .now) }) { text in
            var text = text
            text.withUTF8 { bytes in
                // Sound: the bytes outlive the call. Reports may be lost if standard error is full or closed.
                _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        }
    }

    init(of unit: String, isTerminal: Bool, elapsed: @escaping () -> Duration, write: @escaping (String) -> Void) {
        self.unit = unit
        self.isTerminal = isTerminal
        self.elapsed = elapsed
        self.write = write
        interval = isTerminal ? .milliseconds(100) : .seconds(3)
        next = interval
    }

    /// Shows the progress, unless the last report was just before.
    /// - Parameter share: What is done, 0…1; `nil` if unknown.
    public mutating func report(_ count: Int, share: Double?) {
        let elapsed = elapsed()
        guard elapsed >= next else { return }
        next = elapsed + interval
        let text = text(count, share, elapsed)
        write(isTerminal ? Self.erasing + Self.bar(share) + text : text + "\n")
        isDrawn = isTerminal
    }

    public mutating func finish() {
        if isDrawn { write(Self.erasing) }
        isDrawn = false
    }

    /// Such as `[######------------------] `; empty if the share is unknown.
    private static func bar(_ share: Double?) -> String {
        guard let share else { return "" }
        let full = Int(share * 24)
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: 24 - full) + "] "
    }

    /// Such as `25%, 2,500 records, 833 a second, 0:09 left`.
    private func text(_ count: Int, _ share: Double?, _ elapsed: Duration) -> String {
        let percent = share.map { "\(Int($0 * 100))%, " } ?? ""
        let rate = Int(Double(count) / (elapsed / .seconds(1)))
        let text = "\(percent)\(count.grouped) \(unit), \(rate.grouped) a second"
        guard let share, share > 0 else { return text }
        let seconds = (elapsed * ((1 - share) / share)).components.seconds
        return "\(text), \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }
}
