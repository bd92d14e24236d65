import CLinux
import EventLoop
import Glibc
import Synchronization

/// Sends HTTP requests through a helper process, because URLSession can end its process.
///
/// A thread exchanges frames with the process. It restarts the process when it dies (with backoff), kills it when it
/// hangs, and recycles it after a number of requests without losing those in flight.
package final class HTTPHelper: Transport {
    private let queue: HelperRequestQueue

    /// - Parameter onEvent: receives restarts and recycles, on the thread that exchanges frames.
    /// - Throws: `SystemError` if there are no descriptors or threads left.
    package init(
        limits: HelperLimits = HelperLimits(),
        onEvent: @escaping @Sendable (HelperEvent) -> Void = { _ in },
        launch: @escaping HelperLauncher
    ) throws(SystemError) {
        guard let queue = HelperRequestQueue() else { throw SystemError("create a helper") }
        self.queue = queue
        try DedicatedThread.start {
            var loop = HelperLoop(queue: queue, limits: limits, onEvent: onEvent, launch: launch)
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

package enum HelperEvent: Hashable, Sendable {
    /// It died, with the cause, or could not be started. It is restarted after `delay`.
    case died(String, delay: Duration)
    /// It was replaced after ``HelperLimits/maxRequests``.
    case recycled
}

struct PendingRequest: Sendable {
    let request: TransportRequest
    let deadline: ContinuousClock.Instant
    let completion: Transport.Completion
}

/// Hands requests from any thread to the thread of ``HelperLoop``.
final class HelperRequestQueue: Sendable {
    private let state = Mutex((requests: [PendingRequest](), isClosed: false))
    /// An eventfd, readable after each change.
    let descriptor: Int32

    init?() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// - Returns: `false` if the queue is closed.
    func add(_ request: PendingRequest) -> Bool {
        let (isAdded, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.requests.append(request)
            return (true, state.requests.count == 1)
        }
        if wakes { eventfd_write(descriptor, 1) }
        return isAdded
    }

    func close() {
        state.withLock { $0.isClosed = true }
        eventfd_write(descriptor, 1)
    }

    func takeAll() -> (requests: [PendingRequest], isClosed: Bool) {
        var count: eventfd_t = 0
        // Sound: the kernel writes one number into the variable.
        _ = unsafe eventfd_read(descriptor, &count)
        return state.withLock { state in
            defer { state.requests = [] }
            return state
        }
    }
}
