/// The estimated width of a text at any size, from ``AdvanceWidths``: an estimate, since clients have fonts of their own
/// and shape letters.
public struct TextExtent: Hashable, Sendable {
    /// The width of the text in one line, in units of ``AdvanceWidths``.
    public let width: UInt16
    /// The width of the widest word, which no line break divides.
    let widestWord: UInt16

    public static let none = TextExtent(width: 0, widestWord: 0)

    /// A text that takes all the lines there are.
    public static let long = TextExtent(width: .max, widestWord: 0)

    private init(width: UInt16, widestWord: UInt16) {
        self.width = width
        self.widestWord = widestWord
    }

    public init(_ text: String) { self.init(text.unicodeScalars) }

    /// The extent of a text in UTF-8.
    public init(utf8: [UInt8]) { self.init(String(decoding: utf8, as: UTF8.self)) }

    private init(_ text: String.UnicodeScalarView) {
        var (width, word, widest) = (0, 0, 0)
        for character in text {
            let advance = AdvanceWidths.width(of: character.value)
            width += advance
            if character == " " || AdvanceWidths.isWide(character.value) {
                word = 0
            } else {
                word += advance
                widest = max(widest, word)
            }
        }
        self.init(width: UInt16(clamping: width), widestWord: UInt16(clamping: widest))
    }

    /// The texts side by side, with a space between them.
    public func followed(by other: TextExtent) -> TextExtent {
        let space = AdvanceWidths.width(of: 0x20)
        return TextExtent(
            width: UInt16(clamping: Int(width) + space + Int(other.width)),
            widestWord: max(widestWord, other.widestWord)
        )
    }

    /// The estimated number of lines of this width, in the same units: at the end of each, half of the widest word is
    /// missing.
    func lines(of room: Int) -> Int {
        if width <= room { return 1 }
        // A word that does not fit is divided, so that its lines are full.
        let missing = widestWord <= room ? Int(widestWord) / 2 : 0
        return max(2, Int(width).dividedUp(by: max(1, room - missing)))
    }
}
