import Catalogue
import Synchronization

/// The latest versions that this process knows from its own commits, other stores' notifications, and server checks.
final class KnownVersions: Sendable {
    /// Tells this store's notifications from those of others.
    let origin = String(UInt64.random(in: 0...UInt64.max), radix: 36)

    private struct State {
        var stored: StoredVersions
        /// The users' version up to which all changes of other stores were noted.
        var accounted: UInt64
        /// The hashes of users whose changes were announced, until the version of their transaction follows.
        var announced: [Int] = []
        /// Whether notifications may have been missed: then nothing counts as accounted until a check of the primary.
        var isCatchingUp = true
        /// Whether a read was served by a server that lacks known changes.
        var hasReadStale = false
    }

    private let state: Mutex<State>
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

    /// About 1 MB.
    private static let hashes = 16_384
    /// The position of the number of resets in a user's version, above the bits of ``StoredVersions``.
    private static let resetShift: UInt64 = 52

    init(_ versions: StoredVersions) {
        state = Mutex(State(stored: versions, accounted: versions.users))
        users = (0..<Self.hashes).map { _ in LastChange() }
        floor = Atomic(versions.users)
    }

    // MARK: Reading

    var itemVersion: ItemVersion { state.withLock { $0.stored.itemVersion } }

    /// Changes after another store's change of the user's record became known.
    func userVersion(of user: UserID) -> UInt64 {
        users[Self.hash(user)].foreignVersion.load(ordering: .acquiring)
            | resets.load(ordering: .acquiring) << Self.resetShift
    }

    func versions(for consistency: ReadConsistency) -> StoredVersions {
        let stored = state.withLock { $0.stored }
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
    func noteCommit(_ versions: StoredVersions, changing changed: [UserID]) {
        for user in changed { note(versions.users, at: Self.hash(user)) }
        state.withLock { state in
            // No other transaction is between the accounted version and this one.
            if !changed.isEmpty, versions.users == state.accounted + 1 { state.accounted = versions.users }
            adopt(versions, &state)
        }
    }

    /// The versions of the change's transaction follow.
    func noteAnnouncement(of user: UserID) {
        state.withLock { $0.announced.append(Self.hash(user)) }
    }

    func noteAnnouncement(of versions: StoredVersions, from origin: String) {
        state.withLock { state in
            for hash in state.announced {
                note(versions.users, at: hash)
                if origin != self.origin { users[hash].foreignVersion.max(versions.users, ordering: .releasing) }
            }
            state.announced = []
            if versions.users > state.accounted, !state.isCatchingUp { state.accounted = versions.users }
            adopt(versions, &state)
        }
    }

    /// Earlier changes are still to be found.
    func beginListening() {
        state.withLock { $0.isCatchingUp = true }
    }

    /// Notes the primary's versions. If it lacks changes that were known before the check, its history has changed, and
    /// the same numbers stand for other states.
    func notePrimary(_ versions: StoredVersions, knownBefore: StoredVersions) {
        state.withLock { state in
            if !versions.covers(knownBefore) {
                state.stored = versions
                state.accounted = versions.users
                for user in users { user.version.store(0, ordering: .releasing) }
                outdateRecords(upTo: versions.users)
            }
            if state.isCatchingUp {
                state.isCatchingUp = false
                account(for: versions.users, &state)
            }
            adopt(versions, &state)
        }
    }

    /// For use while no primary announces changes.
    func noteReplica(_ versions: StoredVersions) {
        state.withLock { state in
            account(for: versions.users, &state)
            adopt(versions, &state)
        }
    }

    func noteStaleRead() {
        state.withLock { $0.hasReadStale = true }
    }

    /// Notes a server's versions. If it has all known changes, the results of stale reads become outdated.
    func noteCaughtUp(_ versions: StoredVersions) {
        state.withLock { state in
            guard state.hasReadStale, versions.covers(state.stored) else { return }
            state.hasReadStale = false
            outdateRecords(upTo: state.stored.users)
            adopt(versions, &state)
        }
    }

    /// Makes all records outdated if changes were found that were not announced.
    private func account(for users: UInt64, _ state: inout State) {
        guard users > state.accounted else { return }
        state.accounted = users
        outdateRecords(upTo: users)
    }

    private func adopt(_ versions: StoredVersions, _ state: inout State) {
        // A new history may lack known changes of users.
        if versions.history > state.stored.history { outdateRecords(upTo: versions.users) }
        if versions.items >= state.stored.items { state.stored.itemHistory = versions.itemHistory }
        state.stored.items = max(state.stored.items, versions.items)
        state.stored.users = max(state.stored.users, versions.users)
    }

    private func outdateRecords(upTo version: UInt64) {
        floor.store(version, ordering: .releasing)
        resets.add(1, ordering: .releasing)
    }

    private func note(_ version: UInt64, at hash: Int) {
        users[hash].version.max(version, ordering: .releasing)
    }

    private static func hash(_ user: UserID) -> Int { Int(user.shardHash % UInt64(hashes)) }
}
