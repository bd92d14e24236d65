extension [UInt8] {
    /// Appends a text in UTF-8.
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a whole number in decimal digits, with zeros before it where it has fewer than `minimum`.
    mutating func append(decimal value: some FixedWidthInteger, digits minimum: Int = 1) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var digits: [40 of UInt8] = .init(repeating: UInt8(ascii: "0"))
        var first = digits.count
        var rest = UInt64(value.magnitude)
        while rest > 0 {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        for index in Swift.min(first, digits.count - minimum)..<digits.count { append(digits[index]) }
    }

    /// Appends seconds as a decimal number without trailing zeros.
    mutating func append(secondsOfNanoseconds value: UInt64) {
        let (whole, fraction) = value.quotientAndRemainder(dividingBy: 1_000_000_000)
        append(decimal: whole)
        guard fraction != 0 else { return }
        append(UInt8(ascii: "."))
        append(decimal: fraction, digits: 9)
        while last == UInt8(ascii: "0") { removeLast() }
    }

    /// Appends sixteen hexadecimal digits in lower case.
    mutating func append(hexadecimal value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            append(hexadecimal: UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends two hexadecimal digits in lower case.
    mutating func append(hexadecimal value: UInt8) {
        append(Self.hexadecimalDigit(value >> 4))
        append(Self.hexadecimalDigit(value & 0xf))
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    /// Appends a JSON string (RFC 8259 section 7).
    mutating func append(json text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20:
                append("\\u00")
                append(hexadecimal: byte)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }
}
