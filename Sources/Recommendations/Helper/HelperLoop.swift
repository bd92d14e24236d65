import CLinux
import EventLoop
import Glibc

/// What the helper's thread does: it keeps a process running, and talks to it.
struct HelperLoop: ~Copyable {
    private let inbox: HelperRequestQueue
    private let limits: HelperLimits
    private let note: @Sendable (HelperEvent) -> Void
    private let launch: HelperLauncher

    /// The one that gets new requests.
    private var current: HelperConnection?
    /// The one before it, as long as it has something to answer.
    private var retiring: HelperConnection?
    private var pauses: RestartBackoff
    /// When the next one is started, where there is none.
    private var startsAt = ContinuousClock.now
    /// Why there is none.
    private var lastEnd = "the helper has not begun"

    init(
        inbox: HelperRequestQueue,
        limits: HelperLimits,
        note: @escaping @Sendable (HelperEvent) -> Void,
        launch: @escaping HelperLauncher
    ) {
        self.inbox = inbox
        self.limits = limits
        self.note = note
        self.launch = launch
        pauses = RestartBackoff(longest: limits.longestPause)
    }

    /// Runs until the inbox is closed.
    mutating func run() {
        while true {
            let (submissions, isClosed) = inbox.take()
            startWhatIsDue()
            for submission in submissions { pass(on: submission) }
            if isClosed { break }
            converse()
            wait()
            converse()
        }
        _ = current?.end()
        _ = retiring?.end()
    }

    private func pass(on submission: HelperRequestQueue.Submission) {
        if let current {
            current.send(submission)
        } else {
            submission.completion(.failure(.interrupted(lastEnd)))
        }
    }

    private mutating func startWhatIsDue() {
        if let current {
            guard current.count >= limits.renewal, retiring == nil else { return }
            do throws(SpawnError) {
                let successor = try start()
                retiring = current
                self.current = successor
                note(.renewed)
            } catch {
                // The old one goes on, and the next request brings the next attempt.
            }
        } else if startsAt <= .now {
            do throws(SpawnError) {
                current = try start()
            } catch {
                schedule(after: "the helper cannot be started: error \(error.code)", served: .zero)
            }
        }
    }

    private func start() throws(SpawnError) -> HelperConnection {
        var ends: [Int32] = [-1, -1]
        // Sound: the kernel writes two numbers, for which there is room.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SpawnError(code: errno)
        }
        defer { close(ends[1]) }
        do {
            return HelperConnection(try launch(ends[1]), on: ends[0], limits: limits)
        } catch {
            close(ends[0])
            throw error
        }
    }

    private mutating func schedule(after end: String, served: Duration) {
        let pause = pauses.next(afterServing: served)
        lastEnd = end
        startsAt = .now + pause
        note(.died(end, pause: pause))
    }

    private mutating func converse() {
        if let child = current, let reason = child.converse() {
            let age = child.age
            current = nil
            schedule(after: "\(child.end()), since it \(reason)", served: age)
        }
        if let child = retiring, child.converse() != nil || child.isIdle {
            _ = child.end()
            retiring = nil
        }
    }

    /// Sleeps until there is something to do.
    private func wait() {
        let children = [current, retiring].compactMap(\.self)
        var awaited = [pollfd(fd: inbox.bell, events: Int16(POLLIN), revents: 0)] + children.map(\.awaited)
        let next = (children.map(\.patience) + [current == nil ? startsAt : nil]).compactMap(\.self).min()
        let pause = next.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
        // Sound: the count is that of the array, which outlives the call.
        _ = unsafe poll(&awaited, nfds_t(awaited.count), pause.map { Int32(clamping: Int($0) + 1) } ?? -1)
    }
}
