import CLinux
import Glibc

/// A timer that is a guest of a loop (timerfd_create(2)).
package final class Timer: Sendable {
    private let descriptor: FileDescriptor
    private let loop: EventLoop

    /// - Parameter rings: called on the loop's thread when the time is over.
    /// - Throws: ``SystemError`` where the system has no timer to give.
    package init(on loop: EventLoop, _ rings: @escaping @Sendable () -> Void) throws(SystemError) {
        let rawValue = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard rawValue >= 0 else { throw SystemError("create a timer") }
        descriptor = FileDescriptor(rawValue)
        self.loop = loop
        try loop.host(rawValue, for: EPOLLIN.rawValue) { _ in
            var rounds: UInt64 = 0
            // Sound: one number is read into the variable.
            if unsafe read(rawValue, &rounds, 8) == 8 { rings() }
        }
    }

    deinit {
        loop.dismiss(descriptor.rawValue)
    }

    /// Lets it ring once, in so many milliseconds, 1 or more, and not when it was going to before.
    package func set(after milliseconds: Int) {
        var time = itimerspec()
        time.it_value.tv_sec = milliseconds / 1_000
        time.it_value.tv_nsec = milliseconds % 1_000 * 1_000_000
        // Sound: the kernel copies the time during the call.
        unsafe timerfd_settime(descriptor.rawValue, 0, &time, nil)
    }
}
