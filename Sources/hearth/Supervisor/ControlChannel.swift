import Foundation

/// What a supervisor and a worker tell each other, a byte each.
enum ControlMessage: UInt8 {
    /// The worker: it answers requests while it opens the store or loads the catalogue.
    case answers
    /// The worker: it has made progress towards serving, or makes another attempt.
    case progresses
    /// The worker: it answers, and cannot serve before its store changes or it makes another attempt.
    case waits
    /// The worker: it has a catalogue, and serves.
    case serves
    /// The supervisor: the worker is to read the config anew.
    case reload
    /// The supervisor: the worker is to leave.
    case leave
}

/// One end of the connection between a supervisor and a worker, by which each also learns of the other's end.
final class ControlChannel: Sendable {
    let descriptor: Int32

    /// What there is to receive.
    enum Event {
        case message(ControlMessage)
        /// Nothing, for now: on the supervisor's end alone.
        case none
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

    /// A new connection, closed on exec at both ends. The supervisor's end never waits: a message that finds no room is lost.
    static func pair() throws(Failure) -> (supervisor: ControlChannel, worker: ControlChannel) {
        var ends: [Int32] = [-1, -1]
        // Sound: the kernel writes two numbers, for which there is room.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure("no connection to a worker can be made: \(systemMessage(errno))")
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ControlChannel(ends[0]), ControlChannel(ends[1]))
    }

    /// Sends a message, whether the other side is still there or not.
    func send(_ message: ControlMessage) {
        var byte = message.rawValue
        // Sound: the kernel reads one byte, which outlives the call.
        _ = unsafe Foundation.send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// The next message.
    func receive() -> Event {
        while true {
            var byte: UInt8 = 0
            // Sound: the kernel writes one byte into the variable.
            let count = unsafe recv(descriptor, &byte, 1, 0)
            if count > 0 {
                if let message = ControlMessage(rawValue: byte) { return .message(message) }
            } else if count == 0 || errno != EINTR && errno != ECONNRESET {
                // ECONNRESET: the other end was closed with a message in it; those that it has sent before are still to come.
                return count < 0 && errno == EAGAIN ? .none : .end
            }
        }
    }
}
