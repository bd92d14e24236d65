import EventLoops
import CLinux
import Glibc

/// The connections that the kernel holds for the server to accept.
struct Backlog {
    /// `nil` once the server accepts no more.
    private(set) var listener: Descriptor?
    /// When to try again: at once, where a turn's share was accepted; a little later, where there were no descriptors
    /// or no memory; `Int.max` where the kernel tells of connections (``MonotonicTime``).
    private(set) var retry = Int.max
    /// A descriptor that is given up to accept, and refuse, a client where there is no other left; `nil` where that has
    /// failed.
    private var spare: Descriptor?

    /// How many connections are accepted before those that are open get their turn.
    private static let perTurn = 64
    /// How long to wait, in nanoseconds, where the system has nothing left to give.
    private static let pause = 100_000_000

    init(_ listener: Descriptor) {
        self.listener = listener
        spare = Self.makeSpare()
    }

    mutating func close() {
        // Now, and not when whoever else may have a copy lets go of it: a client must not wait for nobody.
        listener?.close()
        listener = nil
        retry = .max
        spare = nil
    }

    /// A connection has closed, so that accepting may work again.
    mutating func descriptorCameFree() {
        if retry < .max { retry = 0 }
    }

    /// Accepts the connections of this turn.
    /// - Parameters:
    ///   - open: takes over the descriptor of a connection.
    ///   - refuse: answers and closes one that there is no descriptor for.
    mutating func accept(_ open: (Int32) -> Void, refusing refuse: (Int32) -> Void) {
        guard let listener else { return }
        retry = .max
        if spare == nil { spare = Self.makeSpare() }
        for _ in 0..<Self.perTurn {
            let descriptor = Self.accept(from: listener)
            if descriptor >= 0 {
                open(descriptor)
                continue
            }
            switch errno {
            case EAGAIN:
                return
            case EMFILE where spare != nil, ENFILE where spare != nil:
                spare = nil
                // Another thread may have been faster; then the next attempts find no spare, and wait.
                let refused = Self.accept(from: listener)
                // The kernel looks for a descriptor before it looks for a connection: there may be none.
                let isEmpty = refused < 0 && errno == EAGAIN
                if refused >= 0 { refuse(refused) }
                spare = Self.makeSpare()
                if isEmpty { return }
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                retry = MonotonicTime.nanoseconds() + Self.pause
                return
            default:
                // The connection was broken before it was accepted (accept(2), "Error handling").
                continue
            }
        }
        retry = 0
    }

    /// - Returns: the descriptor of the next connection, or -1 with `errno`.
    private static func accept(from listener: Descriptor) -> Int32 {
        accept4(listener.rawValue, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
    }

    /// Any descriptor will do: this one needs no file.
    private static func makeSpare() -> Descriptor? {
        let rawValue = eventfd(0, Int32(EFD_CLOEXEC))
        return rawValue >= 0 ? Descriptor(rawValue) : nil
    }
}
