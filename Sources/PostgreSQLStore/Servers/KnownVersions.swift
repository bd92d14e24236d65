import Catalogue
import Synchronization

/// The versions as far as this process knows them: what it has committed itself, what others have told, and what a look at a server
/// has found.
final class KnownVersions: Sendable {
    /// What tells this store's own changes from others'.
    let origin = String(UInt64.random(in: 0...UInt64.max), radix: 36)

    private struct State {
        var stored: StoredVersions
        /// The users' version up to which every change of others' is accounted for.
        var accounted: UInt64
        /// How often what is stored was found to be another history than before.
        var epoch: UInt64 = 0
        /// How often others have changed something of a user.
        var foreign: UInt64 = 0
        /// Whose changes were told, until it is told which version they make.
        var told: [Int] = []
        /// Whether something may not have been told: until a look has found what there is, nothing is taken for accounted.
        var isCatchingUp = true
        /// Whether anything was read of a server that lacks what is known.
        var hasReadBehind = false
    }

    private let state: Mutex<State>
    /// The users' version of the last change of each user: of those of one hash, the last of all.
    private let users: [Version]
    /// The same of the last change by another store.
    private let foreignUsers: [Version]
    // What `state` has, to be read without waiting.
    private let items: Mutex<ItemVersion>
    private let catalogue: Atomic<UInt64>
    private let openings: Atomic<UInt64>
    private let foreign = Atomic<UInt64>(0)
    /// The users' version up to which nobody knows whose changes there were.
    private let floor: Atomic<UInt64>
    /// How often that was raised, or an epoch began.
    private let resets = Atomic<UInt64>(0)

    private final class Version: Sendable {
        let value = Atomic<UInt64>(0)
    }

    /// How many users' changes are told apart, some 1 MB.
    private static let hashes = 16_384
    /// Where in a version the epoch stands, above the histories of ``StoredVersions``.
    private static let epochShift: UInt64 = 52

    init(_ versions: StoredVersions) {
        state = Mutex(State(stored: versions, accounted: versions.users))
        users = (0..<Self.hashes).map { _ in Version() }
        foreignUsers = (0..<Self.hashes).map { _ in Version() }
        items = Mutex(ItemVersion(versions))
        catalogue = Atomic(versions.catalogue)
        openings = Atomic(versions.openings)
        floor = Atomic(versions.users)
    }

    // MARK: Asking

    /// The version that the store is in.
    var current: StoreVersion {
        StoreVersion(
            catalogue: catalogue.load(ordering: .acquiring),
            openings: openings.load(ordering: .acquiring),
            users: foreign.load(ordering: .acquiring)
        )
    }

    /// The version of a catalogue that stands so in the database, in the history that is known.
    func version(ofCatalogue stored: UInt64) -> UInt64 {
        state.withLock { $0.epoch } << Self.epochShift | stored
    }

    /// The version of the items.
    var itemVersion: ItemVersion { items.withLock { $0 } }

    /// Another one once another store has changed what is kept of the user, as far as that is known.
    func foreignVersion(of user: UserID) -> UInt64 {
        foreignUsers[Self.hash(user)].value.load(ordering: .acquiring)
            | resets.load(ordering: .acquiring) << Self.epochShift
    }

    /// Another one once anyone has changed what is kept of the user, as far as that is known.
    func version(of user: UserID) -> UInt64 {
        users[Self.hash(user)].value.load(ordering: .acquiring)
            | resets.load(ordering: .acquiring) << Self.epochShift
    }

    /// How far a server has to be for a read.
    func versions(for need: Need) -> StoredVersions {
        let stored = state.withLock { $0.stored }
        switch need {
        case .nothing: return StoredVersions()
        case .catalogue: return StoredVersions(catalogue: stored.catalogue)
        case .openings: return StoredVersions(catalogue: stored.catalogue, openings: stored.openings)
        case .user(let user):
            let last = users[Self.hash(user)].value.load(ordering: .acquiring)
            return StoredVersions(catalogue: stored.catalogue, users: max(last, floor.load(ordering: .acquiring)))
        case .record(let user):
            let last = users[Self.hash(user)].value.load(ordering: .acquiring)
            return StoredVersions(users: max(last, floor.load(ordering: .acquiring)))
        case .everything: return stored
        }
    }

    // MARK: Taking note

