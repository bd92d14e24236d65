import Bytes
import Catalogue
import Dispatch
import EventLoop
import HomeFeed
import Observability
import Synchronization

/// Writes recordings of homes on a thread of its own.
///
/// Homes wait in a bounded queue; those that find no room are dropped, so that a slow disk delays no response.
final class Recorder: Sendable {
    private enum Job {
        case record(RecordedHome)
        case perform(@Sendable (RecordingFolder) -> Void)
    }

    private struct State {
        var jobs: [Job] = []
        var homeCount = 0
        /// When users were erased: homes that began before are not recorded any more.
        var erasures: [UserID: ContinuousClock.Instant] = [:]
    }

    private let folder: RecordingFolder
    private let share: Double
    private let recordings: MetricFamily<Counter>
    private let log: Log
    private let state = Mutex(State())
    private let wakeup = DispatchSemaphore(value: 0)

    static let queueCapacity = 64
    /// No home takes longer.
    private static let longestHome = Duration.seconds(300)

    /// Starts the thread, which runs until the process ends.
    /// - Parameter recordings: Counts recordings by ``outcomes``.
    init(_ flags: RecordFlags, _ recordings: MetricFamily<Counter>, _ log: Log) throws(SystemError) {
        folder = RecordingFolder(at: flags.folder)
        share = flags.share
        self.recordings = recordings
        self.log = log
        try DedicatedThread.start { [self] in run() }
    }

    enum Outcome: String, CaseIterable {
        case written, dropped, failed
    }

    var sampler: HomeSampler {
        HomeSampler(share: share) { [self] home in
            let isQueued = state.withLock { state in
                guard state.homeCount < Self.queueCapacity else { return false }
                state.homeCount += 1
                state.jobs.append(.record(home))
                return true
            }
            if isQueued { wakeup.signal() } else { recordings[Outcome.dropped.rawValue].increment() }
        }
    }

    /// Also erases the recordings of homes in progress.
    func erase(_ user: UserID) async throws {
        let now = ContinuousClock.now
        state.withLock { state in
            state.erasures = state.erasures.filter { $0.value > now - Self.longestHome }
            state.erasures[user] = now
        }
        try await perform { try $0.erase(user) }
    }

    /// `body` runs on the recorder's thread after the homes that were queued before.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (RecordingFolder) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job.perform { folder in continuation.resume(with: Result { try body(folder) }) }
            state.withLock { $0.jobs.append(job) }
            wakeup.signal()
        }
    }

    // MARK: On the thread

    private func run() -> Never {
        var isFailing = false
        while true {
            wakeup.wait()
            switch state.withLock({ $0.jobs.removeFirst() }) {
            case .perform(let body): body(folder)
            case .record(let home):
                defer { state.withLock { $0.homeCount -= 1 } }
                if isErased(home) { continue }
                do {
                    try write(home)
                    recordings[Outcome.written.rawValue].increment()
                    isFailing = false
                } catch {
                    recordings[Outcome.failed.rawValue].increment()
                    if !isFailing {
                        log.event(.error, "Recording failed", ["reason": .string(error.systemReason)])
                    }
                    isFailing = true
                }
            }
        }
    }

    private func isErased(_ home: RecordedHome) -> Bool {
        guard let user = home.user else { return false }
        return state.withLock { state in state.erasures[user].map { home.start <= $0 } ?? false }
    }

    private func write(_ home: RecordedHome) throws {
        var writer = JSONWriter(capacity: 256 * 1024)
        writer.object {
            home.write(into: &$0)
            guard let user = home.user, let state = home.state else { return }
            $0.key("record")
            UserExport(user: user, state: state, events: nil).write(into: &$0)
        }
        try folder.write(writer.bytes, of: home.user, home.state, at: home.now)
    }
}
