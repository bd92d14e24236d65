/// The estimated width of a text at any size, from ``AdvanceWidths``: an estimate, since clients have fonts of their own
/// and shape letters.
public struct TextExtent: Hashable, Sendable {
    /// The width of the text in one line, in units of ``AdvanceWidths``.
    public let width: UInt16
    /// The width of the widest word, which no line break divides.
    let widestWord: UInt16
    private let words: UInt16

    public static let none = TextExtent(width: 0, widestWord: 0, words: 0)
}

extension TextExtent {
    public init(_ text: String) { self.init(utf8: text.utf8.span) }

    /// - Parameter text: Valid UTF-8.
    public init(utf8 text: Span<UInt8>) {
        var (width, word, widest, words) = (0, 0, 0, 0)
        let widths = AdvanceWidths.low
        var index = 0
        while index < text.count {
            let character = text.character(at: &index)
            let isLow = character < widths.count
            let advance = isLow ? Int(widths[character]) : AdvanceWidths.width(of: UInt32(character))
            width &+= advance
            if character == 0x20 || !isLow && AdvanceWidths.isWide(UInt32(character)) {
                widest = max(widest, word)
                word = 0
                if !isLow { words += 1 }
            } else {
                if word == 0 { words &+= 1 }
                word &+= advance
            }
        }
        widest = max(widest, word)
        self.init(
            width: UInt16(clamping: width),
            widestWord: UInt16(clamping: widest),
            words: UInt16(clamping: words)
        )
    }

    /// A space separates the texts.
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

extension Span<UInt8> {
    /// Moves `index` behind the character.
    @inline(__always)
    fileprivate func character(at index: inout Int) -> Int {
        let first = Int(self[index])
        index += 1
        if first < 0x80 { return first }
        let following = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        var character = first & 0x3F >> following
        for _ in 0..<following where index < count {
            character = character << 6 | Int(self[index] & 0x3F)
            index += 1
        }
        return character
    }
}
