import EventLoop
import Synchronization

/// An HTTP/1.1 server: a number of event loops, each with its own listening socket.
public final class Server: Sendable {
    private struct State {
        /// What it is going to serve on; `nil` once it has started.
        var sockets: ListeningSockets?
        var table: RoutingTable
        var reactors: [Reactor] = []
        /// Loops that run.
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The port that it listens on.
    public let port: UInt16
    private let service: ServerContext
    private let state: Mutex<State>

    /// A server that does not serve yet: who connects waits until it does.
    /// - Parameters:
    ///   - sockets: what it serves on, with an event loop for each. It closes them when it shuts down.
    ///   - limits: how much it takes from a client.
    ///   - router: who answers what.
    ///   - observer: is told what happens; nobody is, where it is left out.
    ///   - crossOrigins: which other origins' web pages may use it; none, where it is left out.
    ///   - renderError: how the server's own refusals look. `Allow` and `Retry-After` are added to them.
    public init(
        sockets: ListeningSockets,
        limits: ServerLimits = ServerLimits(),
        router: Router,
        observer: (any ServerObserver)? = nil,
        crossOrigins: CrossOriginPolicy = CrossOriginPolicy(),
        renderError: @escaping @Sendable (RequestError) -> Response
    ) {
        port = sockets.port
        let table = RoutingTable(router: router, crossOrigins: crossOrigins)
        state = Mutex(State(sockets: sockets, table: table))
        service = ServerContext(
            limits: limits,
            observer: observer,
            renderError: renderError
        )
    }

    /// Serves; when it returns, clients are answered. To be called once.
    /// - Throws: `SystemError` where the system has no loops or threads to give; those that there are serve until
    ///   ``shutdown(grace:)``.
    public func start() throws(SystemError) {
        let (sockets, table) = state.withLock { ($0.sockets.take(), $0.table) }
        guard let sockets else { preconditionFailure("a server starts once") }
        for socket in sockets.sockets {
            let reactor = try Reactor(loop: EventLoop(), listener: socket, service: service, table: table)
            state.withLock { state in
                state.reactors.append(reactor)
                state.running += 1
            }
            do {
                try DedicatedThread.start {
                    reactor.run()
                    self.loopEnded()
                }
            } catch {
                state.withLock { state in
                    state.reactors.removeLast()
                    state.running -= 1
                }
                throw error
            }
        }
    }

    /// Answers with this router and this policy from now on; when it returns, every loop does. A request whose head is complete
    /// by then is answered with those before, and no connection is closed. Not to be called while the server starts, nor once it
    /// shuts down.
    public func replace(router: Router, crossOrigins: CrossOriginPolicy = CrossOriginPolicy()) async {
        let table = RoutingTable(router: router, crossOrigins: crossOrigins)
        let reactors = state.withLock { state in
            state.table = table
            return state.reactors
        }
        for reactor in reactors { await reactor.use(table) }
    }

    /// Stops accepting, closes idle connections, finishes requests that have begun with `Connection: close`, and returns
    /// when all loops have ended. What is not finished after `grace` is cut off; tasks of handlers that are still waiting
    /// then never resume.
    public func shutdown(grace: Duration = .seconds(25)) async {
        let reactors = state.withLock { $0.reactors }
        for reactor in reactors { await reactor.shutDown(grace: grace.nanoseconds) }
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if state.running > 0 { state.waiting.append(continuation) }
                return state.running == 0
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func loopEnded() {
        let waiting = state.withLock { state in
            state.running -= 1
            guard state.running == 0 else { return [] as [CheckedContinuation<Void, Never>] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
