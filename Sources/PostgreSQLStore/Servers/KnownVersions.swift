import Catalogue
import Synchronization

/// The latest versions that this process knows from its own commits, other stores' notifications, and server checks.
final class KnownVersions: Sendable {
    /// Tells this store's notifications from those of others.
    let origin = String(UInt64.random(in: 0...UInt64.max), radix: 36)

    private let stored: Mutex<StoredVersions>
    /// By hash.
    private let users: [LastChange]
    /// The users' version up to which it is unknown whose records changed.
    private let floor: Atomic<UInt64>
    /// The number of times that all records became outdated.
    private let resets = Atomic<UInt64>(0)

    /// The users' version of the last change of any user with one hash.
    private final class LastChange: Sendable {
        /// By any store.
        let version = Atomic<UInt64>(0)
        let foreignVersion = Atomic<UInt64>(0)
    }

    /// About 1 MB. The same in all processes.
    private static let hashes = 16_384
    /// The position of the number of resets in a user's version, above the bits of ``StoredVersions``.
    private static let resetShift: UInt64 = 52

    init(_ versions: StoredVersions) {
        stored = Mutex(versions)
        users = (0..<Self.hashes).map { _ in LastChange() }
        floor = Atomic(versions.users)
    }

    // MARK: Reading

    var itemVersion: ItemVersion { stored.withLock { $0.itemVersion } }

    /// Changes after another store's change of the user's record became known.
    func userVersion(of user: UserID) -> UInt64 {
        users[Self.hash(user)].foreignVersion.load(ordering: .acquiring)
            | resets.load(ordering: .acquiring) << Self.resetShift
    }

    func versions(for consistency: ReadConsistency) -> StoredVersions {
        let stored = stored.withLock { $0 }
        switch consistency {
        case .any: return StoredVersions()
        case .items: return StoredVersions(items: stored.items)
        case .record(let user):
            let last = users[Self.hash(user)].version.load(ordering: .acquiring)
            return StoredVersions(users: max(last, floor.load(ordering: .acquiring)))
        case .latest: return stored
        }
    }

    // MARK: Updating

    /// For a commit of this store.
    func adoptCommit(_ versions: StoredVersions, changing changed: [UserID]) {
        for user in changed { users[Self.hash(user)].version.max(versions.users, ordering: .releasing) }
        stored.withLock { raise(&$0, to: versions) }
    }

    /// For a commit of any store.
    func adopt(_ announcement: Announcement) {
        for hash in announcement.users where users.indices.contains(hash) {
            users[hash].version.max(announcement.versions.users, ordering: .releasing)
            guard announcement.origin != origin else { continue }
            users[hash].foreignVersion.max(announcement.versions.users, ordering: .releasing)
        }
        stored.withLock { raise(&$0, to: announcement.versions) }
    }

    /// Notes the primary's versions.
    ///
    /// If it lacks changes that were known before the check, its history has changed, and the same numbers stand for
    /// other states.
    /// - Parameter isFirst: Whether announcements before the check may have been missed.
    func adoptPrimary(_ versions: StoredVersions, knownBefore: StoredVersions, isFirst: Bool) {
        stored.withLock { stored in
            let isBehind = !versions.covers(knownBefore)
            if isBehind {
                stored = versions
                for user in users { user.version.store(0, ordering: .releasing) }
            }
            if isBehind || isFirst { outdateRecords(upTo: versions.users) }
            raise(&stored, to: versions)
        }
    }

    /// Notes a replica's versions. While there is no primary, it may have changes that were not announced.
    func adoptReplica(_ versions: StoredVersions) {
        stored.withLock { stored in
            if versions.users > stored.users { outdateRecords(upTo: versions.users) }
            raise(&stored, to: versions)
        }
    }

    private func raise(_ stored: inout StoredVersions, to versions: StoredVersions) {
        // A new history may lack known changes of users.
        if versions.promotions > stored.promotions { outdateRecords(upTo: versions.users) }
        if versions.items >= stored.items { stored.history = versions.history }
        stored.items = max(stored.items, versions.items)
        stored.users = max(stored.users, versions.users)
    }

    private func outdateRecords(upTo version: UInt64) {
        floor.store(version, ordering: .releasing)
        resets.add(1, ordering: .releasing)
    }

    static func hash(_ user: UserID) -> Int { Int(user.bucketHash % UInt64(hashes)) }
}
