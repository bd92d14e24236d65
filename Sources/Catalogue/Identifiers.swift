/// The name of an item, a brand, a collection, a market or a user, as its owner gives it.
///
/// 1 to 128 bytes of visible ASCII without `/`, so that it stands in a path, a log and a header as it is.
public enum Identifier {
    /// The longest identifier, in bytes.
    public static let maximumLength = 128

    /// What an identifier looks like, for error messages.
    public static let expectation = "1 to 128 visible ASCII characters without '/'"

    /// Whether `text` may serve as an identifier.
    public static func isValid(_ text: String) -> Bool { isValid(text.utf8) }

    /// Whether `text` may serve as an identifier.
    public static func isValid(_ text: Substring) -> Bool { isValid(text.utf8) }

    // Generic functions are specialized within their module only: an import calls this several times per record.
    private static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
        (1...maximumLength).contains(bytes.count)
            && bytes.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
    }
}

/// Who a home is for.
public struct UserID: Hashable, Sendable {
    /// The identifier, as the client sent it.
    public let rawValue: String

    /// A user's identifier, or `nil` where `rawValue` is none (see ``Identifier``).
    public init?(_ rawValue: String) {
        guard Identifier.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// A number that spreads users, by FNV-1a, whose lowest bits are the best: for what need not be hard to foresee.
    package var shardHash: UInt64 {
        rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
