import CLinux
import Glibc
import Synchronization

/// One thread that waits for its descriptors and runs, in between, the jobs of the tasks that live on it.
///
/// To put a job on the loop from its own thread takes a lock that nobody contends for and no call of the system; from
/// another thread it takes one call, and that only where the loop is waiting.
package final class EventLoop: SerialExecutor, TaskExecutor {
    /// A descriptor about which something is new.
    package struct Change {
        package let descriptor: Int32
        /// A mask of `EPOLLIN` and its like.
        package let events: UInt32
        /// When the loop was told (``MonotonicTime``).
        package let time: Int
    }

    private struct Queue {
        var jobs: [UnownedJob] = []
        var isWaiting = false
        var isEnding = false
    }

    private let queue = Mutex(Queue())
    /// The kernel's list of descriptors to watch (epoll(7)).
    private let epoll: FileDescriptor
    /// Wakes the loop from its wait (eventfd(2)).
    private let wakeup: FileDescriptor
    /// Who is told of changes that the loop's owner has nothing to do with, by their descriptors.
    private let guests = Mutex<[Int32: @Sendable (_ events: UInt32) -> Void]>([:])

    /// How often the queue is emptied before the descriptors get their turn again.
    private static let batchesPerTurn = 64
    /// How many changes are told before the jobs get theirs.
    private static let changesPerTurn = 128
    /// How many changes one call of the system tells of. So many find room on the stack.
    private static let changesPerCall = 64

    /// A loop that nobody runs yet.
    package init() throws(SystemError) {
        let (epoll, wakeup) = (epoll_create1(Int32(EPOLL_CLOEXEC)), eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)))
        self.epoll = FileDescriptor(epoll)
        self.wakeup = FileDescriptor(wakeup)
        guard epoll >= 0, wakeup >= 0 else { throw SystemError("create an event loop") }
        try watch(wakeup)
    }

    /// Lets the loop tell, once for each change, when the descriptor can be read or written. That ends when it closes, in
    /// every process that has it open.
    package func watch(_ descriptor: Int32) throws(SystemError) {
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        try control(EPOLL_CTL_ADD, descriptor, events)
    }

    /// Ends what ``watch(_:)`` began.
    package func unwatch(_ descriptor: Int32) {
        // It fails only where the descriptor is not watched.
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

    /// Makes the calling thread the loop's while `body` runs.
    package func occupyThread(_ body: () -> Void) {
        // Sound: the caller keeps the loop, and the thread forgets it before this returns.
        unsafe pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, nil) }
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
        try control(EPOLL_CTL_ADD, descriptor, events)
        guests.withLock { $0[descriptor] = told }
    }

    /// Has a guest told of other events from now on.
    package func change(_ descriptor: Int32, to events: UInt32) throws(SystemError) {
        try control(EPOLL_CTL_MOD, descriptor, events)
    }

    /// Ends what ``host(_:for:_:)`` began, before the descriptor closes.
    package func dismiss(_ descriptor: Int32) {
        unwatch(descriptor)
        _ = guests.withLock { $0.removeValue(forKey: descriptor) }
    }

    /// Tells the guest whose descriptor has changed, where there is one.
    package func tellGuest(_ change: Change) {
        guests.withLock { $0[change.descriptor] }?(change.events)
    }

    /// Runs on the loop's thread until ``end()`` is called, or `beforeWaiting` returns `nil`. Jobs that come after that do
    /// not run.
    /// - Parameters:
    ///   - onChange: is told of each change of a watched descriptor.
    ///   - beforeWaiting: is called when there is nothing left to run, with the time at which the loop was woken last, and
    ///     returns when the loop goes on even where nothing happens (``MonotonicTime``); `Int.max`: never.
    package func run(onChange: (Change) -> Void, beforeWaiting: (_ now: Int) -> Int?) {
        var changes: [Change] = []
        var told = 0
        var batch: [UnownedJob] = []
        var now = MonotonicTime.nanoseconds()
        while true {
            runJobs(&batch)
            guard let end = beforeWaiting(now) else { return }
            // Whatever there is to tell is taken down at once, so that it is known how long it waits for its turn.
            now = wait(until: told == changes.count && announceWait() ? end : 0, for: &changes)
            let isEnding = queue.withLock { queue in
                queue.isWaiting = false
                return queue.isEnding
            }
            if isEnding { return }
            let last = min(told + Self.changesPerTurn, changes.count)
            // The wakeup need not be read: a change comes with each write.
            for change in changes[told..<last] where change.descriptor != wakeup.rawValue { onChange(change) }
            told = last
            guard told == changes.count else { continue }
            changes.removeAll(keepingCapacity: true)
            told = 0
        }
    }

    /// Waits for changes and adds all that there are to `changes`. A signal ends the wait.
    /// - Returns: when it ended (``MonotonicTime``).
    private func wait(until end: Int, for changes: inout [Change]) -> Int {
        var milliseconds: Int32 = -1
        if end < .max {
            // Rounded up, so that the time is over when the loop goes on.
            let left = end > 0 ? max(0, end - MonotonicTime.nanoseconds()) : 0
            milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
        }
        while true {
            // Sound: the kernel writes at most as many events as there is room for and tells how many; only those are read.
            let (count, now) = unsafe withUnsafeTemporaryAllocation(
                of: epoll_event.self,
                capacity: Self.changesPerCall
            ) { events in
                let count = unsafe epoll_wait(epoll.rawValue, events.baseAddress, Int32(events.count), milliseconds)
                let now = MonotonicTime.nanoseconds()
                for index in 0..<max(0, Int(count)) {
                    unsafe changes.append(
                        Change(descriptor: events[index].data.fd, events: events[index].events, time: now)
                    )
                }
                return (Int(count), now)
            }
            if count < Self.changesPerCall { return now }
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

    /// Ends ``run(onChange:beforeWaiting:)``, from any thread.
    package func end() {
        queue.withLock { $0.isEnding = true }
        wake()
    }

    private func wake() {
        eventfd_write(wakeup.rawValue, 1)
    }

    /// Whether this is the loop's thread.
    package func isIsolatingCurrentContext() -> Bool? {
        // Sound: the addresses are compared, and nothing read from there.
        unsafe pthread_getspecific(Self.key) == Unmanaged.passUnretained(self).toOpaque()
    }

    /// Traps on any other thread than the loop's.
    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the event loop's thread")
    }
}
