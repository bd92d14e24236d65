import HomeLayout

/// A plain decimal number in text: digits with at most one point among them, and perhaps a `-` before them. No exponent,
/// no other sign, no blank, at most ``maximumCount`` bytes.
struct DecimalNumber {
    private let isNegative: Bool
    /// The number without its sign and its point.
    private let digits: UInt128
    /// How many of the digits stand behind the point; `nil` where there is none.
    private let places: Int?

    /// The longest text that is read.
    static let maximumCount = 24

    init?(_ text: Span<UInt8>) {
        guard text.count <= Self.maximumCount else { return nil }
        isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        var digits: UInt128 = 0
        var point: Int?
        let start = isNegative ? 1 : 0
        for index in start..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ UInt128(digit)
            } else if text[index] == UInt8(ascii: "."), point == nil, index > start {
                point = index
            } else {
                return nil
            }
        }
        guard let last = text.indices.last, last >= start, last != point else { return nil }
        self.digits = digits
        places = point.map { last - $0 }
    }

    /// The number, where it is whole and has no sign and no point.
    var whole: Int? { isNegative || places != nil ? nil : Int(exactly: digits) }

    /// The number to the nearest thousandth, where it is in `range`, which begins at 0 or above, before it is rounded.
    func fixedPoint(in range: ClosedRange<FixedPoint>) -> FixedPoint? {
        // Of 24 digits at most: in 128 bits none of these overflows.
        let unit = Self.power(places ?? 0)
        let thousandths = digits * 1_000
        guard !isNegative,
            thousandths >= UInt128(range.lowerBound.thousandths) * unit,
            thousandths <= UInt128(range.upperBound.thousandths) * unit
        else { return nil }
        return FixedPoint(thousandths: Int((thousandths + unit / 2) / unit))
    }

    /// The floating-point number that is nearest to it.
    /// - Parameter text: what it was read from.
    func double(_ text: Span<UInt8>) -> Double? {
        // Where both are numbers without error, one division gives the nearest (W. D. Clinger, "How to read floating point
        // numbers accurately", 1990).
        guard digits <= 1 << 53, places ?? 0 <= 22 else { return Double(String(decoding: text)) }
        var power = 1.0
        for _ in 0..<(places ?? 0) { power *= 10 }
        let value = Double(UInt64(digits)) / power
        return isNegative ? -value : value
    }

    private static func power(_ exponent: Int) -> UInt128 {
        var power: UInt128 = 1
        for _ in 0..<exponent { power &*= 10 }
        return power
    }
}

extension Double {
    /// To this many units everything in an address is rounded: to seven places, in degrees a centimetre.
    static let addressUnits = 1e7

    /// The nearest number that has at most seven places.
    var roundedToAddress: Double {
        (self * Self.addressUnits).rounded() / Self.addressUnits
    }
}
