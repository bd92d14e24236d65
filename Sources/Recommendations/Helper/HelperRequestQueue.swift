import CLinux
import Glibc
import Synchronization

/// Where requests wait for the helper's thread.
final class HelperRequestQueue: Sendable {
    struct Submission: Sendable {
        let request: TransportRequest
        let deadline: ContinuousClock.Instant
        let completion: Transport.Completion
    }

    private struct State {
        var submissions: [Submission] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Can be read when there is something new.
    let bell: Int32

    init?() {
        bell = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard bell >= 0 else { return nil }
    }

    deinit {
        Glibc.close(bell)
    }

    /// - Returns: whether it was taken: not where the inbox is closed.
    func submit(_ submission: Submission) -> Bool {
        let (isTaken, rings) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.submissions.append(submission)
            return (true, state.submissions.count == 1)
        }
        if rings { eventfd_write(bell, 1) }
        return isTaken
    }

    /// Lets nobody in any more.
    func close() {
        state.withLock { $0.isClosed = true }
        eventfd_write(bell, 1)
    }

    /// What has come since this was last asked.
    func take() -> (submissions: [Submission], isClosed: Bool) {
        var count: eventfd_t = 0
        // Sound: the kernel writes one number into the variable.
        _ = unsafe eventfd_read(bell, &count)
        return state.withLock { state in
            defer { state.submissions = [] }
            return (state.submissions, state.isClosed)
        }
    }
}
