import Catalogue
import Glibc
import Synchronization

/// Looks at the versions in the file from time to time, since other processes write to it, too.
final class VersionMonitor: Sendable {
    private let known: KnownVersion
    private let file: StoreFile
    private let connection: Mutex<Connection>
    /// The moment after which the next look is due, by ``now``.
    private let due = Atomic<Int64>(.min)
    /// How soon after a look the next one is due, in nanoseconds. With the clock's ticks, other writers' changes are found well
    /// within ``StoreLimits/versionDelay``: a look takes microseconds.
    private static let pause: Int64 = 5_000_000

    /// Monitors the file.
    init(_ file: StoreFile, known: KnownVersion) throws(StoreError) {
        self.known = known
        self.file = file
        // A connection of its own, and no patience with a process that has the file to itself: a look never waits.
        connection = Mutex(try file.connect(patience: 0))
    }

    /// What is known, after a look at the file where one is due and no other thread has one.
    var current: KnownVersion {
        let now = Self.now
        if now > due.load(ordering: .relaxed) { look(at: now) }
        return known
    }

    private func look(at now: Int64) {
        connection.withLockIfAvailable { connection in
            guard now > due.load(ordering: .relaxed) else { return }
            due.store(now + Self.pause, ordering: .relaxed)
            file.look()
            // A look that fails tells nothing, and is made again when the next one is due.
            if let version = try? connection.version() { known.see(version) }
        }
    }

    /// The nanoseconds since some moment. The clock costs little, and is up to 10 ms behind.
    private static var now: Int64 {
        var time = timespec()
        // Sound: the system writes one time into the variable.
        unsafe _ = clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
