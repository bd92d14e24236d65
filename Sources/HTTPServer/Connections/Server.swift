import Dispatch
import EventLoop

/// An HTTP/1.1 server: event loops with one listening socket each.
public final class Server: Sendable {
    let port: UInt16
    private let reactors: [Reactor]
    private let runningLoops = DispatchGroup()

    /// Starts to serve.
    /// - Parameters:
    ///   - sockets: get one event loop each. The server closes them when it shuts down.
    ///   - renderError: renders the server's own errors. The server adds `Allow` and `Retry-After`.
    /// - Throws: `SystemError` if the system cannot create all loops and threads; threads that were created serve on.
    public init(
        sockets: ListeningSockets,
        limits: ServerLimits = ServerLimits(),
        table: RoutingTable,
        observer: (any ServerObserver)? = nil,
        renderError: @escaping @Sendable (RequestError) -> Response
    ) throws(SystemError) {
        let context = ServerContext(
            limits: limits,
            observer: observer,
            renderError: renderError,
            connections: ConcurrencyLimiter(limits.maxConnections),
            addresses: limits.maxConnectionsPerAddress > 0 ? AddressLimiter(limits.maxConnectionsPerAddress) : nil,
            requests: ConcurrencyLimiter(limits.maxConcurrentRequests)
        )
        port = sockets.port
        reactors = try sockets.sockets.map { socket throws(SystemError) in
            try Reactor(loop: EventLoop(), listener: socket, context: context, table: table)
        }
        for reactor in reactors {
            try DedicatedThread.start { [runningLoops] in
                reactor.run()
                runningLoops.leave()
            }
            // In time: the loop runs until its reactor is shut down.
            runningLoops.enter()
        }
    }

    /// Replaces the routing table; when it returns, every loop uses the new one. Requests whose heads are complete by
    /// then keep the previous one, and no connection is closed. Not to be called after shutdown.
    public func use(_ table: RoutingTable) async {
        for reactor in reactors { await reactor.use(table) }
    }

    /// Stops accepting, closes idle connections, finishes requests that have begun with `Connection: close`, and
    /// returns when all loops have ended. After `grace` open connections are closed; handlers that still wait never
    /// resume.
    public func shutdown(grace: Duration = .seconds(25)) async {
        for reactor in reactors { await reactor.shutDown(grace: grace) }
        await withCheckedContinuation { continuation in
            runningLoops.notify(queue: .global()) { continuation.resume() }
        }
    }
}

struct ServerContext: Sendable {
    let limits: ServerLimits
    let observer: (any ServerObserver)?
    let renderError: @Sendable (RequestError) -> Response
    let connections: ConcurrencyLimiter
    let addresses: AddressLimiter?
    let requests: ConcurrencyLimiter

    /// Adds the fields that the error's status demands.
    func response(to error: RequestError) -> Response {
        var response = renderError(error)
        if case .methodNotAllowed(let allowed) = error {
            response.fields.append(Response.Field("Allow", allowed.list))
        }
        // RFC 7694 section 3: the content codings that a request's body may have.
        if case .unsupportedContentCoding = error {
            response.fields.append(Response.Field("Accept-Encoding", "identity"))
        }
        if error.status == .serviceUnavailable { response.fields.append(Response.Field("Retry-After", "1")) }
        return response
    }
}
