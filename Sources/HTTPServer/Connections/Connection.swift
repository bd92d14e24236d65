import CLinux
import EventLoop
import Glibc

/// The state of one connection. Only its reactor uses it.
final class Connection {
    enum Phase: Hashable {
        case reading
        /// A handler works on the request; nothing is read meanwhile.
        case handling
        case closing(lingers: Bool)
        /// The last response is sent; up to `bytesLeft` received bytes are discarded until the client closes.
        case lingering(bytesLeft: Int)
        case closed
    }

    /// What the connection waits for.
    struct Wait: Equatable {
        enum Kind {
            case idle
            case head
            case body
            case handler
            case write
            case linger
        }

        var kind: Kind
        /// Changes whenever the time starts anew.
        var step: Int
    }

    let descriptor: Int32
    /// `nil` unless connections are limited by address.
    let address: PeerAddress?
    var phase = Phase.reading
    // Exclusivity checks at run time would cost more than a response: only the reactor's thread uses the connection,
    // and no function of these values calls back into it.
    @safe @exclusivity(unchecked) var reader: RequestReader?
    @safe @exclusivity(unchecked) var output = SendQueue()
    /// Of the request whose head is complete.
    @safe @exclusivity(unchecked) var routing: (table: RoutingTable, route: Result<Router.Route, RequestError>)?
    /// When the request's first byte arrived, or the previous request was answered.
    @safe @exclusivity(unchecked) var requestStart = ContinuousClock.now
    /// When the bytes arrived that are not yet processed.
    @safe @exclusivity(unchecked) var readableSince = ContinuousClock.now
    var handler: Task<Void, Never>?
    var responseCount = 0
    var sentCount = 0

    /// `nil` until the first timeout is set.
    var wait: Wait?
    @safe @exclusivity(unchecked) var waitStart = ContinuousClock.now
    /// When the wait has taken too long.
    @safe @exclusivity(unchecked) var deadline = ContinuousClock.Instant.distantFuture
    /// The bytes that the client had acknowledged when its progress was last checked.
    var acknowledgedCount = 0

    /// Whether reading might return something; the loop reports changes only.
    var isReadable = false
    /// Whether the client has closed its side.
    var isPeerClosed = false
    var isBlocked = false
    /// Guards against processing the connection again from further up the stack.
    var isProcessing = false
    var isPostponed = false

    init(descriptor: Int32, address: PeerAddress?) {
        self.descriptor = descriptor
        self.address = address
    }

    /// While the client takes no bytes, nothing is read from it; while a handler works, sending can wait.
    var currentWait: Wait? {
        switch phase {
        case .closed: nil
        case .handling: Wait(kind: .handler, step: responseCount)
        case .lingering: Wait(kind: .linger, step: responseCount)
        case .closing: Wait(kind: .write, step: sentCount)
        case .reading where !output.isEmpty: Wait(kind: .write, step: sentCount)
        case .reading:
            Wait(
                kind: reader.map { $0.isWithinBody ? .body : $0.hasBegun ? .head : .idle } ?? .idle,
                step: responseCount
            )
        }
    }

    func update(_ event: EventLoop.Event) {
        if !isReadable { readableSince = event.time }
        let hasEnded = event.events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
        if hasEnded { isPeerClosed = true }
        if hasEnded || event.events & EPOLLIN.rawValue != 0 { isReadable = true }
        if hasEnded || event.events & EPOLLOUT.rawValue != 0 { isBlocked = false }
    }

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
