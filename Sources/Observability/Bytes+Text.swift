import Bytes
import HTTPServer

extension [UInt8] {
    /// Appends a text in UTF-8.
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a JSON string (RFC 8259 section 7).
    mutating func append(json text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        if text.indices.contains(where: { text[$0].isEscapedInJSON }) {
            appendEscaped(json: text)
        } else {
            append(addingCapacity: text.count) { $0.append(copying: text) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(json text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            if byte < 0x20 {
                append("\\u00")
                append((byte >> 4).hexadecimalDigit)
                append((byte & 0xf).hexadecimalDigit)
            } else {
                if byte.isEscapedInJSON { append(UInt8(ascii: "\\")) }
                append(byte)
            }
        }
    }
}

extension UInt8 {
    fileprivate var isEscapedInJSON: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
