import Bytes
import HomeLayout

/// Writes the lines of a card's caption, and measures the first ones.
struct CaptionWriter {
    /// The most bytes of a line beside its texts.
    static let room = 32

    /// The end of the caption's first texts, by how many of them are written; 0 for all.
    private(set) var ends = InlineArray<4, UInt32>(repeating: 0)
    /// The extents of the caption's first texts.
    private(set) var extents = InlineArray<4, TextExtent>(repeating: .none)
    private var count = 0

    func begin(in output: inout OutputSpan<UInt8>) { output.append(",\"caption\":[") }

    /// Writes a line.
    /// - Parameters:
    ///   - former: Appends the former price, which follows the text; returns `false` if there is none.
    ///   - text: Appends the text, unescaped; returns `false` if there is no such line.
    @inline(__always)
    mutating func write(
        to output: inout OutputSpan<UInt8>,
        former: (inout OutputSpan<UInt8>) -> Bool = { _ in false },
        _ text: (inout OutputSpan<UInt8>) -> Bool
    ) {
        let end = output.count
        output.append(count > 0 ? ",{\"text\":\"" : "{\"text\":\"")
        var start = output.count
        if !text(&output) { return output.removeLast(output.count - end) }
        var extent = TextExtent(utf8: output.span.extracting(start...))
        output.escapeJSON(from: start)
        let textEnd = output.count
        output.append("\",\"former\":\"")
        start = output.count
        if former(&output) {
            extent = extent.followed(by: TextExtent(utf8: output.span.extracting(start...)))
        } else {
            output.removeLast(output.count - textEnd)
        }
        output.append("\"}")
        if count < ends.count { (ends[count], extents[count]) = (UInt32(end), extent) }
        count += 1
    }
}
