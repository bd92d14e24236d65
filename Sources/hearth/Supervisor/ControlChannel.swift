import EventLoop
import Foundation

/// A message between a supervisor and a worker, one byte.
enum ControlMessage: UInt8 {
    /// From the worker: it answers requests while it opens the store or loads the catalogue.
    case answering
    /// From the worker: it made progress towards serving, or starts another attempt.
    case progress
    /// From the worker: it answers, but cannot serve before its store changes or its next attempt.
    case waiting
    /// From the worker: it serves homes.
    case serving
    /// From the supervisor: reload the config.
    case reload
    /// From the supervisor: finish the requests in progress and exit.
    case drain
}

/// One end of the socket pair between a supervisor and a worker. Each end detects the exit of the other process.
struct ControlChannel: Sendable {
    let descriptor: FileDescriptor

    enum Event {
        case message(ControlMessage)
        /// No message. Only the supervisor's end returns this.
        case none
        /// The other end is closed.
        case end
    }

    /// Takes over an end. Child processes do not inherit it.
    init(_ descriptor: Int32) {
        self.descriptor = FileDescriptor(descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Opens both ends, closed on exec. The supervisor's end never blocks: a message that finds no room is lost.
    static func pair() throws(Failure) -> (supervisor: ControlChannel, worker: ControlChannel) {
        var ends: [Int32] = [-1, -1]
        // Sound: the kernel writes two numbers, for which there is room.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure("the control channel cannot be opened: \(systemMessage(errno))")
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ControlChannel(ends[0]), ControlChannel(ends[1]))
    }

    /// Ignores errors.
    func send(_ message: ControlMessage) {
        var byte = message.rawValue
        // Sound: the kernel reads one byte, which outlives the call.
        _ = unsafe Foundation.send(descriptor.rawValue, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    func receive() -> Event {
        while true {
            var byte: UInt8 = 0
            // Sound: the kernel writes one byte into the variable.
            let count = unsafe recv(descriptor.rawValue, &byte, 1, 0)
            if count > 0 {
                if let message = ControlMessage(rawValue: byte) { return .message(message) }
            } else if count == 0 || errno != EINTR && errno != ECONNRESET {
                // ECONNRESET: the other end was closed with unread messages. Its own messages can still be received.
                return count < 0 && errno == EAGAIN ? .none : .end
            }
        }
    }
}
