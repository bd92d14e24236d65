extension Span<UInt8> {
    /// Whether this is `chunk-ext`, which may be empty (RFC 9112 section 7.1.1):
    /// `*( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )`.
    var isChunkExtension: Bool {
        var index = 0
        while index < count {
            guard skip(";", at: &index), skipToken(at: &index) else { return false }
            var value = index
            guard skip("=", at: &value) else { continue }
            index = value
            guard skipQuotedString(at: &index) || skipToken(at: &index) else { return false }
        }
        return true
    }

    /// Passes by the character and the blanks around it, if it is there.
    private func skip(_ character: Unicode.Scalar, at index: inout Int) -> Bool {
        var end = index
        while end < count, self[end].isBlank { end += 1 }
        guard end < count, self[end] == UInt8(ascii: character) else { return false }
        end += 1
        while end < count, self[end].isBlank { end += 1 }
        index = end
        return true
    }

    private func skipToken(at index: inout Int) -> Bool {
        let start = index
        while index < count, self[index].isToken { index += 1 }
        return index > start
    }

    /// RFC 9110 section 5.6.4. Where there is none, `index` stays.
    private func skipQuotedString(at index: inout Int) -> Bool {
        guard index < count, self[index] == UInt8(ascii: "\"") else { return false }
        var end = index + 1
        while end < count, self[end].isFieldContent {
            switch self[end] {
            case UInt8(ascii: "\""):
                index = end + 1
                return true
            case UInt8(ascii: "\\"):
                guard end + 1 < count, self[end + 1].isFieldContent else { return false }
                end += 2
            default:
                end += 1
            }
        }
        return false
    }
}
