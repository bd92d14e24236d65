import CLinux
import EventLoop
import Glibc
import Synchronization

/// Sends HTTP requests through a helper process, because URLSession can end its process.
///
/// A thread exchanges messages with the process. It restarts the process when it dies (with backoff), kills it when it
/// hangs, and recycles it after a number of requests without losing those in flight.
package final class HTTPHelper: Transport {
    private let queue: HelperRequestQueue

    /// - Parameter onDeath: called when the process died or could not be started, on the thread that exchanges
    ///   messages.
    package init(
        limits: HelperLimits = HelperLimits(),
        onDeath: @escaping HelperDeathHandler = { _, _ in },
        launch: @escaping HelperLauncher
    ) throws(SystemError) {
        let queue = try HelperRequestQueue()
        self.queue = queue
        try DedicatedThread.start {
            let backoff = RestartBackoff(maximumDelay: limits.maxBackoff)
            var loop = HelperLoop(queue: queue, limits: limits, onDeath: onDeath, launch: launch, backoff: backoff)
            loop.run()
        }
    }

    deinit {
        queue.close()
    }

    /// Sends the request. Fails at once while no process runs.
    package func send(_ request: TransportRequest, timeout: Duration, completion: @escaping Completion) {
        let pending = PendingRequest(request: request, deadline: .now + timeout, completion: completion)
        if !queue.add(pending) { completion(.failure(.unavailable("the helper is closed"))) }
    }

    /// Ends the process. Requests in flight fail.
    package func close() {
        queue.close()
    }
}

package struct HelperLimits: Hashable, Sendable {
    /// The longest response body, in bytes.
    package var maxResponseSize = 256 * 1024
    package var maxConcurrentRequests = 64
    /// Requests until the process is recycled: URLSession leaks a few hundred bytes for each.
    package var maxRequests = 50_000
    /// How far past its deadline a request may be unanswered before the process is killed.
    package var hangTimeout = Duration.seconds(1)
    package var maxBackoff = Duration.seconds(10)

    package init() {}
}

/// Starts a process that runs ``runHTTPHelper(on:limits:)`` on `descriptor`, which the caller closes after the call.
/// - Returns: a function that kills the process, waits for it and returns its status; `nil` if unknown. Called once.
package typealias HelperLauncher =
    @Sendable (_ descriptor: Int32) throws(SystemError) -> @Sendable () -> ProcessTermination?

/// Receives the cause, and the time until the process is started again.
package typealias HelperDeathHandler = @Sendable (_ cause: String, _ delay: Duration) -> Void

struct PendingRequest: Sendable {
    let request: TransportRequest
    let deadline: ContinuousClock.Instant
    let completion: Transport.Completion
}

/// Hands requests from any thread to the thread of ``HelperLoop``.
final class HelperRequestQueue: Sendable {
    private let state = Mutex((requests: [PendingRequest](), isClosed: false))
    /// An eventfd, readable after each change.
    let wakeup: FileDescriptor

    init() throws(SystemError) {
        wakeup = FileDescriptor(eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)))
        if wakeup.rawValue < 0 { throw SystemError("create a helper") }
    }

    /// - Returns: `false` if the queue is closed.
    func add(_ request: PendingRequest) -> Bool {
        defer { eventfd_write(wakeup.rawValue, 1) }
        return state.withLock { state in
            if !state.isClosed { state.requests.append(request) }
            return !state.isClosed
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        eventfd_write(wakeup.rawValue, 1)
    }

    func takeAll() -> (requests: [PendingRequest], isClosed: Bool) {
        var count: eventfd_t = 0
        // Sound: the kernel writes one number into the variable.
        _ = unsafe eventfd_read(wakeup.rawValue, &count)
        return state.withLock { state in
            defer { state.requests = [] }
            return state
        }
    }
}
