import EventLoop
import Glibc

/// Serves the connections of one event loop, from acceptance to close, on the loop's thread only.
actor Reactor {
    nonisolated let loop: EventLoop
    let context: ServerContext
    // Exclusivity checks at run time are off where they would run on every step: the loop's thread owns all of these
    // values, and none of their functions calls back into the reactor.
    /// The loop's own reference, so that requests need no lock.
    @safe @exclusivity(unchecked) private(set) var table: RoutingTable

    /// `nil` once the server accepts no more connections.
    private(set) var listener: FileDescriptor?
    /// When to accept connections that the loop does not report again: at once after a full turn, a little later
    /// without descriptors or memory.
    @safe @exclusivity(unchecked) var nextAccept = ContinuousClock.Instant.distantFuture
    /// A descriptor to give up, so that a client can be accepted and rejected when none is left; `nil` after a failure.
    var reserveDescriptor = makeReserveDescriptor()
    /// By descriptor.
    @safe @exclusivity(unchecked) var connections: [Connection?] = []
    @safe @exclusivity(unchecked) private var postponed: [Connection] = []
    /// When to search the connections for passed deadlines.
    @safe @exclusivity(unchecked) var nextTimeout = ContinuousClock.Instant.distantFuture
    /// The time of the last event or response, because reading the clock for every use would cost more.
    @safe @exclusivity(unchecked) var time = ContinuousClock.now
    /// When a shutdown closes the last connections.
    @safe @exclusivity(unchecked) private var shutdownDeadline = ContinuousClock.Instant.distantFuture
    /// When a shutdown closes idle connections; `.distantFuture` before a shutdown and afterwards.
    @safe @exclusivity(unchecked) private var idleShutdownDeadline = ContinuousClock.Instant.distantFuture

    @safe @exclusivity(unchecked) var date = SecondText.date
    @safe @exclusivity(unchecked) var ids = IDGenerator()
    /// Unused readers, at most ``maximumReaders``, kept for their memory.
    @safe @exclusivity(unchecked) var readers: [RequestReader] = []
    let bodies = BodyPool()
    let gzip = GzipEncoder()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the reactor keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    init(loop: EventLoop, listener: FileDescriptor, context: ServerContext, table: RoutingTable) throws(SystemError) {
        self.loop = loop
        self.context = context
        self.table = table
        self.listener = listener
        try loop.watch(listener.rawValue)
    }

    /// Serves on the calling thread until the server has shut down.
    nonisolated func run() {
        loop.occupyThread {
            assumeIsolated { reactor in
                reactor.loop.run(onEvent: { reactor.handle($0) }, beforeWaiting: { reactor.endTurn(at: $0) })
            }
        }
    }

    /// Replaces the routing table for requests whose heads are not complete yet.
    func use(_ table: RoutingTable) {
        self.table = table
    }

    // MARK: Shutdown

    var isShuttingDown: Bool { shutdownDeadline < .distantFuture }

    var closesIdleConnections: Bool { isShuttingDown && idleShutdownDeadline == .distantFuture }

    /// Accepts nothing new, and ends with the last connection or after `grace`.
    func shutDown(grace: Duration) {
        guard !isShuttingDown else { return }
        accept()
        let now = ContinuousClock.now
        shutdownDeadline = now + grace
        idleShutdownDeadline = now + min(grace, context.limits.shutdownIdleTimeout)
        // Another process may have the socket open, so that closing it would not end the watch.
        if let listener { loop.unwatch(listener.rawValue) }
        // Closed now, even if another reference remains: otherwise clients would wait in vain.
        listener?.close()
        listener = nil
        nextAccept = .distantFuture
        reserveDescriptor = nil
    }

    private func closeIdleConnections() {
        idleShutdownDeadline = .distantFuture
        for case let connection? in connections where connection.phase == .reading {
            // Bytes that have arrived but were not reported yet count as a request.
            connection.isReadable = true
            process(connection)
        }
    }

    // MARK: Turns of the loop

    private func handle(_ event: EventLoop.Event) {
        time = max(time, event.time)
        if event.descriptor == listener?.rawValue { return accept() }
        // A late event of the descriptor's previous owner costs the new one only a read without result.
        let index = Int(event.descriptor)
        guard connections.indices.contains(index), let connection = connections[index] else { return }
        connection.update(event)
        resume(connection)
    }

    func postpone(_ connection: Connection) {
        guard !connection.isPostponed else { return }
        connection.isPostponed = true
        postponed.append(connection)
    }

    private func endTurn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        time = max(time, now)
        if nextAccept <= time { accept() }
        if !postponed.isEmpty { resumePostponed() }
        if idleShutdownDeadline <= time { closeIdleConnections() }
        if nextTimeout <= time { handleTimeouts() }
        if isShuttingDown, shutdownDeadline <= time || connections.allSatisfy({ $0 == nil }) {
            for case let connection? in connections { close(connection) }
            loop.stop()
        }
        // Two at a time: `min` of more would allocate an array.
        return postponed.isEmpty
            ? min(min(nextAccept, nextTimeout), min(idleShutdownDeadline, shutdownDeadline)) : time
    }

    private func resumePostponed() {
        for connection in postponed.take() {
            connection.isPostponed = false
            resume(connection)
        }
    }

    // MARK: Connections

    func close(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        connection.phase = .closed
        connections[Int(connection.descriptor)] = nil
        Glibc.close(connection.descriptor)
        releaseLimits(for: connection.address)
        context.observer?.connectionClosed()
        connection.handler?.cancel()
        connection.handler = nil
        recycleReader(of: connection)
        connection.output = SendQueue()
        // A descriptor is free again, so that accepting may succeed.
        if nextAccept < .distantFuture { nextAccept = time }
    }

    func releaseLimits(for address: PeerAddress?) {
        context.connections.release()
        if let address { context.addresses?.release(address) }
    }

    private static let maximumReaders = 64

    func recycleReader(of connection: Connection) {
        guard isKnownUniquelyReferenced(&connection.reader), let reader = connection.reader, reader.isReusable else {
            return connection.reader = nil
        }
        connection.reader = nil
        guard readers.count < Self.maximumReaders else { return }
        reader.empty()
        readers.append(reader)
    }
}
