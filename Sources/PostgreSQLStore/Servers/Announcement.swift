import Catalogue

/// What a commit tells other stores (`NOTIFY`).
struct Announcement: Hashable, Sendable {
    static let channel = "hearth_versions"

    /// ``KnownVersions/origin``.
    let origin: String
    let versions: StoredVersions
    /// The hashes of users whose records changed, ``KnownVersions/hash(_:)``. Those of one group commit fit into the
    /// 8,000 bytes of a notification.
    let users: [Int]
}

extension Announcement {
    /// Reads a payload as ``SQL/announce`` makes it: the origin, `item_version`, `user_version`, the history in
    /// decimal, then the hashes, separated by commas.
    init?(_ payload: String) {
        let parts = payload.split(separator: ",")
        let numbers = parts.dropFirst().compactMap { UInt64($0) }
        guard numbers.count >= 3 else { return nil }
        origin = String(parts[0])
        versions = StoredVersions(items: numbers[0], users: numbers[1], itemHistory: numbers[2])
        users = numbers[3...].compactMap { Int(exactly: $0) }
    }

    /// - Parameter users: Users whose records changed.
    static func statement(by origin: String, changing users: some Sequence<UserID>) -> Statement {
        let hashes = Set(users.map { KnownVersions.hash($0) })
        return SQL.announce(.text(origin), .text(hashes.map { ",\($0)" }.joined()))
    }
}
