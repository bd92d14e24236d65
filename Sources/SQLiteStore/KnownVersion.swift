import Catalogue
import Synchronization

/// The version as far as this process knows it: what its own writer has committed, and what a look at the file has found.
final class KnownVersion: Sendable {
    private let catalogue: Atomic<UInt64>
    private let openings: Atomic<UInt64>
    /// How often another writer was found to have changed what is kept of users.
    private let foreign = Atomic<UInt64>(0)
    /// The users' version in the file up to which every change is accounted for: by this writer, or counted as foreign.
    private let accounted: Mutex<UInt64>

    init(_ version: StoredVersion) {
        catalogue = Atomic(version.catalogue)
        openings = Atomic(version.openings)
        accounted = Mutex(version.users)
    }

    var current: StoreVersion {
        StoreVersion(
            catalogue: catalogue.load(ordering: .acquiring),
            openings: openings.load(ordering: .acquiring),
            users: foreign.load(ordering: .acquiring)
        )
    }

    /// Takes note of what was committed, by whomever.
    func see(_ version: StoredVersion) {
        accounted.withLock { account(for: version.users, in: &$0) }
        catalogue.max(version.catalogue, ordering: .releasing)
        openings.max(version.openings, ordering: .releasing)
    }

    /// Takes note, before it commits, that this writer's transaction makes the version `next`: whoever finds that in the
    /// file from now on finds nothing foreign.
    func expect(_ next: StoredVersion, touching touched: Touched) {
        accounted.withLock { accounted in
            account(for: next.users - (touched.contains(.users) ? 1 : 0), in: &accounted)
            accounted = next.users
        }
    }

    /// Takes note that the transaction that would have made the version `next` has failed. If it is in the file for all
    /// that, or someone else's is, then the next look finds it.
    func giveUp(_ next: StoredVersion, touching touched: Touched) {
        accounted.withLock { $0 = next.users - (touched.contains(.users) ? 1 : 0) }
    }

    private func account(for users: UInt64, in accounted: inout UInt64) {
        guard users > accounted else { return }
        accounted = users
        foreign.add(1, ordering: .releasing)
    }
}
