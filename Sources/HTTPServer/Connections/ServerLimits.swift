/// How much of anything the server takes from a client, and how long it waits for it.
///
/// Together they bound what a connection can hold: of what has arrived less than twice ``head`` and ``body`` together, as
/// memory grows by doubling; of what is to be sent 64 KiB and one response, after which nothing more is read; and in the
/// kernel, beyond what the client's own system takes, 128 KiB. Without a request it holds half a KiB.
public struct ServerLimits: Hashable, Sendable {
    // MARK: One request

    /// The bytes of a request's head: empty lines before it, request line, fields and the empty line (431, or 414 where
    /// the request line alone is longer). The extensions and trailers of a chunked body may be as long again. At least
    /// 64.
    public var head = 16 * 1024
    /// The fields of a head, and of a chunked body's trailers (431).
    public var fields = 100
    /// The bytes of a request's target (414).
    public var target = 8 * 1024
    /// The bytes of a request's body (413). Where `Content-Length` tells, it is refused before it is read.
    public var body = 64 * 1024
    /// How long a whole head may take, from its first byte on (408).
    public var headTime = Duration.seconds(10)
    /// The bytes a second at which a body must come, on average since its head was there (408). Chunks' sizes and
    /// extensions are none of them. 0: any rate will do.
    public var bodyRate = 1024
    /// How long a body may take before its rate is looked at; then it is, each time that this has passed again. A body
    /// thus takes at most this longer than ``body`` at ``bodyRate``.
    public var bodyGrace = Duration.seconds(10)
    /// How long a handler may take (503, and the connection closes). Its task is cancelled, and what it answers later
    /// goes nowhere; until it returns it counts as one of ``requests``.
    public var handler = Duration.seconds(30)

    // MARK: One connection

    /// How long a connection may stay open without a request.
    public var idle = Duration.seconds(75)
    /// The requests that a connection may bring; the answer to the last of them closes it.
    public var requestsPerConnection = 1000
    /// How long a client may take nothing of what is sent to it while the server has nothing else to do for it (the
    /// connection is reset).
    public var writeStall = Duration.seconds(30)
    /// The bytes that are read and thrown away after a last answer, so that the client sees it and not a reset
    /// (RFC 9112 section 9.6).
    public var drain = 1024 * 1024
    /// How long a connection whose last answer is written may take to close its side.
    public var linger = Duration.seconds(2)
    /// How long a connection on which no request has begun stays open once the server shuts down: a request that was
    /// on its way when it did is still answered, with `Connection: close`.
    public var lastCall = Duration.seconds(1)

    // MARK: The server

    /// The connections that are open at a time, on all loops together. Further ones are told so and closed (503).
    public var connections = 20_000
    /// The connections that are open at a time from one address, on all loops together: an IPv4 address, or the /64
    /// network of an IPv6 address. Further ones are told so and closed (503). 0: no limit, since behind a proxy all
    /// clients have its address.
    public var connectionsPerAddress = 0
    /// The requests that handlers work on at a time, on all loops together. Further ones are refused (503).
    public var requests = 1024
    /// How long a request that has arrived may wait for its loop before a handler begins with it. What waits longer is
    /// refused (503): its client may have gone, and the others would wait for nothing.
    public var queue = Duration.seconds(1)

    /// The defaults.
    public init() {}

    /// The refusal of a head that is larger than these allow.
    var headTooLarge: RequestError { .headTooLarge(bytes: head, fields: fields) }
}
