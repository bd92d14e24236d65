/// Base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
public enum Base64URL {
    public static func encode(_ bytes: Span<UInt8>) -> String {
        String(decoding: [UInt8](capacity: length(of: bytes.count)) { encode(bytes, to: &$0) }, as: UTF8.self)
    }

    /// Characters for `count` bytes.
    public static func length(of count: Int) -> Int { (count * 4 + 2) / 3 }

    public static func encode(_ bytes: Span<UInt8>, to text: inout OutputSpan<UInt8>) {
        var start = 0
        let source = unsafe bytes.bytes
        let groups = bytes.count / 3
        precondition(groups * 4 <= text.freeCapacity, "not enough free capacity")
        // Sound: there is room for four characters of each group, and a word is read only where four bytes are left.
        unsafe text.withUnsafeMutableBufferPointer { buffer, count in
            guard let base = buffer.baseAddress else { return }
            // Three bytes make four characters.
            while start + 4 <= bytes.count {
                let word = unsafe source.unsafeLoadUnaligned(fromByteOffset: start, as: UInt32.self)
                let characters = UInt32(truncatingIfNeeded: characters(of: word.bigEndian >> 8))
                unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: characters.littleEndian, as: UInt32.self)
                count += 4
                start += 3
            }
        }
        let rest = bytes.count - start
        if rest == 0 { return }
        // The last group, of up to three bytes, is padded with zero bits.
        var bits: UInt32 = 0
        for index in 0..<rest { bits |= UInt32(bytes[start + index]) << UInt32(16 - 8 * index) }
        text.append(lowBytes: rest + 1, of: characters(of: bits))
    }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// The first character is in the lowest byte.
    @inline(__always)
    private static func characters(of bits: UInt32) -> UInt64 {
        // Sound: there are 64 characters, and the literal lives as long as the program.
        let alphabet = unsafe alphabet.utf8Start
        let (first, second) = unsafe (alphabet[Int(bits >> 18 & 63)], alphabet[Int(bits >> 12 & 63)])
        let (third, fourth) = unsafe (alphabet[Int(bits >> 6 & 63)], alphabet[Int(bits & 63)])
        return UInt64(first) | UInt64(second) << 8 | UInt64(third) << 16 | UInt64(fourth) << 24
    }

    /// `nil` for other characters (padding and white space too), impossible lengths and nonzero trailing bits, so that
    /// each byte sequence has exactly one encoding.
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
