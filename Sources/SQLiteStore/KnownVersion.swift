import Catalogue
import Synchronization

/// The versions as far as this process knows them: by its own writer's commits, and by looks at the file.
final class KnownVersion: Sendable {
    private let itemVersion: Atomic<UInt64>
    /// How often another writer was found to have changed records of users.
    private let foreign = Atomic<UInt64>(0)
    /// The users' version in the file up to which every change is accounted for: by this writer, or counted as foreign.
    private let accounted: Mutex<UInt64>

    init(_ version: StoredVersion) {
        itemVersion = Atomic(version.items)
        accounted = Mutex(version.users)
    }

    /// The version of the items.
    var items: UInt64 { itemVersion.load(ordering: .acquiring) }

    /// A number that changes once another writer has changed records of users.
    var users: UInt64 { foreign.load(ordering: .acquiring) }

    /// Takes note of what was committed, by any writer.
    func see(_ version: StoredVersion) {
        accounted.withLock { account(for: version.users, in: &$0) }
        itemVersion.max(version.items, ordering: .releasing)
    }

    /// Takes note, before it commits, that this writer's transaction makes the version `next`: a look that finds that version
    /// from now on finds nothing foreign.
    func expect(_ next: StoredVersion, raisedBy raise: StoredVersion) {
        accounted.withLock { accounted in
            account(for: next.users - raise.users, in: &accounted)
            accounted = next.users
        }
    }

    /// Takes note that the transaction that would have made the version `next` has failed. If the version is in the file all
    /// the same, or another writer's is, the next look finds it.
    func giveUp(_ next: StoredVersion, raisedBy raise: StoredVersion) {
        accounted.withLock { $0 = next.users - raise.users }
    }

    private func account(for users: UInt64, in accounted: inout UInt64) {
        guard users > accounted else { return }
        accounted = users
        foreign.add(1, ordering: .releasing)
    }
}
