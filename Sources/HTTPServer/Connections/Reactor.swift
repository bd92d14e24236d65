import EventLoop
import Glibc

/// One loop's connections, from their acceptance to their end. Everything it holds is touched on its loop's thread only,
/// which is what its executor proves.
actor Reactor {
    nonisolated let loop: EventLoop
    let service: ServerContext
    /// The loop's own reference, so that a request takes no lock to find it.
    @safe @exclusivity(unchecked) private(set) var table: RoutingTable

    /// `nil` once the server accepts no more.
    private(set) var listener: FileDescriptor?
    /// When to accept connections that the loop does not tell of again (``MonotonicTime``): at once, where a turn's share was
    /// accepted; a little later, where there were no descriptors or no memory; else `Int.max`.
    var nextAccept = Int.max
    /// A descriptor that is given up to accept, and refuse, a client where there is no other left; `nil` where that has
    /// failed.
    var spare = makeSpare()
    // Whether accesses overlap is not looked for while it runs, where that is asked for at every step: the loop's thread
    // has all of these, and none of their functions calls what leads back to the reactor.
    /// The open connections, by descriptor.
    @safe @exclusivity(unchecked) var connections: [Connection?] = []
    var connectionCount = 0
    /// Connections to be looked at before the loop waits.
    @safe @exclusivity(unchecked) private var pending: [Connection] = []
    @safe @exclusivity(unchecked) var deadlines: ConnectionTimeouts
    /// When something happened last, in nanoseconds (``MonotonicTime``): the loop was told of a change, or an answer was
    /// there. What happens now has its time from here, since to read the clock for everything is not free.
    @safe @exclusivity(unchecked) var time = MonotonicTime.nanoseconds()
    /// When the last connections are cut off (``MonotonicTime``); `Int.max` until the server shuts down.
    private var cutOff = Int.max
    /// When the connections without a request are closed (``MonotonicTime``); `Int.max` unless the server that shuts down
    /// still waits for one.
    private var lastCall = Int.max

    @safe @exclusivity(unchecked) var clock = WallClock()
    @safe @exclusivity(unchecked) var random = BufferedRandom()
    @safe @exclusivity(unchecked) var readers = Pool<RequestReader>(limit: 64)
    @safe @exclusivity(unchecked) var outputs = Pool<[UInt8]>(limit: 64)
    let bodies = BodyBufferPool()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the reactor keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    init(loop: EventLoop, listener: FileDescriptor, service: ServerContext, table: RoutingTable) throws(SystemError) {
        self.loop = loop
        self.service = service
        self.table = table
        self.listener = listener
        deadlines = ConnectionTimeouts(service.limits)
        try loop.watch(listener.rawValue)
    }

    /// Serves on the calling thread until the server has shut down.
    nonisolated func run() {
        loop.occupyThread { assumeIsolated { $0.runLoop() } }
    }

    private func runLoop() {
        loop.run(onChange: { handle($0) }, beforeWaiting: { endTurn(at: $0) })
    }

    /// Answers the requests whose heads are complete from now on by this table.
    func use(_ table: RoutingTable) {
        self.table = table
    }

    var isDraining: Bool { cutOff < .max }

    /// Whether a connection on which no request has begun is over.
    var wantsNoMoreRequests: Bool { isDraining && lastCall == .max }

    /// Accepts nothing new and ends with the last connection, or when `grace` (nanoseconds) is over.
    func shutDown(grace: Int) {
        guard !isDraining else { return }
        accept()
        let now = MonotonicTime.nanoseconds()
        cutOff = now + grace
        lastCall = now + min(grace, service.limits.lastCall.nanoseconds)
        // Another process may have the socket open, so that closing it here would not end the watch.
        if let listener { loop.unwatch(listener.rawValue) }
        // Closed now, even where another reference remains: otherwise the client would wait in vain.
        listener?.close()
        listener = nil
        nextAccept = .max
        spare = nil
    }

    private func endLastCall() {
        lastCall = .max
        for case let connection? in connections where connection.phase == .reading {
            // Bytes that are there but were not told of yet count as a request begun.
            connection.isReadable = true
            serve(connection)
        }
    }

    private func handle(_ change: EventLoop.Change) {
        time = max(time, change.time)
        if change.descriptor == listener?.rawValue { return accept() }
        // A change of a descriptor's earlier owner can only make the new one try once for nothing.
        guard let connection = connection(at: change.descriptor) else { return loop.tellGuest(change) }
        connection.note(change.events, at: change.time)
        resume(connection)
    }

    /// Looks at the connection again before the loop waits.
    func postpone(_ connection: Connection) {
        guard !connection.isPending else { return }
        connection.isPending = true
        pending.append(connection)
    }

    /// - Parameter now: when the loop was woken last (``MonotonicTime``).
    /// - Returns: when the loop is to go on at the latest; `nil` where it ends.
    private func endTurn(at now: Int) -> Int? {
        time = max(time, now)
        if nextAccept <= time { accept() }
        if !pending.isEmpty { resumePending() }
        if lastCall <= time { endLastCall() }
        if deadlines.next <= time { expire() }
        if cutOff < .max, connectionCount == 0 || cutOff <= time {
            for case let connection? in connections { close(connection) }
            return nil
        }
        // Two at a time: more of them would be put into an array.
        return pending.isEmpty ? min(min(nextAccept, deadlines.next), min(lastCall, cutOff)) : 0
    }

    private func resumePending() {
        var batch: [Connection] = []
        swap(&batch, &pending)
        for connection in batch {
            connection.isPending = false
            resume(connection)
        }
    }

    // MARK: The connections

    func connection(at descriptor: Int32) -> Connection? {
        connections.indices.contains(Int(descriptor)) ? connections[Int(descriptor)] : nil
    }

    func close(_ connection: Connection) {
        guard connection.phase != .closed else { return }
        connection.phase = .closed
        connections[Int(connection.descriptor)] = nil
        connectionCount -= 1
        deadlines.clear(connection.descriptor)
        Glibc.close(connection.descriptor)
        giveBackConnection(from: connection.address)
        service.observer?.closed()
        connection.handler?.cancel()
        connection.handler = nil
        giveBackReader(of: connection)
        connection.output = SendQueue()
        connection.table = nil
        connection.routing = nil
        // A descriptor has come free, so that accepting may work again.
        if nextAccept < .max { nextAccept = 0 }
    }

    func giveBackConnection(from address: PeerAddress?) {
        service.connections.giveBack()
        if let address { service.addresses?.giveBack(address) }
    }

    /// Leaves the client a while to close its side.
    func linger(_ connection: Connection) {
        connection.phase = .lingering(bytesLeft: service.limits.drain)
        giveBackReader(of: connection)
    }

    func giveBackReader(of connection: Connection) {
        guard isKnownUniquelyReferenced(&connection.reader), let reader = connection.reader, reader.isReusable else {
            return connection.reader = nil
        }
        connection.reader = nil
        reader.empty()
        readers.give(reader)
    }
}
