import Bytes
import HomeLayout

/// Writes the lines of a card's caption, and measures the first ones.
struct CaptionWriter {
    /// The most bytes of a line beside its texts.
    static let room = 32

    /// `ends[n]` is the end of the first `n` texts; 0 if the caption has no others.
    private(set) var ends = InlineArray<4, UInt32>(repeating: 0)
    private(set) var extents = InlineArray<4, TextExtent>(repeating: .none)
    private var count = 0

    /// Writes a line, unless its text is empty.
    /// - Parameters:
    ///   - text: Appends the text, unescaped.
    ///   - former: Appends the former price, if there is one.
    @inline(__always)
    mutating func write(
        to output: inout OutputSpan<UInt8>,
        _ text: (inout OutputSpan<UInt8>) -> Void,
        former: (inout OutputSpan<UInt8>) -> Void = { _ in }
    ) {
        let end = output.count
        output.append(count > 0 ? ",{\"text\":\"" : "{\"text\":\"")
        var extent = Self.append(text, to: &output)
        if extent == .none { return output.removeLast(output.count - end) }
        let textEnd = output.count
        output.append("\",\"former\":\"")
        let formerExtent = Self.append(former, to: &output)
        if formerExtent == .none {
            output.removeLast(output.count - textEnd)
        } else {
            extent = extent.followed(by: formerExtent)
        }
        output.append("\"}")
        if count < ends.count { (ends[count], extents[count]) = (UInt32(end), extent) }
        count += 1
    }

    @inline(__always)
    private static func append(
        _ text: (inout OutputSpan<UInt8>) -> Void,
        to output: inout OutputSpan<UInt8>
    ) -> TextExtent {
        let start = output.count
        text(&output)
        if output.count == start { return .none }
        defer { output.escapeJSON(from: start) }
        return TextExtent(utf8: output.span.extracting(start...))
    }
}
