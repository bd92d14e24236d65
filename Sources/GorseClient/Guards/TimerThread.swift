import CLinux
import Glibc
package import EventLoops
import Synchronization

/// A thread that waits for times to come.
package final class TimerThread: Timekeeper {
    private struct State {
        var appointments = Appointments()
        /// When the thread looks again by itself.
        var wakes: ContinuousClock.Instant?
        var isOver = false
    }

    private final class Book: Sendable {
        let state = Mutex(State())
        /// Can be read when the thread has to look earlier than it meant to.
        let bell: Int32

        init?() {
            bell = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
            guard bell >= 0 else { return nil }
        }

        deinit {
            close(bell)
        }

        func run() {
            while let pause = callWhatIsDue() {
                var awaited = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
                // Sound: there is one, which outlives the call.
                _ = unsafe poll(&awaited, 1, pause)
            }
        }

        /// - Returns: how many milliseconds to wait, below 0 for ever; `nil` at the end.
        private func callWhatIsDue() -> Int32? {
            var count: eventfd_t = 0
            // Sound: the kernel writes one number into the variable.
            _ = unsafe eventfd_read(bell, &count)
            let now = ContinuousClock.now
            let (due, next, isOver) = state.withLock { state in
                let due = state.appointments.removeDue(at: now)
                state.wakes = state.appointments.next
                return (due, state.wakes, state.isOver)
            }
            for body in due { body() }
            if isOver { return nil }
            guard let next else { return -1 }
            return Int32(
                clamping: Int((max(.zero, ContinuousClock.now.duration(to: next)) / .milliseconds(1)).rounded(.up))
            )
        }
    }

    private let book: Book

    /// - Throws: `SystemError` where the system has no descriptor or thread to give.
    package init() throws(SystemError) {
        guard let book = Book() else { throw SystemError("create a timer") }
        self.book = book
        try LoopThread.start { book.run() }
    }

    deinit {
        book.state.withLock { $0.isOver = true }
        eventfd_write(book.bell, 1)
    }

    package var now: ContinuousClock.Instant { .now }

    package func call(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        let rings = book.state.withLock { state in
            state.appointments.add(time, body)
            let isEarlier = state.wakes.map { time < $0 } ?? true
            if isEarlier { state.wakes = time }
            return isEarlier
        }
        if rings { eventfd_write(book.bell, 1) }
    }
}
