/// Appends numbers as ASCII digits, up to eight at a time.
extension OutputSpan where Element == UInt8 {
    /// For 64 bits with a sign and a decimal point.
    public static var maximumDecimalLength: Int { 24 }

    @inlinable
    public mutating func append(decimal value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude, minimumDigits: 1)
    }

    /// Pads with zeros.
    /// - Parameter minimumDigits: 1…8.
    @inlinable
    public mutating func append(decimal value: UInt, minimumDigits: Int) {
        if value < 10, minimumDigits == 1 { return append(0x30 | UInt8(value)) }
        var (low, minimum) = (value, minimumDigits)
        if value >= 100_000_000 {
            append(decimal: value / 100_000_000, minimumDigits: 1)
            (low, minimum) = (value % 100_000_000, 8)
        }
        let digits = Self.decimalDigits(of: low)
        // The leading zeros are the lowest bytes.
        let count = Swift.max(minimum, 8 - digits.trailingZeroBitCount / 8)
        append(lowBytes: count, of: (digits | Self.zeros) &>> UInt64(64 - 8 * count))
    }

    @inlinable
    static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// Eight digits of a number below 100,000,000, the most significant in the lowest byte.
    @inlinable
    @inline(__always)
    static func decimalDigits(of value: UInt) -> UInt64 {
        // Below 10,000, the higher digits are zero.
        if value < 10_000 { return digits(ofFours: UInt64(value)) &<< 32 }
        // Each step halves how many digits lie together: the quotient replaces them, and the remainder goes above it.
        let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
        return digits(ofFours: UInt64(high | low &<< 32))
    }

    /// The decimal digits of two numbers below 10,000, one in each half.
    @inlinable
    @inline(__always)
    static func digits(ofFours fours: UInt64) -> UInt64 {
        // x / 100, exact below 43,699, in each half.
        let hundreds = (fours &* 5_243) &>> 19 & 0x0000_007f_0000_007f
        let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
        // x / 10, exact below 179, in each quarter.
        let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f_000f
        return tens | (pairs &- tens &* 10) &<< 8
    }

    /// Appends `units` / 10^`places` (0…8 places) without trailing zeros: `-0.5`, `142.667`, `64`.
    @inlinable
    @inline(__always)
    public mutating func append(decimal units: Int, places: Int, point: UInt8 = UInt8(ascii: ".")) {
        var power: UInt = 1
        for _ in 0..<places { power *= 10 }
        if units < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: power)
        append(decimal: whole, minimumDigits: 1)
        if fraction == 0 { return }
        let digits = Self.decimalDigits(of: fraction)
        append(point)
        // The trailing zeros are the highest bytes.
        append(lowBytes: places - digits.leadingZeroBitCount / 8, of: (digits | Self.zeros) &>> UInt64(64 - 8 * places))
    }

    /// Two lowercase digits.
    public mutating func append(hexadecimal byte: UInt8) {
        append(lowBytes: 2, of: Self.digits(of: UInt32(byte) << 24))
    }

    /// Sixteen lowercase digits, the most significant first.
    @inlinable
    public mutating func append(hexadecimal word: UInt64) {
        append(lowBytes: 8, of: Self.digits(of: UInt32(truncatingIfNeeded: word >> 32)))
        append(lowBytes: 8, of: Self.digits(of: UInt32(truncatingIfNeeded: word)))
    }

    /// Eight hexadecimal digits, the most significant in the lowest byte.
    @inlinable
    static func digits(of value: UInt32) -> UInt64 {
        // Each step halves how many bits lie together, until each byte holds four.
        var spread = UInt64(value)
        spread = (spread << 16 | spread) & 0x0000_ffff_0000_ffff
        spread = (spread << 8 | spread) & 0x00ff_00ff_00ff_00ff
        spread = (spread << 4 | spread) & 0x0f0f_0f0f_0f0f_0f0f
        // 1 in each byte of 10 or more: adding 6 carries into its fifth bit.
        let isLetter = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (spread + 0x3030_3030_3030_3030 + isLetter * 0x27).byteSwapped
    }
}

extension OutputSpan<UInt8> {
    /// At most ``maximumDecimalLength`` bytes.
    public mutating func append(shortest value: Double) {
        if let whole = Int(exactly: value) { return append(decimal: whole) }
        // Of at most 15 digits, no two decimal numbers have the same nearest `Double`.
        let units = (value * 1e7).rounded()
        if units.magnitude < 1e12, units.magnitude >= 1e4, units / 1e7 == value {
            append(decimal: Int(units), places: 7)
        } else {
            append(copying: "\(value)".utf8.span)
        }
    }
}

extension Double {
    /// The shortest decimal text that reads as the same number, without `.0` for integers.
    public var shortestDescription: String {
        String(
            decoding: [UInt8](capacity: OutputSpan<UInt8>.maximumDecimalLength) { $0.append(shortest: self) },
            as: UTF8.self
        )
    }
}
