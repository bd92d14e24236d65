import CLinux
import Foundation

/// One end of the line between a supervisor and a worker.
///
/// Each says one word on it, at most once: the worker, that it serves; the supervisor, that the worker is to leave. That
/// the line has ended tells each that the other is no more, however that came about.
final class Lifeline: Sendable {
    let descriptor: Int32

    /// What there is to hear.
    enum Sound: Hashable {
        case word
        case silence
        /// The other end is closed.
        case end
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Takes over the end that the supervisor has left open for this process; it is not inherited further.
    init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// A new line, closed on exec at both ends.
    static func pair() throws(Failure) -> (Lifeline, Lifeline) {
        var ends: [Int32] = [-1, -1]
        // Sound: the kernel writes two numbers, for which there is room.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure("no line to a worker can be made: \(systemMessage(errno))")
        }
        return (Lifeline(ends[0]), Lifeline(ends[1]))
    }

    /// Says the word of this side. There need not be anybody to hear it.
    func say() {
        // Sound: one byte is read from the text, which has one.
        _ = unsafe send(descriptor, "!", 1, Int32(MSG_NOSIGNAL))
    }

    /// What the other side says.
    /// - Parameter waits: whether to wait for it; then it is not silence.
    func hear(waits: Bool) -> Sound {
        var word: UInt8 = 0
        while true {
            // Sound: one byte is written into the variable.
            let count = unsafe recv(descriptor, &word, 1, waits ? 0 : Int32(MSG_DONTWAIT))
            if count > 0 { return .word }
            if count < 0, errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? .silence : .end
        }
    }
}
