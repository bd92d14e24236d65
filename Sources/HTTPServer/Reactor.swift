import Glibc

/// One loop's connections, from their acceptance to their end. Everything it holds is touched on its loop's thread only,
/// which is what its executor proves.
actor Reactor {
    nonisolated let loop: EventLoop
    let service: Service

    var backlog: Backlog
    /// The open connections, by descriptor.
    private var connections: [Connection?] = []
    private var connectionCount = 0
    /// Connections to be looked at before the loop waits.
    private var pending: [Connection] = []
    var deadlines: Deadlines
    /// When the last connections are cut off; set once the server shuts down.
    private var cutOff: Int?
    /// When the connections without a request are closed; set while the server that shuts down still waits for one.
    private var lastCall: Int?

    /// What is sent where there is no room, rendered once: refusing has to be cheap.
    let overloaded: Response
    var date = DateField()
    var gzip = GzipEncoder()
    var random = RandomWords()
    var readers = Pool<RequestReader>(limit: 64)
    var outputs = Pool<[UInt8]>(limit: 64)
    let bodies = BodyMemory()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the reactor keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    init(loop: EventLoop, listener: ListeningSocket, service: Service) throws(SystemError) {
        self.loop = loop
        self.service = service
        backlog = Backlog(listener)
        deadlines = Deadlines(service.limits)
        overloaded = service.refusal(.overloaded)
        try loop.watch(listener.descriptor.rawValue)
    }

    /// Serves on the calling thread until the server has shut down.
    nonisolated func run() {
        loop.run(
            onChange: { change in assumeIsolated { $0.handle(change) } },
            beforeWaiting: { assumeIsolated { $0.endTurn() } }
        )
    }

    var isDraining: Bool { cutOff != nil }

    /// Whether a connection on which no request has begun is over.
    var wantsNoMoreRequests: Bool { isDraining && lastCall == nil }

    /// Accepts nothing new and ends with the last connection, or when `grace` (milliseconds) is over.
    func shutDown(grace: Int) {
        guard !isDraining else { return }
        accept()
        cutOff = MonotonicTime.now() + grace
        lastCall = MonotonicTime.now() + min(grace, service.limits.lastCall.milliseconds)
        // Another process may have the socket open, so that closing it here would not end the watch.
        if let listener = backlog.listener { loop.unwatch(listener.descriptor.rawValue) }
        backlog.close()
    }

    private func endLastCall() {
        lastCall = nil
        for case let connection? in connections where connection.phase == .reading {
            // Bytes that are there but were not told of yet count as a request begun.
            connection.isReadable = true
            serve(connection)
        }
    }

    private func handle(_ change: Epoll.Change) {
        if change.descriptor == backlog.listener?.descriptor.rawValue { return accept() }
        // A change of a descriptor's earlier owner can only make the new one try once for nothing.
        guard let connection = connection(at: change.descriptor) else { return }
        connection.note(change.events, at: change.time)
        resume(connection)
    }

    /// Looks at the connection again before the loop waits.
    func postpone(_ connection: Connection) {
        guard !connection.isPending else { return }
        connection.isPending = true
        pending.append(connection)
    }

    private func endTurn() -> EventLoop.Turn {
        if backlog.isDue { accept() }
        var batch: [Connection] = []
        swap(&batch, &pending)
        for connection in batch {
            connection.isPending = false
            resume(connection)
        }
        if let lastCall, MonotonicTime.now() >= lastCall { endLastCall() }
        expire()
        if let cutOff, connectionCount == 0 || MonotonicTime.now() >= cutOff {
            for case let connection? in connections { close(connection) }
            return .end
        }
        if !pending.isEmpty { return .wait(milliseconds: 0) }
        let next = min(backlog.retry ?? .max, deadlines.next, lastCall ?? .max, cutOff ?? .max)
        return .wait(milliseconds: next == .max ? -1 : Int32(clamping: max(0, next - MonotonicTime.now())))
    }

    // MARK: The connections

    func connection(at descriptor: Int32) -> Connection? {
        connections.indices.contains(Int(descriptor)) ? connections[Int(descriptor)] : nil
    }

    func open(_ descriptor: Int32) {
        guard service.connections.take() else { return turnAway(descriptor) }
        do {
            try loop.watch(descriptor)
        } catch {
            // The kernel has no memory for it: as if it had never been accepted.
            Glibc.close(descriptor)
            service.connections.giveBack()
            return
        }
        while connections.count <= Int(descriptor) { connections.append(nil) }
        let connection = Connection(descriptor: descriptor)
        connections[Int(descriptor)] = connection
        connectionCount += 1
        service.observer.opened()
        watchTime(of: connection)
    }

    func close(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        connection.phase = .closed
        connections[Int(connection.descriptor)] = nil
        connectionCount -= 1
        deadlines.clear(connection.descriptor)
        Glibc.close(connection.descriptor)
        service.connections.giveBack()
        service.observer.closed()
        connection.handler?.cancel()
        connection.handler = nil
        giveBackReader(of: connection)
        connection.output = Output()
        connection.pattern = nil
        connection.routing = nil
        backlog.descriptorCameFree()
    }

    /// Leaves the client a while to close its side.
    func linger(_ connection: Connection) {
        connection.phase = .lingering(bytesLeft: service.limits.drain)
        giveBackReader(of: connection)
    }

    func giveBackReader(of connection: Connection) {
        guard connection.reader.hasCapacity else { return }
        var reader = RequestReader()
        swap(&reader, &connection.reader)
        guard reader.isReusable else { return }
        reader.empty()
        readers.give(reader)
    }
}
