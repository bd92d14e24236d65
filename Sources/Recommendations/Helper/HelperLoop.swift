import CLinux
import EventLoop
import Glibc

/// Keeps a helper process running and exchanges frames with it, on a thread of its own.
struct HelperLoop: ~Copyable {
    private let queue: HelperRequestQueue
    private let limits: HelperLimits
    private let onEvent: @Sendable (HelperEvent) -> Void
    private let launch: HelperLauncher

    private var current: HelperConnection?
    /// The recycled one, until its last response.
    private var draining: HelperConnection?
    private var backoff: RestartBackoff
    private var nextStart = ContinuousClock.now
    private var lastFailure = "the helper has not started"

    init(
        queue: HelperRequestQueue,
        limits: HelperLimits,
        onEvent: @escaping @Sendable (HelperEvent) -> Void,
        launch: @escaping HelperLauncher
    ) {
        self.queue = queue
        self.limits = limits
        self.onEvent = onEvent
        self.launch = launch
        backoff = RestartBackoff(maximumDelay: limits.maxBackoff)
    }

    mutating func run() {
        while true {
            let (requests, isClosed) = queue.takeAll()
            startOrRecycle()
            for request in requests {
                if let current {
                    current.send(request)
                } else {
                    request.completion(.failure(.unavailable(lastFailure)))
                }
            }
            if isClosed { break }
            exchangeFrames()
            wait()
            exchangeFrames()
        }
        _ = current?.end()
        _ = draining?.end()
    }

    private mutating func startOrRecycle() {
        if let current {
            guard current.requestCount >= limits.maxRequests, draining == nil else { return }
            // If this fails, the old process continues until the next attempt, with the next request.
            guard let successor = try? start() else { return }
            draining = current
            self.current = successor
            onEvent(.recycled)
        } else if nextStart <= .now {
            do throws(SystemError) {
                current = try start()
            } catch {
                scheduleRestart(because: "the helper cannot be started: error \(error.code)", age: .zero)
            }
        }
    }

    private func start() throws(SystemError) -> HelperConnection {
        var ends: [Int32] = [-1, -1]
        // Sound: the kernel writes two numbers, for which there is room.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError("create a socket pair")
        }
        defer { close(ends[1]) }
        do {
            return HelperConnection(on: ends[0], limits: limits, terminate: try launch(ends[1]))
        } catch {
            close(ends[0])
            throw error
        }
    }

    /// - Parameter age: how long the process that died had run.
    private mutating func scheduleRestart(because reason: String, age: Duration) {
        let delay = backoff.nextDelay(afterServing: age)
        lastFailure = reason
        nextStart = .now + delay
        onEvent(.died(reason, delay: delay))
    }

    private mutating func exchangeFrames() {
        if let helper = current, let reason = helper.exchangeFrames() {
            let age = helper.age
            current = nil
            scheduleRestart(because: "\(helper.end()): it \(reason)", age: age)
        }
        if let helper = draining, helper.exchangeFrames() != nil || helper.isIdle {
            _ = helper.end()
            draining = nil
        }
    }

    /// Sleeps until a descriptor is ready, a process hangs or the next one has to be started.
    private func wait() {
        let helpers = [current, draining].compactMap(\.self)
        var entries =
            [pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)] + helpers.map(\.pollEntry)
        let next = (helpers.map(\.hangDeadline) + [current == nil ? nextStart : nil]).compactMap(\.self).min()
        let timeout = next.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
        // Sound: the count is that of the array, which outlives the call.
        _ = unsafe poll(&entries, nfds_t(entries.count), timeout.map { Int32(clamping: Int($0) + 1) } ?? -1)
    }
}
