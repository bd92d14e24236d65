import Bytes

/// The characters that keep a text of another direction from reordering the text around it: first strong isolate and pop
/// directional isolate (Unicode Standard Annex #9, 2.7). Both are empty where no letter has another direction.
public struct Isolation {
    public let start: StaticString
    public let end: StaticString

    /// The most bytes of both.
    public static let length = 6

    /// - Parameter text: In UTF-8.
    public init(of text: Span<UInt8>, in direction: Localizer.Direction) {
        let isNeeded =
            switch direction {
            case .leftToRight: text.hasRightToLeftLetter
            case .rightToLeft: text.hasLeftToRightLetter
            }
        start = isNeeded ? "\u{2068}" : ""
        end = isNeeded ? "\u{2069}" : ""
    }
}

extension String {
    /// The text between the characters that isolate it in a text of this direction.
    public func isolated(in direction: Localizer.Direction) -> String {
        let isolation = Isolation(of: utf8.span, in: direction)
        return "\(isolation.start)\(self)\(isolation.end)"
    }
}

extension OutputSpan<UInt8> {
    /// Isolates the text from `start` on in a text of this direction.
    public mutating func isolate(from start: Int, in direction: Localizer.Direction) {
        let isolation = Isolation(of: span.extracting(start...), in: direction)
        let length = isolation.start.utf8CodeUnitCount
        if length == 0 { return }
        let end = count
        append(isolation.start)
        append(isolation.end)
        var bytes = mutableSpan
        for offset in 0..<length {
            let byte = bytes[end + offset]
            for index in (start + offset..<end + offset).reversed() { bytes[index + 1] = bytes[index] }
            bytes[start + offset] = byte
        }
    }
}

extension Span<UInt8> {
    /// Whether a character is of Hebrew, Arabic, Syriac, Thaana, N'Ko or of the Arabic presentation forms.
    fileprivate var hasRightToLeftLetter: Bool {
        for index in indices {
            switch self[index] {
            case 0xD6...0xDF: return true
            case 0xE0 where index + 1 < count && self[index + 1] < 0xA4: return true
            // Between the two blocks of forms are variation selectors.
            case 0xEF where index + 1 < count && (0xAC...0xBB).contains(self[index + 1]) && self[index + 1] != 0xB8:
                return true
            default: continue
            }
        }
        return false
    }

    /// Whether a character is a letter of Latin to Armenian, which come before Hebrew, or of Devanagari to Hangul, which
    /// come after Arabic's blocks, without the punctuation and the symbols between them.
    fileprivate var hasLeftToRightLetter: Bool {
        for index in indices {
            switch self[index] {
            case 0x41...0x5A, 0x61...0x7A, 0xC3...0xD5, 0xE1, 0xE4...0xED: return true
            case 0xE0 where index + 1 < count && self[index + 1] >= 0xA4: return true
            case 0xE3 where index + 1 < count && self[index + 1] > 0x80: return true
            default: continue
            }
        }
        return false
    }
}
