import CLinux
import Glibc
import Synchronization

/// One thread that waits for events on file descriptors and, in between, runs the jobs of the tasks on it.
///
/// Enqueuing a job from the loop's own thread takes an uncontended lock and no system call; from another thread it
/// takes one system call, and only while the loop waits.
package final class EventLoop: SerialExecutor, TaskExecutor {
    package struct Event {
        package let descriptor: Int32
        /// `EPOLLIN` and the like.
        package let events: UInt32
        /// When the kernel reported it.
        package let time: ContinuousClock.Instant
    }

    private struct Queue {
        var jobs: [UnownedJob] = []
        var isWaiting = false
        var isStopping = false
    }

    private let queue = Mutex(Queue())
    /// The kernel's list of watched descriptors (epoll(7)).
    private let epoll: FileDescriptor
    /// Interrupts the wait (eventfd(2)).
    private let wakeup: FileDescriptor

    /// Batches of jobs that run before descriptors get their turn.
    private static let batchesPerTurn = 64
    /// Events that are delivered before jobs get their turn.
    private static let eventsPerTurn = 128
    /// Events that one `epoll_wait` returns; this many fit on the stack.
    private static let eventsPerCall = 64

    package init() throws(SystemError) {
        let (epoll, wakeup) = (epoll_create1(Int32(EPOLL_CLOEXEC)), eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)))
        self.epoll = FileDescriptor(epoll)
        self.wakeup = FileDescriptor(wakeup)
        guard epoll >= 0, wakeup >= 0 else { throw SystemError("create an event loop") }
        try watch(wakeup)
    }

    // MARK: Descriptors

    /// Reports once each time the descriptor becomes readable or writable (edge-triggered), to the `onEvent` of
    /// ``run(onEvent:beforeWaiting:)``. The watch ends when every process has closed the descriptor.
    package func watch(_ descriptor: Int32) throws(SystemError) {
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        try control(EPOLL_CTL_ADD, descriptor, events)
    }

    package func unwatch(_ descriptor: Int32) {
        // Fails only if the descriptor is not watched.
        try? control(EPOLL_CTL_DEL, descriptor, 0)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) throws(SystemError) {
        var event = unsafe epoll_event()
        unsafe event.events = events
        unsafe event.data.fd = descriptor
        // Sound: the kernel copies the event during the call.
        guard unsafe epoll_ctl(epoll.rawValue, operation, descriptor, &event) == 0 else {
            throw SystemError("watch a descriptor")
        }
    }

    // MARK: Running

    /// The thread is the loop's while `body` runs.
    package func occupyThread(_ body: () -> Void) {
        // Sound: the caller keeps the loop, and the reference is removed before this returns.
        unsafe pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, nil) }
        body()
    }

    private static let key = {
        var key = pthread_key_t()
        // Sound: one number is written to the variable.
        let code = unsafe pthread_key_create(&key, nil)
        precondition(code == 0, "the system has no thread-specific key left")
        return key
    }()

    /// Runs on the calling thread until ``stop()``. Jobs that are enqueued later do not run.
    /// - Parameter beforeWaiting: Called when no job is left, with the time of the last wakeup; returns when to wake up
    ///   at the latest.
    package func run(
        onEvent: (Event) -> Void,
        beforeWaiting: (_ now: ContinuousClock.Instant) -> ContinuousClock.Instant
    ) {
        var events: [Event] = []
        var delivered = 0
        var batch: [UnownedJob] = []
        var now = ContinuousClock.now
        while true {
            runJobs(&batch)
            let deadline = beforeWaiting(now)
            // All events are fetched at once, so that their time tells how long they wait for their turn.
            now = wait(until: delivered == events.count && announceWait() ? deadline : now, for: &events)
            let isStopping = queue.withLock { queue in
                queue.isWaiting = false
                return queue.isStopping
            }
            if isStopping { return }
            let last = min(delivered + Self.eventsPerTurn, events.count)
            // The wakeup is edge-triggered and need not be read.
            for event in events[delivered..<last] where event.descriptor != wakeup.rawValue { onEvent(event) }
            delivered = last
            guard delivered == events.count else { continue }
            events.removeAll(keepingCapacity: true)
            delivered = 0
        }
    }

    /// A signal ends the wait, too. Returns when the wait ended.
    private func wait(until deadline: ContinuousClock.Instant, for events: inout [Event]) -> ContinuousClock.Instant {
        let left = (deadline - .now).components
        // Rounded up, so that the deadline has passed when the wait ends.
        let rounded = left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        var milliseconds = Int32(clamping: max(0, rounded))
        while true {
            // Sound: the kernel writes at most as many events as there is room for, and only those are read.
            let (count, now) = unsafe withUnsafeTemporaryAllocation(
                of: epoll_event.self,
                capacity: Self.eventsPerCall
            ) { found in
                let count = unsafe epoll_wait(epoll.rawValue, found.baseAddress, Int32(found.count), milliseconds)
                let now = ContinuousClock.now
                for index in 0..<max(0, Int(count)) {
                    unsafe events.append(
                        Event(descriptor: found[index].data.fd, events: found[index].events, time: now)
                    )
                }
                return (Int(count), now)
            }
            if count < Self.eventsPerCall { return now }
            milliseconds = 0
        }
    }

    private func runJobs(_ batch: inout [UnownedJob]) {
        for _ in 0..<Self.batchesPerTurn {
            queue.withLock { if !$0.jobs.isEmpty { swap(&$0.jobs, &batch) } }
            if batch.isEmpty { return }
            for job in batch {
                // Sound: the references to the loop do not outlive this call, during which it lives.
                unsafe job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(),
                    taskExecutor: asUnownedTaskExecutor()
                )
            }
            batch.removeAll(keepingCapacity: true)
        }
    }

    /// - Returns: whether no job is left; then the next one wakes the loop.
    private func announceWait() -> Bool {
        queue.withLock { queue in
            queue.isWaiting = queue.jobs.isEmpty
            return queue.isWaiting
        }
    }

    /// The job runs after those that are queued already.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isWaiting = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isWaiting = false }
            return queue.isWaiting
        }
        if isWaiting { wake() }
    }

    package func stop() {
        queue.withLock { $0.isStopping = true }
        wake()
    }

    private func wake() {
        eventfd_write(wakeup.rawValue, 1)
    }

    package func isIsolatingCurrentContext() -> Bool? {
        // Sound: the addresses are compared and not read from.
        unsafe pthread_getspecific(Self.key) == Unmanaged.passUnretained(self).toOpaque()
    }

    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the event loop's thread")
    }
}
