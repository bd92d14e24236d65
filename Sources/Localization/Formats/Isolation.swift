import Bytes

/// First strong isolate and pop directional isolate keep a text of another direction from reordering the text around it
/// (Unicode Standard Annex #9, 2.7). They are left out where no letter has another direction.
extension String {
    public func isolated(in direction: Localizer.Direction) -> String {
        utf8.span.needsIsolation(in: direction) ? "\u{2068}\(self)\u{2069}" : self
    }
}

extension OutputSpan<UInt8> {
    /// Appends up to six bytes.
    public mutating func isolate(from start: Int, in direction: Localizer.Direction) {
        if !span.extracting(start...).needsIsolation(in: direction) { return }
        let text = String(decoding: span.extracting(start...)).isolated(in: direction)
        removeLast(count - start)
        append(copying: text.utf8.span)
    }
}

extension Span<UInt8> {
    fileprivate func needsIsolation(in direction: Localizer.Direction) -> Bool {
        direction == .leftToRight ? hasRightToLeftLetter : hasLeftToRightLetter
    }

    /// Whether a character is of Hebrew, Arabic, Syriac, Thaana, N'Ko or of the Arabic presentation forms.
    private var hasRightToLeftLetter: Bool {
        for index in indices where self[index] >= 0xD6 {
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
    private var hasLeftToRightLetter: Bool {
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
