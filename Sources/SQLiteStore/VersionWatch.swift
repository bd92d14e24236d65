import Catalogue
import Synchronization

/// Looks at the versions in the file now and then, since other processes write to it, too.
final class VersionWatch: Sendable {
    private let known: KnownVersion
    private let file: StoreFile
    private let clock: CoarseClock
    private let connection: Mutex<Connection>
    /// The moment after which the next look is due, by the clock.
    private let due = Atomic<Int64>(.min)
    /// How soon what others write is found, well within ``StoreLimits/versionDelay``: a look takes microseconds.
    private static let delay: Duration = .milliseconds(5)
    /// How far that is after a look: less than the delay by what the clock may be behind.
    private let pause: Int64

    /// Watches the file.
    init(_ file: StoreFile, known: KnownVersion) throws(StoreError) {
        let delay = Int64(Self.delay / .nanoseconds(1))
        self.known = known
        self.file = file
        clock = CoarseClock(within: delay)
        pause = delay - clock.resolution
        // A connection of its own, on which nobody else makes it wait; nor does another process that has the file to
        // itself.
        connection = Mutex(try file.connect(patience: 0))
    }

    /// The version, after a look at the file where one is due and nobody else has one.
    var current: StoreVersion {
        let now = clock.now
        if now > due.load(ordering: .relaxed) { look(at: now) }
        return known.current
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
