/// The estimated width of a text at any size, from ``AdvanceWidths``: an estimate, since clients have fonts of their own
/// and shape letters.
public struct TextExtent: Hashable, Sendable {
    /// The width of the text in one line, in units of ``AdvanceWidths``.
    public let width: UInt16
    /// The width of the widest word, which no line break divides.
    let widestWord: UInt16
    /// The number of words.
    private let words: UInt16

    public static let none = TextExtent(width: 0, widestWord: 0, words: 0)
}

extension TextExtent {
    public init(_ text: String) { self.init(text.unicodeScalars) }

    /// The extent of a text in UTF-8.
    public init(utf8: [UInt8]) { self.init(String(decoding: utf8, as: UTF8.self)) }

    private init(_ text: String.UnicodeScalarView) {
        var (width, word, widest, words) = (0, 0, 0, 0)
        for character in text {
            let advance = AdvanceWidths.width(of: character.value)
            width += advance
            if character == " " {
                word = 0
            } else if AdvanceWidths.isWide(character.value) {
                word = 0
                words += 1
            } else {
                if word == 0 { words += 1 }
                word += advance
                widest = max(widest, word)
            }
        }
        self.init(
            width: UInt16(clamping: width),
            widestWord: UInt16(clamping: widest),
            words: UInt16(clamping: words)
        )
    }

    /// The texts side by side, with a space between them.
    public func followed(by other: TextExtent) -> TextExtent {
        let space = AdvanceWidths.width(of: 0x20)
        return TextExtent(
            width: UInt16(clamping: Int(width) + space + Int(other.width)),
            widestWord: max(widestWord, other.widestWord),
            words: UInt16(clamping: Int(words) + Int(other.words))
        )
    }

    /// The estimated number of lines of this width, in the same units: at the end of each, half of the widest word is
    /// missing. Words that fit take no more lines than there are words.
    func lines(of room: Int) -> Int {
        if width <= room { return 1 }
        // A word that does not fit is divided, so that its lines are full.
        guard widestWord <= room else { return max(2, Int(width).dividedUp(by: max(1, room))) }
        let lines = Int(width).dividedUp(by: max(1, room - Int(widestWord) / 2))
        return max(2, min(lines, Int(words)))
    }
}
