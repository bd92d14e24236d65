import CLinux
import EventLoop
import Glibc

/// Keeps a helper process running and exchanges messages with it, on a thread of its own.
struct HelperLoop: ~Copyable {
    let queue: HelperRequestQueue
    let limits: HelperLimits
    let onDeath: HelperDeathHandler
    let launch: HelperLauncher
    private(set) var backoff: RestartBackoff

    private(set) var current: HelperConnection?
    /// The recycled one, until its last response.
    private(set) var draining: HelperConnection?
    private(set) var nextStart = ContinuousClock.now
    private(set) var lastFailure = "the helper has not started"

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
            exchangeMessages()
            wait()
            exchangeMessages()
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
        let (own, other) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
        defer { other.close() }
        return HelperConnection(on: own, limits: limits, terminate: try launch(other.rawValue))
    }

    /// - Parameter age: how long the process that died had run.
    private mutating func scheduleRestart(because reason: String, age: Duration) {
        let delay = backoff.nextDelay(afterServing: age)
        lastFailure = reason
        nextStart = .now + delay
        onDeath(reason, delay)
    }

    private mutating func exchangeMessages() {
        if let helper = current, let reason = helper.exchangeMessages() {
            let age = helper.start.duration(to: .now)
            current = nil
            scheduleRestart(because: "\(helper.end()): it \(reason)", age: age)
        }
        if let helper = draining, helper.exchangeMessages() != nil || helper.isIdle {
            _ = helper.end()
            draining = nil
        }
    }

    /// Sleeps until a descriptor is ready, a process hangs or the next one has to be started.
    private func wait() {
        let helpers = [current, draining].compactMap(\.self)
        var entries =
            [pollfd(fd: queue.wakeup.rawValue, events: Int16(POLLIN), revents: 0)] + helpers.map(\.pollEntry)
        let next = (helpers.map(\.hangDeadline) + [current == nil ? nextStart : nil]).compactMap(\.self).min()
        let timeout = next.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
        // Sound: the count is that of the array, which outlives the call.
        _ = unsafe poll(&entries, nfds_t(entries.count), timeout.map { Int32(clamping: Int($0) + 1) } ?? -1)
    }
}
