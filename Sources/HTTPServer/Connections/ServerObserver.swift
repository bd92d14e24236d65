/// Is told what happens in a server.
///
/// It is called on the loop of the connection that it is told of, several loops at a time, and must not wait there.
public protocol ServerObserver: Sendable {
    /// A connection was accepted that there is room for.
    func opened()
    /// A connection that was told as opened is over.
    func closed()
    /// A client did not get what it asked for, or not in the way that it did it.
    func refused(_ refusal: RejectionReason)
    /// A request was answered, be it with an error of the server's own.
    func answered(_ exchange: Exchange)
}

/// Why a client was refused.
public enum RejectionReason: String, CaseIterable, Hashable, Sendable {
    /// It sent what is no request, or one that this server does not understand (400, 415, 417, 501, 505).
    case malformed
    /// It came from a web page of another origin and would have changed something (403).
    case crossOrigin = "cross_origin"
    /// Its target, head or body is too long (413, 414, 431).
    case tooLarge = "too_large"
    /// A head took too long (408).
    case headTimeout = "head_timeout"
    /// A body came too slowly (408).
    case bodyRate = "body_rate"
    /// A handler took too long (503).
    case handlerDeadline = "handler_deadline"
    /// Too many requests were in flight (503).
    case requestLimit = "request_limit"
    /// Too many connections were open (503).
    case connectionLimit = "connection_limit"
    /// Too many connections of the client's address were open (503).
    case addressLimit = "address_limit"
    /// The process, or the system, had no file descriptor left (503).
    case descriptorLimit = "descriptor_limit"
    /// A connection was left without a request; it was closed.
    case idle
    /// A client took nothing of what was sent to it; its connection was reset.
    case writeStall = "write_stall"
}

/// A request and the answer that it got.
public struct Exchange: Sendable {
    /// The method, once it was understood.
    public let method: Method?
    /// The pattern of the route that the path has matched, where one has: `/users/{user}`.
    public let route: String?
    /// The status of the answer.
    public let status: Status
    /// Why whoever asked was not let in, as the ``Response`` has it.
    public let denial: String?
    /// The bytes of the answer, head and body.
    public let bytes: Int
    /// When the answer was there, in nanoseconds after 1970-01-01 00:00 UTC.
    public let time: Int
    /// From the moment the server was told of the request's first byte to the moment its answer was there, in
    /// nanoseconds. For a request that came together with an earlier one, from the moment that one was answered.
    public let nanoseconds: Int
    /// What the request is called.
    public let id: RequestID
    /// Its place in its trace.
    public let traceParent: TraceParent
}
