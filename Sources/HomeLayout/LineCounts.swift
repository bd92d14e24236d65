/// The number of lines into which each text of a caption or a header wraps.
public struct LineCounts: Hashable, Sendable {
    /// Four bits for each text: the lines after its first one.
    private var bits: UInt64 = 0
    /// The lines of the longest note below a caption; 0 if no item has one.
    public private(set) var note = 0

    /// One line for each text; also where the texts are not known yet.
    public static let one = LineCounts()

    /// - Parameter index: 0 to 15.
    func count(at index: Int) -> Int { 1 + Int(bits >> UInt64(4 * index) & 0xF) }

    /// Keeps the most lines of all texts in this place.
    /// - Parameter index: 0 to 15.
    public mutating func fit(_ text: TextExtent, at index: Int, _ line: LineRoom) {
        let needed = line.lines(of: text)
        guard needed > count(at: index) else { return }
        let shift = UInt64(4 * index)
        bits = bits & ~(0xF << shift) | UInt64(needed - 1) << shift
    }

    public mutating func fit(note text: TextExtent, _ line: LineRoom) { note = max(note, line.lines(of: text)) }
}

/// The room of a line of text, without its style: measuring a text counts no reference.
public struct LineRoom: Hashable, Sendable {
    /// Of a line, in units of ``AdvanceWidths``.
    let width: Int
    /// The most lines that texts could have had.
    let mostLines: Int

    fileprivate func lines(of text: TextExtent) -> Int {
        text.width <= width ? 1 : min(text.lines(of: width), mostLines)
    }
}

/// The room of a bar's texts, without their styles.
public struct BarRoom: Sendable {
    private let title: LineRoom?
    private let subtitle: LineRoom?
    /// Of the title beside the badge.
    private let besideBadge: Int?

    public init(_ bar: BarMetrics) {
        title = bar.lines.first?.room
        subtitle = bar.lines.dropFirst().first?.room
        besideBadge = bar.titleRoom
    }

    public func fit(of title: TextExtent, _ subtitle: TextExtent) -> BarFit {
        var fit = BarFit()
        if let line = self.title { fit.lines.fit(title, at: 0, line) }
        if let line = self.subtitle { fit.lines.fit(subtitle, at: 1, line) }
        if let besideBadge { fit.hasBadgeBelow = Int(title.width) > besideBadge }
        return fit
    }
}
