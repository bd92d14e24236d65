extension JSONWriter {
    /// Appends the content of a JSON string: `"`, `\` and U+0000…U+001F escaped (RFC 8259, section 7), everything else
    /// as it is, in UTF-8.
    mutating func appendEscaped(_ text: some StringProtocol) {
        let utf8 = text.utf8
        guard let first = utf8.firstIndex(where: Self.needsEscaping) else { return append(utf8) }
        append(utf8[..<first])
        for byte in utf8[first...] {
            if Self.needsEscaping(byte) { appendEscape(of: byte) } else { append(byte) }
        }
    }

    private static func needsEscaping(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
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
