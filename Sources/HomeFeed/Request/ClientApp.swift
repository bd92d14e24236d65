import Bytes

/// What a client runs on: `ios`, `android`, `web`.
///
/// The words are the clients' own; a config's gates ask for them.
public struct Platform: Hashable, Sendable {
    /// The word, as the client sent it.
    public let rawValue: String

    /// The longest word, in bytes.
    public static let maximumLength = 32
    /// What a platform looks like, for error messages.
    static let expectation = "1 to 32 lowercase letters, digits and '-', such as ios"

    /// A platform's word, or `nil` where `rawValue` is none: 1 to ``maximumLength`` of `a`…`z`, `0`…`9` and `-`.
    public init?(_ rawValue: String) {
        let bytes = rawValue.utf8
        let isWord = bytes.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isWord, (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.rawValue = rawValue
    }
}

/// The version of an app: whole numbers between dots, compared one by one, so that `4.10` is later than `4.9`.
///
/// Numbers that are not there count 0: `4.2` and `4.2.0` are one version.
public struct AppVersion: Hashable, Sendable {
    /// The numbers, without zeros at the end.
    private let parts: [Int]

    /// How many numbers a version may have.
    public static let maximumParts = 8
    /// How many digits each of them may have.
    public static let maximumDigits = 18
    /// What a version looks like, for error messages.
    static let expectation = "whole numbers between dots, such as 4.2 or 4.10.1"

    /// Reads `4.2`; `nil` where `text` is anything but 1 to ``maximumParts`` numbers of 1 to ``maximumDigits`` digits
    /// each, with a dot between two.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumParts * (Self.maximumDigits + 1) else { return nil }
        var parts: [Int] = []
        parts.reserveCapacity(Self.maximumParts)
        var isVersion = true
        text.utf8.span.forEachPart(between: UInt8(ascii: ".")) { digits in
            guard 1...Self.maximumDigits ~= digits.count, let part = DecimalNumber(digits)?.unsignedInteger else {
                return isVersion = false
            }
            parts.append(part)
        }
        guard isVersion, parts.count <= Self.maximumParts else { return nil }
        while parts.last == 0 { parts.removeLast() }
        self.parts = parts
    }
}

extension AppVersion: Comparable {
    /// Whether `lhs` is the earlier version.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.parts.lexicographicallyPrecedes(rhs.parts) }
}

extension AppVersion: CustomStringConvertible {
    /// The version without zeros at its end: `4.2`; `0` where there is nothing else.
    public var description: String { parts.isEmpty ? "0" : parts.map(String.init).joined(separator: ".") }
}
