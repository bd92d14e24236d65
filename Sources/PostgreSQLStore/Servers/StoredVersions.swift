import Catalogue

// Replicas replay the versions with the data: a server with greater versions has everything written up to there. After
// a promotion the versions continue above all earlier ones, so that a number never stands for two states.
extension StoredVersions {
    var promotions: UInt64 { users >> PostgreSQLStore.versionBits }

    /// Whether a server with these versions has everything that one with the others has.
    func covers(_ other: Self) -> Bool { items >= other.items && users >= other.users }
}

extension PostgreSQLStore {
    /// The number of low bits of a version that count changes between two promotions. The bits above count promotions,
    /// and leave room for the resets of ``KnownVersions``.
    package static let versionBits = 36
}
