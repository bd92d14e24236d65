/// A decimal number with three places, kept as a whole number of thousandths: every replica computes and prints the
/// same digits, which binary floating point would not promise.
///
/// An integer literal stands for whole units: `let inset: Points = 16`.
public struct FixedPoint: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The number times 1,000.
    public let thousandths: Int

    /// The number `thousandths` / 1,000.
    public init(thousandths: Int) {
        self.thousandths = thousandths
    }

    /// The whole number `value`.
    public init(integerLiteral value: Int) {
        thousandths = value * 1_000
    }
}

/// A length in points (the device's logical pixels), to the thousandth.
public typealias Points = FixedPoint

extension FixedPoint: Comparable {
    /// Whether `lhs` is the smaller number.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.thousandths < rhs.thousandths }
}

extension FixedPoint: CustomStringConvertible {
    /// The number in decimal digits, without trailing zeros: `142.667`, `2.5`, `64`, `-0.5`.
    public var description: String {
        let (whole, fraction) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let sign = thousandths < 0 ? "-" : ""
        guard fraction != 0 else { return "\(sign)\(whole)" }
        var digits = String(String(1_000 + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
