import CLinux
import EventLoop
import Glibc

/// The state of one connection. It belongs to its reactor alone.
final class Connection {
    enum Phase: Hashable {
        /// The next request is awaited or arriving.
        case reading
        /// A handler works on the request; nothing is read meanwhile.
        case handling
        /// The last response is being sent.
        case closing(lingers: Bool)
        /// The last response is sent; what still arrives, up to so many bytes, is thrown away until the client closes.
        case lingering(bytesLeft: Int)
        case closed
    }

    /// What the client or the server is given time for.
    struct Wait: Equatable {
        var kind: ConnectionTimeouts.Kind
        /// Counts on with each step that begins the time anew.
        var step: Int
    }

    let descriptor: Int32
    /// The address that it counts for, where connections are counted by address.
    let address: PeerAddress?
    var phase = Phase.reading
    /// What has arrived; `nil` where nothing has.
    // Whether accesses overlap is not looked for while it runs, which would cost more than to answer: its reactor's thread
    // has the connection, and no function of what it holds calls what leads back to it.
    @safe @exclusivity(unchecked) var reader: RequestReader?
    @safe @exclusivity(unchecked) var output = SendQueue()
    /// The table that answers the request whose head is complete.
    @safe @exclusivity(unchecked) var table: RoutingTable?
    /// Who answers it.
    @safe @exclusivity(unchecked) var routing: Result<Router.Route, RequestError>?
    /// What the request is called, once somebody asked.
    @safe @exclusivity(unchecked) var identity: RequestIdentifiers?
    /// The handler at work.
    var handler: Task<Void, Never>?
    /// When the request's first byte was there, or its forerunner answered (``MonotonicTime``).
    var began = 0
    /// The requests answered.
    var answered = 0
    /// The bytes sent.
    var sent = 0

    /// What its deadline is for, and since when (``MonotonicTime``).
    var wait: Wait?
    var waitsSince = 0
    /// The bytes that the client had acknowledged when it was last waited for to take more.
    var acknowledged = 0

    /// Whether reading might give something. The loop tells of changes only.
    var isReadable = false
    /// Since when what is there waits to be understood and answered (``MonotonicTime``).
    var readableSince = 0
    /// Whether the other side has closed, so that a short read need not be the last.
    var isEnded = false
    /// Whether writing would give nothing.
    var isBlocked = false
    /// Whether the reactor is at work on it, further up the stack.
    var isServed = false
    /// Whether it is to be looked at before the loop waits.
    var isPending = false

    init(descriptor: Int32, address: PeerAddress?) {
        self.descriptor = descriptor
        self.address = address
    }

    /// What there is to wait for now: one thing at a time. Where the client does not take what is sent, nothing is read
    /// from it; while a handler works, what it has to send can wait.
    var currentWait: Wait? {
        switch phase {
        case .closed: nil
        case .handling: Wait(kind: .handler, step: answered)
        case .lingering: Wait(kind: .linger, step: answered)
        case .closing: Wait(kind: .write, step: sent)
        case .reading where !output.isEmpty: Wait(kind: .write, step: sent)
        case .reading:
            Wait(kind: reader.map { $0.isWithinBody ? .body : $0.hasBegun ? .head : .idle } ?? .idle, step: answered)
        }
    }

    /// Takes note of what the loop has told at this time.
    func note(_ events: UInt32, at time: Int) {
        if !isReadable { readableSince = time }
        let ended = events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
        if ended { isEnded = true }
        if ended || events & EPOLLIN.rawValue != 0 { isReadable = true }
        if ended || events & EPOLLOUT.rawValue != 0 { isBlocked = false }
    }

    /// Reads into the reader, and notes whether there is more.
    func read(into reader: RequestReader) -> ReadResult {
        let result = reader.fill(from: descriptor)
        switch result {
        case .bytes(filledRoom: false) where !isEnded: isReadable = false
        case .wouldBlock: isReadable = false
        default: break
        }
        return result
    }

    /// Throws away what arrives.
    /// - Returns: whether the connection is over.
    func drain() -> Bool {
        while case .lingering(let bytesLeft) = phase, bytesLeft > 0 {
            // With MSG_TRUNC a TCP socket drops the bytes and needs no buffer (tcp(7)).
            let count = recv(descriptor, nil, bytesLeft, Int32(MSG_TRUNC))
            guard count > 0 else { return count == 0 || errno != EAGAIN }
            phase = .lingering(bytesLeft: bytesLeft - count)
        }
        return true
    }
}
