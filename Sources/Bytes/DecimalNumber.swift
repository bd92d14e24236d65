/// A decimal number parsed from text: a number of JSON (RFC 8259 section 6), such as `-6.5E-5`, where zeros may lead.
///
/// `+`, white space and texts longer than ``maximumLength`` are rejected.
public struct DecimalNumber: Sendable {
    /// In bytes.
    public static let maximumLength = 24

    private let isNegative: Bool
    /// The number is these digits, fewer than ``maximumLength`` + 1, times ten to the power of ``exponent``.
    private let digits: UInt128
    private let exponent: Int

    public init?(_ text: Span<UInt8>) {
        guard text.count <= Self.maximumLength else { return nil }
        isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        var digits: UInt128 = 0
        var point: Int?
        var (end, exponent) = (text.count, 0)
        let start = isNegative ? 1 : 0
        for index in start..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ UInt128(digit)
            } else if text[index] == UInt8(ascii: "."), point == nil, index > start {
                point = index
            } else if text[index] | 0x20 == UInt8(ascii: "e"), let read = Self.exponent(text.extracting((index + 1)...))
            {
                (end, exponent) = (index, read)
                break
            } else {
                return nil
            }
        }
        guard end > start, point != end - 1 else { return nil }
        self.digits = digits
        self.exponent = digits == 0 ? 0 : exponent - (point.map { end - 1 - $0 } ?? 0)
    }

    /// At most ±999: with so few digits, more makes no difference.
    private static func exponent(_ text: Span<UInt8>) -> Int? {
        let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        let hasSign = isNegative || text.count > 0 && text[0] == UInt8(ascii: "+")
        guard let read = text.extracting((hasSign ? 1 : 0)...).saturatingDecimal else { return nil }
        return isNegative ? -min(read, 999) : min(read, 999)
    }

    /// The number, if it is whole and has no sign.
    public var unsignedInteger: Int? {
        guard !isNegative, let unit = Self.power(abs(exponent)) else { return nil }
        if exponent < 0 { return digits % unit == 0 ? Int(exactly: digits / unit) : nil }
        let (whole, overflow) = digits.multipliedReportingOverflow(by: unit)
        return overflow ? nil : Int(exactly: whole)
    }

    /// In units of 10^-`places` (0…5), rounded to nearest, if the exact number is within `range` (from 0 up).
    public func units(places: Int, in range: ClosedRange<Int>) -> Int? {
        guard !isNegative else { return nil }
        let exponent = exponent + places
        guard let unit = Self.power(abs(exponent)) else {
            // Next to nothing, or too much.
            return exponent < 0 && range.contains(0) ? 0 : nil
        }
        if exponent >= 0 {
            let (units, overflow) = digits.multipliedReportingOverflow(by: unit)
            guard !overflow, let value = Int(exactly: units), range.contains(value) else { return nil }
            return value
        }
        // Less than 10³⁷ for bounds below 10¹⁰: neither product overflows.
        guard digits >= UInt128(range.lowerBound) &* unit, digits <= UInt128(range.upperBound) &* unit else {
            return nil
        }
        return Int((digits + unit / 2) / unit)
    }

    /// - Parameter text: the text that was parsed.
    public func double(_ text: Span<UInt8>) -> Double? {
        // If both operands are exact, one operation gives the nearest result (W. D. Clinger, "How to read floating point
        // numbers accurately", 1990).
        guard digits <= 1 << 53, abs(exponent) <= 22 else { return Double(String(decoding: text)) }
        var power = 1.0
        for _ in 0..<abs(exponent) { power *= 10 }
        let value = exponent < 0 ? Double(UInt64(digits)) / power : Double(UInt64(digits)) * power
        return isNegative ? -value : value
    }

    /// `nil` beyond 10²⁷: numbers of ``maximumLength`` digits are below 10²⁴.
    private static func power(_ exponent: Int) -> UInt128? {
        guard exponent <= maximumLength + 3 else { return nil }
        var power: UInt128 = 1
        for _ in 0..<exponent { power &*= 10 }
        return power
    }
}

extension Span<UInt8> {
    /// Reads any number of digits: `Int.max` if the result is larger, `nil` for other bytes.
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
