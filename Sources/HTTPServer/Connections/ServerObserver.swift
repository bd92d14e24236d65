import EventLoop

/// Receives the events of a server. Called on the connection's loop, by several loops at a time; it must not block.
public protocol ServerObserver: Sendable {
    func connectionOpened()
    func connectionClosed()
    func rejected(_ reason: RejectionReason)
    /// Called for error responses too.
    func responded(_ exchange: Exchange)
}

public enum RejectionReason: String, CaseIterable, Hashable, Sendable {
    /// The request is malformed or not supported (400, 415, 417, 501, 505).
    case malformed
    /// A web page of another origin tried to change something (403).
    case crossOrigin = "cross_origin"
    /// It is for a host that the server does not answer as (421).
    case misdirected
    /// The target, head or body is too long (413, 414, 431).
    case tooLarge = "too_large"
    case headTimeout = "head_timeout"
    case bodyRate = "body_rate"
    case handlerDeadline = "handler_deadline"
    case requestLimit = "request_limit"
    case connectionLimit = "connection_limit"
    case addressLimit = "address_limit"
    case descriptorLimit = "descriptor_limit"
    /// The connection had no request for too long and was closed.
    case idle
    /// The client took no bytes of its response for too long; the connection was reset.
    case writeStall = "write_stall"
}

/// A response, for logs and metrics.
public struct Exchange: Sendable {
    /// The method, if it was understood.
    public var method: Method?
    /// The pattern of the matching route: `/users/{user}`.
    public var route: String?
    public var status: Status
    public var authFailure: String?
    /// The bytes of the response, head and body.
    public var bytes: Int
    public var time: Timestamp
    /// From the request's first byte, or the previous response on a pipelined connection, until the response was ready.
    public var duration: Duration
    public var id: RequestID
    /// The id of the client's trace, or of a new one; not 0.
    public var traceID: UInt128
}
