/// Base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
public enum Base64URL {
    /// Encodes `bytes`.
    public static func encode(_ bytes: Span<UInt8>) -> String {
        let count = (bytes.count * 4 + 2) / 3
        // Sound: exactly `count` characters are written, in order.
        return unsafe String(unsafeUninitializedCapacity: count) { text in
            var end = 0
            var start = 0
            // Three bytes make four characters.
            while start + 3 <= bytes.count {
                let bits = UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
                unsafe text[end] = character(bits >> 18)
                unsafe text[end + 1] = character(bits >> 12)
                unsafe text[end + 2] = character(bits >> 6)
                unsafe text[end + 3] = character(bits)
                start += 3
                end += 4
            }
            // The last group is padded with zero bits.
            var bits: UInt32 = 0
            for index in start..<start + 3 { bits = bits << 8 | (index < bytes.count ? UInt32(bytes[index]) : 0) }
            for place in 0..<count - end {
                unsafe text[end] = character(bits >> UInt32(18 - 6 * place))
                end += 1
            }
            return end
        }
    }

    private static let characters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// The character of the lowest six bits.
    private static func character(_ bits: UInt32) -> UInt8 {
        // Sound: there are 64 characters, and the literal lives as long as the program.
        unsafe characters.utf8Start[Int(bits & 63)]
    }

    /// Decodes `text`; `nil` for other characters (padding and white space too), impossible lengths and nonzero
    /// trailing bits, so that each byte sequence has exactly one encoding.
    public static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for index in text.indices {
            guard let value = value(of: text[index]) else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        guard bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
