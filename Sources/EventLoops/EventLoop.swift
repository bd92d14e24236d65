import CLinux
import Glibc
import Synchronization

/// One thread that waits for its descriptors and runs, in between, the jobs of the tasks that live on it.
///
/// To put a job on the loop from its own thread takes a lock that nobody contends for and no call of the system; from
/// another thread it takes one call, and that only where the loop is waiting.
package final class EventLoop: SerialExecutor, TaskExecutor {
    /// What the loop does when there is nothing left to run.
    package enum Turn {
        /// Waits for a descriptor or a job, at most so long; a negative time is for ever.
        case wait(milliseconds: Int32)
        case end
    }

    private struct Queue {
        var jobs: [UnownedJob] = []
        var isWaiting = false
    }

    private let queue = Mutex(Queue())
    private let epoll: Epoll
    /// Wakes the loop from its wait.
    private let alarm: Descriptor
    private let thread = Atomic<pthread_t>(0)
    /// Who is told of changes that the loop's owner has nothing to do with, by their descriptors.
    private let guests = Mutex<[Int32: @Sendable (_ events: UInt32) -> Void]>([:])

    /// How often the queue is emptied before the descriptors get their turn again.
    private static let batchesPerTurn = 64
    /// How many changes are told before the jobs get theirs.
    private static let changesPerTurn = 128

    /// A loop that nobody runs yet.
    package init() throws(SystemError) {
        epoll = try Epoll()
        let rawValue = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard rawValue >= 0 else { throw SystemError("create an event loop") }
        alarm = Descriptor(rawValue)
        try watch(rawValue)
    }

    /// Lets the loop tell, once for each change, when the descriptor can be read or written.
    package func watch(_ descriptor: Int32) throws(SystemError) {
        try epoll.watch(descriptor)
    }

    /// Ends what ``watch(_:)`` began.
    package func unwatch(_ descriptor: Int32) {
        epoll.unwatch(descriptor)
    }

    /// Makes the calling thread the loop's while `body` runs.
    package func occupyThread(_ body: () -> Void) {
        thread.store(pthread_self(), ordering: .relaxed)
        // Sound: the caller keeps the loop, and the thread forgets it before this returns.
        unsafe pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer {
            pthread_setspecific(Self.key, nil)
            thread.store(0, ordering: .relaxed)
        }
        body()
    }

    /// The loop whose thread this is.
    package static var current: EventLoop? {
        // Sound: what is found was put there by ``occupyThread(_:)``, on this thread, which is still in it.
        unsafe pthread_getspecific(key).map { unsafe Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Where each thread keeps its loop.
    private static let key = {
        var key = pthread_key_t()
        // Sound: one number is written to the variable.
        let code = unsafe pthread_key_create(&key, nil)
        precondition(code == 0, "the system has no place for the threads' loops")
        return key
    }()

    // MARK: Guests

    /// Has `told` called, on the loop's thread, as long as one of these `events` (`EPOLLIN` and its like) is so of the
    /// descriptor: for whoever waits on a loop that others have made.
    package func host(
        _ descriptor: Int32,
        for events: UInt32,
        _ told: @escaping @Sendable (_ events: UInt32) -> Void
    ) throws(SystemError) {
        try epoll.watch(descriptor, for: events)
        guests.withLock { $0[descriptor] = told }
    }

    /// Has a guest told of other events from now on.
    package func change(_ descriptor: Int32, to events: UInt32) throws(SystemError) {
        try epoll.change(descriptor, to: events)
    }

    /// Ends what ``host(_:for:_:)`` began, before the descriptor closes.
    package func dismiss(_ descriptor: Int32) {
        epoll.unwatch(descriptor)
        _ = guests.withLock { $0.removeValue(forKey: descriptor) }
    }

    /// Tells the guest whose descriptor has changed, where there is one.
    package func tellGuest(_ change: Epoll.Change) {
        guests.withLock { $0[change.descriptor] }?(change.events)
    }

    /// Runs on the loop's thread until `beforeWaiting` says that it ends. Jobs that come after that do not run.
    package func run(onChange: (Epoll.Change) -> Void, beforeWaiting: () -> Turn) {
        var changes: [Epoll.Change] = []
        var told = 0
        var batch: [UnownedJob] = []
        while true {
            runJobs(&batch)
            guard case .wait(let milliseconds) = beforeWaiting() else { return }
            // Whatever there is to tell is taken down at once, so that it is known how long it waits for its turn.
            epoll.wait(milliseconds: told == changes.count && announceWait() ? milliseconds : 0, for: &changes)
            queue.withLock { $0.isWaiting = false }
            let end = min(told + Self.changesPerTurn, changes.count)
            // The alarm need not be read: a change comes with each write.
            for change in changes[told..<end] where change.descriptor != alarm.rawValue { onChange(change) }
            told = end
            guard told == changes.count else { continue }
            changes.removeAll(keepingCapacity: true)
            told = 0
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

    /// - Returns: whether there is nothing to run, so that the next job has to wake the loop.
    private func announceWait() -> Bool {
        queue.withLock { queue in
            queue.isWaiting = queue.jobs.isEmpty
            return queue.isWaiting
        }
    }

    /// Runs the job on the loop's thread, after those that wait already.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isWaiting = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isWaiting = false }
            return queue.isWaiting
        }
        if isWaiting { wake() }
    }

    /// Ends the loop's wait, from any thread.
    func wake() {
        eventfd_write(alarm.rawValue, 1)
    }

    /// Whether this is the loop's thread.
    package func isIsolatingCurrentContext() -> Bool? {
        thread.load(ordering: .relaxed) == pthread_self()
    }

    /// Traps on any other thread than the loop's.
    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the event loop's thread")
    }
}
