/// The number of lines into which each text of a caption or a header wraps.
public struct LineCounts: Hashable, Sendable {
    /// Four bits for each text; 0 for the most lines that it may have.
    private var bits: UInt64

    /// The most texts.
    static let capacity = 16

    /// As many lines as each text may have: the texts are not known yet.
    public static let most = LineCounts(bits: 0)

    /// One line for each text.
    public static let one = LineCounts(bits: 0x1111_1111_1111_1111)

    /// The number of lines of the text at `index`, from 0 on.
    func count(at index: Int, most: Int) -> Int {
        let count = Int(bits >> UInt64(4 * index) & 0xF)
        return count == 0 ? most : min(count, most)
    }

    /// Adds the lines that `text` needs at `index`, from 0 on, to those of other texts in the same place.
    public mutating func fit(_ text: TextExtent, at index: Int, _ line: LineMetrics) {
        let needed = min(text.lines(of: line.room), line.mostLines)
        guard needed > count(at: index, most: line.mostLines) else { return }
        let shift = UInt64(4 * index)
        bits = bits & ~(0xF << shift) | UInt64(needed) << shift
    }
}
