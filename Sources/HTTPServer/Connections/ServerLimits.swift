/// Limits on the size of requests, on time, and on the number of connections and requests. `hearth serve` sets each by
/// the flag of the same name: `--max-body-size`. The status in parentheses answers a request beyond the limit.
///
/// Together they bound the memory of a connection: less than twice ``maxHeaderSize`` plus ``maxBodySize`` for received
/// bytes (memory grows by doubling), 64 KiB plus one response for bytes to send, and 128 KiB in the kernel beyond the
/// client's own window. A connection without a request holds half a KiB.
public struct ServerLimits: Hashable, Sendable {
    // MARK: One request

    /// Bytes of a request's head: leading empty lines, request line, fields and the final empty line (431, or 414 if
    /// the request line alone is longer). The extensions and trailers of a chunked body may take as much again. At
    /// least 64.
    public var maxHeaderSize = 16 * 1024
    /// Fields of a head, and of a chunked body's trailers (431).
    public var maxHeaderFields = 100
    /// Bytes of a request's target (414).
    public var maxTargetSize = 8 * 1024
    /// Bytes of a request's body (413). A larger `Content-Length` is rejected before the body is read.
    public var maxBodySize = 64 * 1024
    /// Time for a whole head, from its first byte (408).
    public var headerTimeout = Duration.seconds(10)
    /// The average bytes per second of a body since the end of its head (408), without chunk framing; 0 for no minimum.
    public var minBodyRate = 1024
    /// Time before a body's rate is checked, and between checks. A body thus takes at most this longer than
    /// ``maxBodySize`` at ``minBodyRate``.
    public var bodyGrace = Duration.seconds(10)
    /// Time for a handler (503, and the connection closes). Its task is cancelled and its response discarded; until it
    /// returns it counts as one of ``maxConcurrentRequests``.
    public var handlerTimeout = Duration.seconds(30)

    // MARK: One connection

    /// Time that a connection may stay open without a request.
    public var idleTimeout = Duration.seconds(75)
    /// Requests per connection; the last response closes it.
    public var maxRequestsPerConnection = 1000
    /// Time for which a client may take no bytes of a response; then the connection is reset.
    public var writeTimeout = Duration.seconds(30)
    /// Bytes discarded after the last response, so that the client sees it instead of a reset (RFC 9112 section 9.6).
    var maxDrainedBytes = 1024 * 1024
    /// Time for the client to close its side after the last response.
    var lingerTimeout = Duration.seconds(2)
    /// Time for which idle connections stay open during a shutdown: a request that was already on its way is answered,
    /// with `Connection: close`.
    var shutdownIdleTimeout = Duration.seconds(1)

    // MARK: The server

    /// Open connections, on all loops together; further ones get 503 and are closed.
    public var maxConnections = 20_000
    /// Open connections per client address (an IPv4 address, or the /64 network of an IPv6 address), on all loops
    /// together; further ones get 503 and are closed. 0: no limit, since all clients of a proxy share its address.
    public var maxConnectionsPerAddress = 0
    /// Requests in asynchronous handlers, on all loops together; further ones get 503.
    public var maxConcurrentRequests = 1024
    /// Time that a request may wait for its loop before a handler starts (503): its client may have given up.
    public var queueTimeout = Duration.seconds(1)

    public init() {}

    var headTooLarge: RequestError { .headTooLarge(bytes: maxHeaderSize, fields: maxHeaderFields) }
}
