import CLinux
import Glibc

/// The kernel's list of descriptors to watch (epoll(7)).
package struct Epoll: Sendable {
    private let descriptor: Descriptor

    /// A descriptor about which something is new.
    package struct Change {
        package let descriptor: Int32
        /// A mask of `EPOLLIN` and its like.
        package let events: UInt32
        /// When the loop was told, in nanoseconds (``MonotonicTime``).
        package let time: Int
    }

    /// How many descriptors one wait tells of. So many find room on the stack.
    private static let eventsPerWait = 64

    init() throws(SystemError) {
        let rawValue = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard rawValue >= 0 else { throw SystemError("create an event loop") }
        descriptor = Descriptor(rawValue)
    }

    /// Lets ``wait(milliseconds:for:)`` tell, once for each change, when `watched` can be read or written. The watch ends
    /// when it closes, in every process that has it open.
    func watch(_ watched: Int32) throws(SystemError) {
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        try control(EPOLL_CTL_ADD, watched, events)
    }

    /// Lets ``wait(milliseconds:for:)`` tell each time, as long as it holds, that one of these `events` is so of `watched`.
    func watch(_ watched: Int32, for events: UInt32) throws(SystemError) {
        try control(EPOLL_CTL_ADD, watched, events)
    }

    /// Has other events told of `watched` from now on.
    func change(_ watched: Int32, to events: UInt32) throws(SystemError) {
        try control(EPOLL_CTL_MOD, watched, events)
    }

    private func control(_ operation: Int32, _ watched: Int32, _ events: UInt32) throws(SystemError) {
        var event = unsafe epoll_event()
        unsafe event.events = events
        unsafe event.data.fd = watched
        // Sound: the kernel copies the event during the call.
        guard unsafe epoll_ctl(descriptor.rawValue, operation, watched, &event) == 0 else {
            throw SystemError("watch a descriptor")
        }
    }

    func unwatch(_ watched: Int32) {
        var ignored = unsafe epoll_event()
        // Sound: the kernel does not look at the event.
        _ = unsafe epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, watched, &ignored)
    }

    /// Waits for changes, at most so long (a negative time is for ever), and adds all that there are to `changes`. A
    /// signal ends the wait.
    func wait(milliseconds: Int32, for changes: inout [Change]) {
        guard add(to: &changes, waiting: milliseconds) == Self.eventsPerWait else { return }
        while add(to: &changes, waiting: 0) == Self.eventsPerWait {}
    }

    /// - Returns: how many changes there were, ``eventsPerWait`` at most.
    private func add(to changes: inout [Change], waiting milliseconds: Int32) -> Int {
        // Sound: the kernel writes at most as many events as there is room for and tells how many; only those are read.
        unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsPerWait) { events in
            let count = unsafe Int(
                epoll_wait(descriptor.rawValue, events.baseAddress, Int32(events.count), milliseconds)
            )
            let now = MonotonicTime.nanoseconds()
            for index in 0..<max(0, count) {
                unsafe changes.append(
                    Change(descriptor: events[index].data.fd, events: events[index].events, time: now)
                )
            }
            return count
        }
    }
}
