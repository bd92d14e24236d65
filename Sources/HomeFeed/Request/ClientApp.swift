import Bytes

/// The platform of a client, such as `ios`, `android` or `web`, as the client names it.
struct Platform: Hashable, Sendable {
    public let rawValue: String

    public static let maximumLength = 32
    static let expectation = "1 to 32 lowercase letters, digits and '-', such as ios"

    init?(_ rawValue: String) {
        let bytes = rawValue.utf8
        let isName = bytes.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0.isDigit || $0 == UInt8(ascii: "-")
        }
        guard isName, (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.rawValue = rawValue
    }
}

/// The version of an app: numbers separated by dots, compared one by one, so that `4.10` is later than `4.9`. Missing
/// numbers are 0: `4.2` equals `4.2.0`.
struct AppVersion: Hashable, Sendable {
    /// The numbers without zeros at the end, at least one.
    let numbers: [Int]

    static let maximumParts = 8
    static let maximumDigits = 18
    static let expectation = "whole numbers between dots, such as 4.2 or 4.10.1"

    /// Reads `4.2`: 1 to ``maximumParts`` numbers of 1 to ``maximumDigits`` digits.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumParts * (Self.maximumDigits + 1) else { return nil }
        var numbers: [Int] = []
        numbers.reserveCapacity(Self.maximumParts)
        let bytes = text.utf8.span
        var start = 0
        while start <= bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "."), from: start) ?? bytes.count
            guard 1...Self.maximumDigits ~= end - start, let number = bytes.extracting(start..<end).saturatingDecimal
            else { return nil }
            numbers.append(number)
            start = end + 1
        }
        guard numbers.count <= Self.maximumParts else { return nil }
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }
}

extension AppVersion: Comparable, CustomStringConvertible {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.numbers.lexicographicallyPrecedes(rhs.numbers) }

    public var description: String { numbers.map(String.init).joined(separator: ".") }
}
