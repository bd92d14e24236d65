/// A decimal number parsed from text: an optional `-`, then digits with at most one decimal point between them.
///
/// Exponents, `+`, white space and texts longer than ``maximumLength`` are rejected.
public struct DecimalNumber: Sendable {
    /// The longest text that is read, in bytes.
    public static let maximumLength = 24

    private let isNegative: Bool
    /// The number without its sign and decimal point.
    private let digits: UInt128
    /// The number of digits after the decimal point; `nil` without one.
    private let places: Int?

    /// Parses `text`.
    public init?(_ text: Span<UInt8>) {
        guard text.count <= Self.maximumLength else { return nil }
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

    /// The number, if it has neither a sign nor a decimal point.
    public var unsignedInteger: Int? { isNegative || places != nil ? nil : Int(exactly: digits) }

    /// The number in thousandths, rounded to nearest, if the exact number is within `range` (thousandths from 0 up).
    public func thousandths(in range: ClosedRange<Int>) -> Int? {
        // Of at most 24 digits: none of these overflows 128 bits.
        let unit = Self.power(places ?? 0)
        let thousandths = digits * 1_000
        guard !isNegative, thousandths >= UInt128(range.lowerBound) * unit,
            thousandths <= UInt128(range.upperBound) * unit
        else { return nil }
        return Int((thousandths + unit / 2) / unit)
    }

    /// The nearest floating-point number.
    /// - Parameter text: the text that was parsed.
    public func double(_ text: Span<UInt8>) -> Double? {
        // If both operands are exact, one division gives the nearest result (W. D. Clinger, "How to read floating point
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

extension Span<UInt8> {
    /// The number written in these decimal digits, of any length; `Int.max` if it is larger, `nil` for other bytes.
    public var saturatingDecimal: Int? {
        guard !isEmpty else { return nil }
        var number = 0
        for index in indices {
            guard self[index].isDigit else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(self[index] - UInt8(ascii: "0")))
            number = overflow || carry ? .max : sum
        }
        return number
    }

    /// The weight in thousandths (0…1,000) that `"q=" qvalue` gives, in either case (RFC 9110 section 12.4.2).
    public var qualityValue: Int? {
        guard 3...7 ~= count, self[0] | 0x20 == UInt8(ascii: "q"), self[1] == UInt8(ascii: "="),
            count == 3 || self[3] == UInt8(ascii: ".")
        else { return nil }
        var weight = 0
        var unit = 1_000
        for index in 2..<count where index != 3 {
            guard self[index].isDigit else { return nil }
            weight += Int(self[index] - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return weight <= 1_000 ? weight : nil
    }
}
