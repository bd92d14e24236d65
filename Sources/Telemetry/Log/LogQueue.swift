import EventLoops
import HTTPServer
import Synchronization

/// What waits to be written to the log, between the threads that have something to say and the one that writes.
///
/// A thread tries its own stripe first and another where that is taken: by the writer, for the instant in which it takes
/// all that is there, or by a thread that came to the same one. It never waits.
final class LogQueue: Sendable {
    private final class Stripe: Sendable {
        let queue: Mutex<RecordQueue>

        init(limits: LogLimits) {
            queue = Mutex(RecordQueue(limits: limits))
        }
    }

    private let limits: LogLimits
    private let stripes: [Stripe]
    private let events = Mutex<[UInt8]>([])
    private let bell: Bell
    private let isIdle = Atomic(false)
    private let closing = Atomic(false)
    private let abandoned = Atomic(false)

    /// Lines that were left out while others like them were kept.
    let sampled = Counter()
    /// Lines that were left out since there was no room, or could not be written.
    let dropped = Counter()

    init(limits: LogLimits) throws(SystemError) {
        self.limits = limits
        stripes = (0..<ThreadPlace.count).map { _ in Stripe(limits: limits) }
        bell = try Bell()
    }

    func append(_ record: RequestRecord) {
        let first = ThreadPlace.current
        for offset in 0..<ThreadPlace.count {
            let stripe = stripes[(first &+ offset) & (ThreadPlace.count - 1)]
            guard let outcome = stripe.queue.withLockIfAvailable({ $0.append(record) }) else { continue }
            switch outcome {
            case .kept: wake()
            case .sampled: sampled.increment()
            case .dropped: dropped.increment()
            }
            return
        }
        dropped.increment()
    }

    /// Adds a line of an event, with its line feed.
    func append(event line: [UInt8]) {
        let isKept = events.withLock { events in
            guard events.count + line.count <= limits.eventBytes else { return false }
            events.append(contentsOf: line)
            return true
        }
        if isKept { wake() } else { dropped.increment() }
    }

    // The writer is idle before it looks a last time at what there is, and who adds something looks at this after it
    // has added; both under the lock of the stripe. So either the writer finds what was added, or it is seen to be idle.
    private func wake() {
        guard isIdle.load(ordering: .relaxed), isIdle.exchange(false, ordering: .relaxed) else { return }
        bell.ring()
    }

    /// Lets the writer write what there is, and end.
    func close() {
        closing.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Lets the writer end without writing what there is.
    func abandon() {
        abandoned.store(true, ordering: .relaxed)
        close()
    }

    // MARK: The writer's side

    var isClosing: Bool { closing.load(ordering: .acquiring) }

    var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

    /// Waits a while for more.
    func gather(milliseconds: Int32) {
        bell.wait(milliseconds: milliseconds)
    }

    /// From now on, something new rings the bell.
    func beIdle() {
        isIdle.store(true, ordering: .relaxed)
    }

    /// Waits until something has come since ``beIdle()``.
    func waitForMore() {
        bell.wait(milliseconds: -1)
        isIdle.store(false, ordering: .relaxed)
    }

    /// Takes the lines of events.
    func takeEvents() -> [UInt8] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Takes the records of a stripe, and leaves it the empty array.
    func takeRecords(of stripe: Int, with empty: inout [RequestRecord]) {
        stripes[stripe].queue.withLock { $0.exchange(&empty) }
    }
}
