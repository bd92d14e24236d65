/// Appending numbers as ASCII digits, eight at a time.
extension OutputSpan where Element == UInt8 {
    /// Appends an integer in decimal digits.
    @inlinable
    public mutating func append(decimal value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude, atLeast: 1)
    }

    /// Appends a number in decimal digits.
    /// - Parameter count: how many there are at least, 1…8; zeros come before the number's own.
    @inlinable
    public mutating func append(decimal value: UInt, atLeast count: Int) {
        var low = value
        if value >= 100_000_000 {
            append(decimal: value / 100_000_000, atLeast: 1)
            low = value % 100_000_000
        }
        let least = value >= 100_000_000 ? 8 : count
        // From the right: the last digit is pushed to the word's higher bytes by those before it.
        var digits: UInt64 = 0
        var length = 0
        repeat {
            digits = digits << 8 | UInt64(0x30 + low % 10)
            low /= 10
            length += 1
        } while low > 0 || length < least
        append(lowest: length, of: digits)
    }

    /// Appends a word in sixteen lowercase hexadecimal digits, the most significant first.
    @inlinable
    public mutating func append(hexadecimal word: UInt64) {
        append(lowest: 8, of: Self.digits(of: UInt32(truncatingIfNeeded: word >> 32)))
        append(lowest: 8, of: Self.digits(of: UInt32(truncatingIfNeeded: word)))
    }

    /// The eight digits of `value`, that of the highest bits in the lowest byte.
    @inlinable
    static func digits(of value: UInt32) -> UInt64 {
        // Each step halves how many bits lie together, until each byte holds four.
        var spread = UInt64(value)
        spread = (spread << 16 | spread) & 0x0000_ffff_0000_ffff
        spread = (spread << 8 | spread) & 0x00ff_00ff_00ff_00ff
        spread = (spread << 4 | spread) & 0x0f0f_0f0f_0f0f_0f0f
        // 1 in each byte of 10 or more: 6 carries into the fifth bit there.
        let isLetter = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (spread + 0x3030_3030_3030_3030 + isLetter * 0x27).byteSwapped
    }
}
