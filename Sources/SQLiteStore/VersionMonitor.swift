import Catalogue
import Synchronization

/// Looks at the versions in the file from time to time, since other processes write to it, too.
final class VersionMonitor: Sendable {
    private let known: KnownVersion
    private let file: StoreFile
    private let clock: CoarseClock
    private let connection: Mutex<Connection>
    /// The moment after which the next look is due, by the clock.
    private let due = Atomic<Int64>(.min)
    /// How soon other writers' changes are found, well within ``StoreLimits/versionDelay``: a look takes microseconds.
    private static let delay: Duration = .milliseconds(5)
    /// How far that is after a look: less than the delay by what the clock may be behind.
    private let pause: Int64

    /// Monitors the file.
    init(_ file: StoreFile, known: KnownVersion) throws(StoreError) {
        let delay = Int64(Self.delay / .nanoseconds(1))
        self.known = known
        self.file = file
        clock = CoarseClock(within: delay)
        pause = delay - clock.resolution
        // A connection of its own, and no patience with a process that has the file to itself: a look never waits.
        connection = Mutex(try file.connect(patience: 0))
    }

    /// What is known, after a look at the file where one is due and no other thread has one.
    var current: KnownVersion {
        let now = clock.now
        if now > due.load(ordering: .relaxed) { look(at: now) }
        return known
    }

    private func look(at now: Int64) {
        connection.withLockIfAvailable { connection in
            guard now > due.load(ordering: .relaxed) else { return }
            due.store(now + pause, ordering: .relaxed)
            file.look()
            // A look that fails tells nothing, and is made again when the next one is due.
            if let version = try? connection.version() { known.see(version) }
        }
    }
}
