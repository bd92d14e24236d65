import Synchronization

/// An HTTP/1.1 server: a number of event loops, each with its own listening socket on the same address.
public final class Server: Sendable {
    private struct State {
        var reactors: [Reactor] = []
        var port: UInt16?
        /// Loops that run.
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let address: String
    private let requestedPort: UInt16
    private let threads: Int
    private let service: Service
    private let state = Mutex(State())

    /// A server that does not listen yet.
    /// - Parameters:
    ///   - address: an IPv4 or IPv6 address in digits; `0.0.0.0` or `::` for all.
    ///   - port: 0 lets the system choose; ``port`` tells.
    ///   - threads: how many event loops, at least 1.
    ///   - limits: how much it takes from a client.
    ///   - router: who answers what.
    ///   - renderError: how the server's own refusals look. `Allow` is added to them.
    public init(
        address: String,
        port: UInt16,
        threads: Int,
        limits: ServerLimits = ServerLimits(),
        router: Router,
        renderError: @escaping @Sendable (RequestError) -> Response
    ) {
        precondition(threads >= 1, "a server needs a thread")
        self.address = address
        requestedPort = port
        self.threads = threads
        service = Service(limits: limits, router: router, renderError: renderError)
    }

    /// The port that it listens on; the requested one until it has started.
    public var port: UInt16 { state.withLock { $0.port } ?? requestedPort }

    /// Listens and serves; when it returns, clients can connect. To be called once.
    /// - Throws: `SocketError`, and nothing goes on listening; `isAddressInUse` where another program has the port.
    public func start() throws(SocketError) {
        let listeners = try ListeningSocket.group(address: address, port: requestedPort, count: threads)
        var reactors: [Reactor] = []
        for listener in listeners {
            reactors.append(try Reactor(loop: EventLoop(), listener: listener, service: service))
        }
        let port = listeners[0].port
        state.withLock {
            precondition($0.port == nil, "a server starts once")
            $0.port = port
            $0.reactors = reactors
        }
        for (index, reactor) in reactors.enumerated() {
            do {
                try LoopThread.start {
                    reactor.run()
                    self.loopEnded()
                }
                state.withLock { $0.running += 1 }
            } catch {
                // The loops that have a thread end; the others go with their sockets.
                state.withLock { $0.reactors.removeSubrange(index...) }
                for reactor in reactors[..<index] { Task { await reactor.shutDown(grace: 0) } }
                throw error
            }
        }
    }

    /// Stops accepting, closes idle connections, finishes requests that have begun with `Connection: close`, and returns
    /// when all loops have ended. What is not finished after `grace` is cut off; tasks of handlers that are still waiting
    /// then never resume.
    public func shutdown(grace: Duration = .seconds(25)) async {
        let reactors = state.withLock { $0.reactors }
        for reactor in reactors { await reactor.shutDown(grace: grace.milliseconds) }
        await waitUntilEnded()
    }

    /// Returns when all loops have ended.
    public func waitUntilEnded() async {
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
