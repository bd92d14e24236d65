import Catalogue
import Glibc
import Synchronization

/// Checks the versions in the file periodically, since other processes write to it.
final class VersionMonitor: Sendable {
    private let known: KnownVersion
    private let file: StoreFile
    private let connection: Mutex<Connection>
    /// Compared with ``now``.
    private let due = Atomic<Int64>(.min)
    /// In nanoseconds. Together with the clock's resolution it is well within ``StoreLimits/versionDelay``.
    private static let interval: Int64 = 5_000_000

    init(_ file: StoreFile, known: KnownVersion) throws(StoreError) {
        self.known = known
        self.file = file
        // A connection of its own with no timeout, so that a check never waits.
        connection = Mutex(try file.connect(busyTimeout: 0))
    }

    /// The known versions, after a check if one is due and no other thread makes it.
    var current: KnownVersion {
        let now = Self.now
        if now > due.load(ordering: .relaxed) { check(at: now) }
        return known
    }

    private func check(at now: Int64) {
        connection.withLockIfAvailable { connection in
            guard now > due.load(ordering: .relaxed) else { return }
            due.store(now + Self.interval, ordering: .relaxed)
            file.check()
            // A failed check is repeated when the next one is due.
            if let row = try? connection.storeRow() { known.adopt(row.versions) }
        }
    }

    /// A monotonic time in nanoseconds, cheap to read and up to 10 ms late.
    private static var now: Int64 {
        var time = timespec()
        // Sound: the system writes one time into the variable.
        unsafe _ = clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The latest versions that this process knows, from its own commits and checks of the file.
final class KnownVersion: Sendable {
    private let itemVersion: Atomic<UInt64>
    /// How often changes of users' records by other writers were found.
    private let foreignChanges = Atomic<UInt64>(0)
    /// The users' version up to which all changes are this writer's, or counted as foreign.
    private let accounted: Mutex<UInt64>

    init(_ version: StoredVersions) {
        itemVersion = Atomic(version.items)
        accounted = Mutex(version.users)
    }

    var items: UInt64 { itemVersion.load(ordering: .acquiring) }

    /// Changes after another writer changed records of users.
    var users: UInt64 { foreignChanges.load(ordering: .acquiring) }

    /// Notes versions that were found in the file. During a commit, its own may be there already: the next check notes
    /// others.
    func adopt(_ versions: StoredVersions) {
        accounted.withLockIfAvailable { accounted in
            account(for: versions.users, in: &accounted)
            itemVersion.max(versions.items, ordering: .releasing)
        }
    }

    /// Calls `body`, which commits this writer's transaction.
    func adopt(_ change: VersionChange, _ body: () throws(StoreError) -> Void) throws(StoreError) {
        try accounted.withLock { (accounted) throws(StoreError) in
            account(for: change.before.users, in: &accounted)
            try body()
            accounted = change.after.users
        }
        itemVersion.max(change.after.items, ordering: .releasing)
    }

    private func account(for users: UInt64, in accounted: inout UInt64) {
        guard users > accounted else { return }
        accounted = users
        foreignChanges.add(1, ordering: .releasing)
    }
}
