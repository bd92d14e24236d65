/// How much of anything the server takes from a client.
public struct ServerLimits: Hashable, Sendable {
    /// The bytes of a request's head: empty lines before it, request line, fields and the empty line (431, or 414 where
    /// the request line alone is longer). The extensions and trailers of a chunked body may be as long again.
    public var head = 16 * 1024
    /// The fields of a head, and of a chunked body's trailers (431).
    public var fields = 100
    /// The bytes of a request's target (414).
    public var target = 8 * 1024
    /// The bytes of a request's body (413). Where `Content-Length` tells, it is refused before it is read.
    public var body = 64 * 1024
    /// The bytes that are read and thrown away after a last answer, so that the client sees it and not a reset
    /// (RFC 9112 section 9.6).
    public var drain = 1024 * 1024
    /// How long a connection whose last answer is written may take to close its side.
    public var linger = Duration.seconds(2)
    /// How long a connection on which no request has begun stays open once the server shuts down: a request that was
    /// on its way when it did is still answered, with `Connection: close`.
    public var lastCall = Duration.seconds(1)

    /// The defaults.
    public init() {}
}
