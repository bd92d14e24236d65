/// The bounds that every engine keeps.
public enum StoreLimits {
    /// How long another store's write may take to show in the versions.
    public static let versionDelay: Duration = .milliseconds(50)
    /// How long a store remembers that an item was removed, in seconds: 7 days.
    public static let tombstoneLifetime: Int64 = 7 * 24 * 60 * 60
    /// How long the signing key is, in bytes.
    public static let signingKeyLength = 32
}
