/// Distances from the four edges of a rectangle, in points.
public struct Insets: Hashable, Sendable {
    public var top: Points = 0
    /// Left in English, right in Arabic.
    public var leading: Points = 0
    public var bottom: Points = 0
    public var trailing: Points = 0

    public var width: Points { Points(thousandths: leading.thousandths + trailing.thousandths) }
}

public struct Size: Hashable, Sendable {
    public var width: Points
    public var height: Points
}

/// A width and a height in device pixels.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int
}

/// The ratio of width to height, such as `4:3`; exact, unlike 0.667 for 3:2.
public struct AspectRatio: Hashable, Sendable, CustomStringConvertible {
    let width: Int
    let height: Int

    static let maximumPart = 10_000
    /// The largest ratio of the longer side to the shorter.
    static let maximumElongation = 10
    public static let expectation = "a ratio width:height such as 4:3, between 1:10 and 10:1"

    /// `4:3`.
    public var description: String { "\(width):\(height)" }
}

extension AspectRatio {
    /// Reads `4:3`; `nil` unless each part is within 1…``maximumPart`` and the ratio at most ``maximumElongation``.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            [width, height].allSatisfy((1...Self.maximumPart).contains),
            max(width, height) <= min(width, height) * Self.maximumElongation
        else { return nil }
        self.init(width: width, height: height)
    }
}

/// A length in points (the device's logical pixels), to the thousandth.
public typealias Points = FixedPoint

/// A decimal number with three places, stored as a whole number of thousandths, so that all machines compute the same
/// digits.
///
/// An integer literal is a number of whole units: `let inset: Points = 16`.
public struct FixedPoint: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let thousandths: Int

    public init(thousandths: Int) {
        self.thousandths = thousandths
    }

    public init(integerLiteral value: Int) {
        thousandths = value * 1_000
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.thousandths < rhs.thousandths }

    /// Without trailing zeros: `142.667`, `2.5`, `64`, `-0.5`.
    public var description: String {
        let (whole, fraction) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let sign = thousandths < 0 ? "-" : ""
        guard fraction != 0 else { return "\(sign)\(whole)" }
        var digits = String(String(1_000 + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
