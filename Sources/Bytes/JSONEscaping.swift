/// The content of JSON strings: `"`, `\` and U+0000…U+001F are escaped (RFC 8259 section 7), other UTF-8 is copied.
extension Span<UInt8> {
    /// `count` if no byte needs escaping.
    public var firstIndexToEscape: Int {
        let bytes = unsafe bytes
        var index = 0
        while count - index >= 8 {
            // Sound: the loop checks that 8 bytes are left, and any bytes are a valid integer.
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word.mayHaveByteToEscape { break }
            // The last word overlaps the one before it.
            index = index + 8 == count ? count : min(index + 8, count - 8)
        }
        while index < count, !self[index].needsEscaping { index += 1 }
        return index
    }
}

extension OutputSpan<UInt8> {
    /// Appends a JSON string with its quotation marks, in up to six times its length.
    public mutating func append(jsonString text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        let start = count
        append(copying: text)
        escapeJSON(from: start)
        append(UInt8(ascii: "\""))
    }

    /// Takes up to six times the length of the text.
    public mutating func escapeJSON(from start: Int) {
        let first = start + span.extracting(start...).firstIndexToEscape
        if first == count { return }
        let text = [UInt8](capacity: count - first) { $0.append(copying: span.extracting(first...)) }
        removeLast(text.count)
        for byte in text { if byte.needsEscaping { appendEscape(of: byte) } else { append(byte) } }
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
            append("\\u00")
            append(hexadecimal: byte)
        }
    }
}

extension [UInt8] {
    public mutating func append(jsonString text: Span<UInt8>) {
        append(addingCapacity: 6 * text.count + 2) { $0.append(jsonString: text) }
    }
}

extension UInt64 {
    /// Whether one of its bytes may need escaping: always if one does, never if all are letters, digits or above 0x7f.
    fileprivate var mayHaveByteToEscape: Bool {
        let low: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        // A byte below the limit borrows from its own highest bit, which counts if it was not set before.
        func hasByte(below limit: UInt64, _ word: UInt64) -> UInt64 { (word &- low &* limit) & ~word & high }
        let quote = self ^ low &* UInt64(UInt8(ascii: "\""))
        let backslash = self ^ low &* UInt64(UInt8(ascii: "\\"))
        return hasByte(below: 0x20, self) | hasByte(below: 1, quote) | hasByte(below: 1, backslash) != 0
    }
}

extension UInt8 {
    fileprivate var needsEscaping: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