    /// Takes note of what this store has committed for these users.
    func commit(_ versions: StoredVersions, of changed: [UserID]) {
        for user in changed { note(versions.users, at: Self.hash(user)) }
        state.withLock { state in
            // Between what is accounted for and this change there was no other one.
            if !changed.isEmpty, versions.users == state.accounted + 1 { state.accounted = versions.users }
            adopt(versions, &state)
        }
    }

    /// Takes note that someone has changed something of a user.
    func hear(user: UserID) {
        state.withLock { $0.told.append(Self.hash(user)) }
    }

    /// Takes note of the versions that a transaction has left.
    func hear(_ versions: StoredVersions, from origin: String) {
        state.withLock { state in
            for hash in state.told {
                note(versions.users, at: hash)
                if origin != self.origin { foreignUsers[hash].value.max(versions.users, ordering: .releasing) }
            }
            state.told = []
            if versions.users > state.accounted {
                if !state.isCatchingUp { state.accounted = versions.users }
                if origin != self.origin { countForeign(&state) }
            }
            adopt(versions, &state)
        }
    }

    /// Takes note that from now on everything is told, and that what was not told before has still to be found.
    func beginListening() {
        state.withLock { $0.isCatchingUp = true }
    }

    /// Takes note of what the primary has: where it lacks what was known before it was looked at, another history has begun, in which
    /// the same numbers stand for other things.
    func seePrimary(_ versions: StoredVersions, knownBefore: StoredVersions) {
        state.withLock { state in
            if !versions.covers(knownBefore) {
                state.epoch += 1
                state.stored = versions
                items.withLock { $0 = ItemVersion(versions) }
                state.accounted = versions.users
                for user in users { user.value.store(0, ordering: .releasing) }
                forgetUsers(upTo: versions.users, &state)
            }
            if state.isCatchingUp {
                state.isCatchingUp = false
                account(for: versions.users, &state)
            }
            adopt(versions, &state)
        }
    }

    /// Takes note of what a replica has while there is no primary to tell anything.
    func seeReplica(_ versions: StoredVersions) {
        state.withLock { state in
            account(for: versions.users, &state)
            adopt(versions, &state)
        }
    }

    /// Has the records be read again of whoever it was that nobody told of.
    private func account(for users: UInt64, _ state: inout State) {
        guard users > state.accounted else { return }
        state.accounted = users
        forgetUsers(upTo: users, &state)
    }

    /// Takes note that something is read of a server that lacks what is known, for want of another.
    func readBehind() {
        state.withLock { $0.hasReadBehind = true }
    }

    /// Takes note that there is a server again that has all that is known: what was read of others meanwhile is not to be kept.
    func catchUp(_ versions: StoredVersions) {
        state.withLock { state in
            guard state.hasReadBehind, versions.covers(state.stored) else { return }
            state.hasReadBehind = false
            state.epoch += 1
            forgetUsers(upTo: state.stored.users, &state)
            adopt(versions, &state)
        }
    }

    private func adopt(_ versions: StoredVersions, _ state: inout State) {
        // What was known of users may not be in it.
        if versions.history > state.stored.history { forgetUsers(upTo: versions.users, &state) }
        if versions.catalogue >= state.stored.catalogue {
            state.stored.itemHistory = versions.itemHistory
            items.withLock { $0 = ItemVersion(versions) }
        }
        state.stored.catalogue = max(state.stored.catalogue, versions.catalogue)
        state.stored.openings = max(state.stored.openings, versions.openings)
        state.stored.users = max(state.stored.users, versions.users)
        let epoch = state.epoch << Self.epochShift
        catalogue.store(epoch | state.stored.catalogue, ordering: .releasing)
        openings.store(epoch | state.stored.openings, ordering: .releasing)
    }

    /// Has whatever is known of users be read again.
    private func forgetUsers(upTo version: UInt64, _ state: inout State) {
        floor.store(version, ordering: .releasing)
        resets.add(1, ordering: .releasing)
        countForeign(&state)
    }

    private func countForeign(_ state: inout State) {
        state.foreign += 1
        foreign.store(state.foreign, ordering: .releasing)
    }

    private func note(_ version: UInt64, at hash: Int) {
        users[hash].value.max(version, ordering: .releasing)
    }

    /// The same for whoever has the user's id.
    private static func hash(_ user: UserID) -> Int { Int(user.spread % UInt64(hashes)) }
}

extension ItemVersion {
    /// The items' version among those of a database.
    init(_ versions: StoredVersions) {
        self.init(history: versions.itemHistory, number: Int64(bitPattern: versions.catalogue))
    }
}
