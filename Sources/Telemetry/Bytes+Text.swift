import HTTPServer

extension [UInt8] {
    /// Appends seconds as a decimal number without trailing zeros.
    mutating func append(secondsOfNanoseconds value: UInt64) {
        let (whole, fraction) = value.quotientAndRemainder(dividingBy: 1_000_000_000)
        append(decimal: whole)
        guard fraction != 0 else { return }
        append(UInt8(ascii: "."))
        append(decimal: fraction, digits: 9)
        while last == UInt8(ascii: "0") { removeLast() }
    }

    /// Appends a JSON string (RFC 8259 section 7).
    mutating func append(json text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        if text.indices.contains(where: { text[$0].isEscapedInJSON }) {
            appendEscaped(json: text)
        } else {
            append(text)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(json text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            if byte < 0x20 {
                append("\\u00")
                append(addingCapacity: 2) { $0.append(hexadecimal: UInt64(byte), digits: 2) }
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
