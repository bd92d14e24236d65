/// The ID of a user: of an account or, before the user signs in, of a device.
public struct UserID: Hashable, Sendable {
    public let rawValue: String

    /// Replaces the ID of a forgotten user in the log.
    public static let erased = UserID(unchecked: "")

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// `nil` if `rawValue` is not an ``Identifier``.
    public init?(_ rawValue: String) {
        guard Identifier.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Whether the user is known by a device alone.
    public var isAnonymous: Bool { rawValue.hasPrefix("device:") }

    /// An FNV-1a hash for sharding. The lowest bits are the best; not safe against chosen IDs.
    package var bucketHash: UInt64 {
        rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
