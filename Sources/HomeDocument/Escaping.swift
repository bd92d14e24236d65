import Bytes

/// The content of JSON strings: `"`, `\` and U+0000…U+001F are escaped (RFC 8259, section 7), everything else stands as it
/// is, in UTF-8.
extension Span where Element == UInt8 {
    /// The index of the first byte that needs escaping; `count` where none does.
    var firstToEscape: Int {
        let bytes = unsafe bytes
        var index = 0
        while count - index >= 8 {
            // Sound: that the bytes are there is checked, and any bytes are an integer.
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word.mayHaveByteToEscape { break }
            index += 8
        }
        while index < count, !self[index].needsEscaping { index += 1 }
        return index
    }

    /// How many bytes it has at most when it is escaped from `first` on; as many as it has where nothing is.
    func length(escapedFrom first: Int) -> Int { first + 6 * (count - first) }
}

extension UInt64 {
    /// Whether one of its bytes may need escaping: certainly where one does, and never where all are letters, digits or
    /// behind U+007F.
    fileprivate var mayHaveByteToEscape: Bool {
        let low: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        // A byte below n borrows from its own highest bit, which counts where it was not set before.
        func hasByte(below limit: UInt64, _ word: UInt64) -> UInt64 { (word &- low &* limit) & ~word & high }
        let quote = self ^ low &* UInt64(UInt8(ascii: "\""))
        let backslash = self ^ low &* UInt64(UInt8(ascii: "\\"))
        return hasByte(below: 0x20, self) | hasByte(below: 1, quote) | hasByte(below: 1, backslash) != 0
    }
}

extension UInt8 {
    fileprivate var needsEscaping: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}

extension OutputSpan where Element == UInt8 {
    /// Appends the content of a JSON string, which is escaped from `first` on.
    mutating func append(_ text: Span<UInt8>, escapedFrom first: Int) {
        append(copying: text.extracting(..<first))
        for index in first..<text.count {
            let byte = text[index]
            if byte.needsEscaping { appendEscape(of: byte) } else { append(byte) }
        }
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0a: append("\\n")
        case 0x0c: append("\\f")
        case 0x0d: append("\\r")
        default:
            append(byte < 0x10 ? "\\u000" : "\\u001")
            append(byte & 0xf < 10 ? UInt8(ascii: "0") + byte & 0xf : UInt8(ascii: "a") - 10 + byte & 0xf)
        }
    }
}
