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
    /// Reads a ``payload``.
    init?(_ payload: String) {
        let parts = payload.split(separator: ",")
        let numbers = parts.dropFirst().compactMap { UInt64($0) }
        guard numbers.count >= 3 else { return nil }
        origin = String(parts[0])
        versions = StoredVersions(items: numbers[0], users: numbers[1], history: numbers[2])
        users = numbers[3...].compactMap { Int(exactly: $0) }
    }

    /// The origin, the versions, and the hashes, separated by commas.
    var payload: String {
        let numbers = [versions.items, versions.users, versions.history] + users.map { UInt64($0) }
        return "\(origin),\(numbers.map(\.description).joined(separator: ","))"
    }
}
