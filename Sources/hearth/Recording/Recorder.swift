import Catalogue
import Dispatch
import HomeFeed
import Observability
import Synchronization

/// Writes recordings of homes on a queue of its own.
///
/// A limited number of homes wait in the queue; the others are dropped, so that a slow disk delays no response.
final class Recorder: Sendable {
    let flags: RecordFlags
    private let folder: RecordingFolder
    private let recordings: Counters
    let log: Log
    /// When users were erased: homes that began before are not recorded any more.
    private let erasures = Mutex<[UserID: ContinuousClock.Instant]>([:])
    private let isFailing = Atomic(false)
    private let queue = DispatchQueue(label: "recorder")
    private let freePlaces = DispatchSemaphore(value: queueCapacity)

    static let queueCapacity = 64
    /// No home takes longer.
    private static let longestHome = Duration.seconds(300)

    init(_ flags: RecordFlags, _ recordings: Counters, _ log: Log) {
        self.flags = flags
        folder = RecordingFolder(at: flags.folder)
        self.recordings = recordings
        self.log = log
    }

    enum Outcome: String, CaseIterable {
        case written, dropped, failed
    }

    var sampler: HomeSampler {
        HomeSampler(share: flags.share) { [self] home in
            guard freePlaces.wait(timeout: .now()) == .success else {
                return recordings[Outcome.dropped.rawValue].increment()
            }
            queue.async { self.record(home) }
        }
    }

    /// Also erases the recordings of homes in progress.
    func erase(_ user: UserID) async throws {
        let now = ContinuousClock.now
        erasures.withLock { erasures in
            erasures = erasures.filter { $0.value > now - Self.longestHome }
            erasures[user] = now
        }
        try await perform { try $0.erase(user) }
    }

    /// `body` runs on the recorder's queue after the homes that were queued before.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (RecordingFolder) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body(self.folder) }) }
        }
    }

    // MARK: On the queue

    private func record(_ home: RecordedHome) {
        defer { freePlaces.signal() }
        if let user = home.user, let erasure = erasures.withLock({ $0[user] }), home.start <= erasure { return }
        do {
            try write(home)
            recordings[Outcome.written.rawValue].increment()
            isFailing.store(false, ordering: .relaxed)
        } catch {
            recordings[Outcome.failed.rawValue].increment()
            if isFailing.exchange(true, ordering: .relaxed) { return }
            log.event(.error, "Recording failed", ["reason": error.systemReason])
        }
    }

    private func write(_ home: RecordedHome) throws {
        var writer = JSONWriter(capacity: 256 * 1024)
        writer.object {
            home.write(into: &$0)
            guard let user = home.user, let state = home.state else { return }
            $0.object("record", UserExport(user: user, state: state, events: nil).write)
        }
        try folder.write(writer.bytes, of: home)
    }
}
