import EventLoops
import CLinux
import Glibc

/// The connections that the kernel holds for the server to accept.
struct Backlog {
    /// `nil` once the server accepts no more.
    private(set) var listener: ListeningSocket?
    /// When to try again: at once, where a turn's share was accepted; a little later, where there were no descriptors
    /// or no memory.
    private(set) var retry: Int?

    /// How many connections are accepted before those that are open get their turn.
    private static let perTurn = 64
    /// How long to wait, in milliseconds, where the system has nothing left to give.
    private static let pause = 100

    init(_ listener: ListeningSocket) {
        self.listener = listener
    }

    var isDue: Bool { retry.map { $0 <= MonotonicTime.now() } ?? false }

    mutating func close() {
        // Now, and not when whoever else may have a copy lets go of it: a client must not wait for nobody.
        listener?.descriptor.close()
        listener = nil
        retry = nil
    }

    /// A connection has closed, so that accepting may work again.
    mutating func descriptorCameFree() {
        if retry != nil { retry = MonotonicTime.now() }
    }

    /// The descriptors of the connections of this turn.
    mutating func accept(_ open: (Int32) -> Void) {
        guard let listener else { return }
        retry = nil
        for _ in 0..<Self.perTurn {
            let descriptor = accept4(
                listener.descriptor.rawValue,
                nil,
                nil,
                Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            )
            if descriptor >= 0 {
                open(descriptor)
                continue
            }
            switch errno {
            case EAGAIN:
                return
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                retry = MonotonicTime.now() + Self.pause
                return
            default:
                // The connection was broken before it was accepted (accept(2), "Error handling").
                continue
            }
        }
        retry = MonotonicTime.now()
    }
}
