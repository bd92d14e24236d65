/// Whom a token is about: its `sub`.
///
/// Equal subjects have the same bytes (RFC 7519 section 2), where equal texts may only look the same.
public struct Subject: Hashable, Sendable {
    /// The `sub`, at least one character, as the token's issuer wrote it: any character may be in it.
    public let rawValue: String

    init?(_ rawValue: String) {
        guard !rawValue.isEmpty else { return nil }
        self.rawValue = rawValue
    }

    /// Whether both have the same bytes.
    public static func == (one: Self, other: Self) -> Bool { one.rawValue.isIdentical(to: other.rawValue) }

    /// Mixes in the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}
