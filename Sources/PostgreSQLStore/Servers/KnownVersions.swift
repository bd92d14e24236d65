import Catalogue
import Synchronization

/// The versions as far as this process knows them: by its own commits, by announcements of other stores, and by looks at the
/// servers.
final class KnownVersions: Sendable {
    /// Tells this store's own changes from those of others.
    let origin = String(UInt64.random(in: 0...UInt64.max), radix: 36)

    private struct State {
        var stored: StoredVersions
        /// The users' version up to which every change of other stores is accounted for.
        var accounted: UInt64
        /// Whose changes were announced, until it is announced which version they make.
        var announced: [Int] = []
        /// Whether announcements may have been missed: until a look has found the versions, nothing is taken for accounted.
        var isCatchingUp = true
        /// Whether anything was read of a server that lacks changes that are known.
        var hasReadBehind = false
    }

    private let state: Mutex<State>
    /// The last changes of users, by their hashes.
    private let users: [LastChange]
    /// The users' version up to which it is unknown whose changes there were.
    private let floor: Atomic<UInt64>
    /// How often all records have to be read again.
    private let resets = Atomic<UInt64>(0)

    /// The users' version of the last change of the users of one hash.
    private final class LastChange: Sendable {
        /// By any store.
        let version = Atomic<UInt64>(0)
        /// By another store.
        let foreignVersion = Atomic<UInt64>(0)
    }

    /// How many users' changes are told apart, some 1 MB.
    private static let hashes = 16_384
    /// Where in a user's version the number of resets is, above the histories of ``StoredVersions``.
    private static let resetShift: UInt64 = 52

    init(_ versions: StoredVersions) {
        state = Mutex(State(stored: versions, accounted: versions.users))
        users = (0..<Self.hashes).map { _ in LastChange() }
        floor = Atomic(versions.users)
    }

    // MARK: Reading

    /// The version of the items.
    var itemVersion: ItemVersion { state.withLock { $0.stored.itemVersion } }

    /// A number that changes once another store has changed the user's record, as far as that is known.
    func userVersion(of user: UserID) -> UInt64 {
        users[Self.hash(user)].foreignVersion.load(ordering: .acquiring)
            | resets.load(ordering: .acquiring) << Self.resetShift
    }

    /// How far a server has to be for a read.
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

    // MARK: Taking note

    /// Takes note of a commit of this store that has changed the records of these users.
    func commit(_ versions: StoredVersions, of changed: [UserID]) {
        for user in changed { note(versions.users, at: Self.hash(user)) }
        state.withLock { state in
            // Between what is accounted for and this change there was no other one.
            if !changed.isEmpty, versions.users == state.accounted + 1 { state.accounted = versions.users }
            adopt(versions, &state)
        }
    }

    /// Takes note that a store has changed a record.
    func hear(user: UserID) {
        state.withLock { $0.announced.append(Self.hash(user)) }
    }

    /// Takes note of the versions that a transaction of a store has made.
    func hear(_ versions: StoredVersions, from origin: String) {
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

    /// Takes note that from now on all changes are announced, and that earlier ones have still to be found.
    func beginListening() {
        state.withLock { $0.isCatchingUp = true }
    }

    /// Takes note of the primary's versions. Where it lacks changes that were known before the look, another history has begun,
    /// in which the same numbers stand for other states.
    func seePrimary(_ versions: StoredVersions, knownBefore: StoredVersions) {
        state.withLock { state in
            if !versions.covers(knownBefore) {
                state.stored = versions
                state.accounted = versions.users
                for user in users { user.version.store(0, ordering: .releasing) }
                forgetUsers(upTo: versions.users)
            }
            if state.isCatchingUp {
                state.isCatchingUp = false
                account(for: versions.users, &state)
            }
            adopt(versions, &state)
        }
    }

    /// Takes note of a replica's versions while there is no primary to announce any.
    func seeReplica(_ versions: StoredVersions) {
        state.withLock { state in
            account(for: versions.users, &state)
            adopt(versions, &state)
        }
    }

    /// Has all records be read again where changes were found that were not announced.
    private func account(for users: UInt64, _ state: inout State) {
        guard users > state.accounted else { return }
        state.accounted = users
        forgetUsers(upTo: users)
    }

    /// Takes note that something is read of a server that lacks changes that are known, for want of another.
    func readBehind() {
        state.withLock { $0.hasReadBehind = true }
    }

    /// Takes note that there is a server again with all changes that are known: what was read of others meanwhile is not to be
    /// kept.
    func catchUp(_ versions: StoredVersions) {
        state.withLock { state in
            guard state.hasReadBehind, versions.covers(state.stored) else { return }
            state.hasReadBehind = false
            forgetUsers(upTo: state.stored.users)
            adopt(versions, &state)
        }
    }

    private func adopt(_ versions: StoredVersions, _ state: inout State) {
        // Changes of users that were known may not be in it.
        if versions.history > state.stored.history { forgetUsers(upTo: versions.users) }
        if versions.items >= state.stored.items { state.stored.itemHistory = versions.itemHistory }
        state.stored.items = max(state.stored.items, versions.items)
        state.stored.users = max(state.stored.users, versions.users)
    }

    /// Has all records be read again.
    private func forgetUsers(upTo version: UInt64) {
        floor.store(version, ordering: .releasing)
        resets.add(1, ordering: .releasing)
    }

    private func note(_ version: UInt64, at hash: Int) {
        users[hash].version.max(version, ordering: .releasing)
    }

    private static func hash(_ user: UserID) -> Int { Int(user.shardHash % UInt64(hashes)) }
}
