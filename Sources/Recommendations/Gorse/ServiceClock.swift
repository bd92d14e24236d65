import Dispatch
import EventLoop

/// Tells the time, and calls back when it has come.
package protocol ServiceClock: Sendable {
    /// The time.
    var now: ContinuousClock.Instant { get }

    /// Calls `body` once at `time` or a moment later, on a thread where nothing may block.
    func call(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void)
}

/// The system's time.
package struct SystemServiceClock: ServiceClock {
    private let queue = DispatchQueue(label: "timers")

    /// A timekeeper with a queue of its own, on which it calls.
    package init() {}

    package var now: ContinuousClock.Instant { .now }

    package func call(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .nanoseconds(now.duration(to: time).nanoseconds), execute: body)
    }
}
