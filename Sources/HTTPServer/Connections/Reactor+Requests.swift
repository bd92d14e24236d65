import CLinux
import EventLoop
import Glibc

extension Reactor {
    /// Reads of one connection before others get their turn.
    private static let readsPerTurn = 4

    func resume(_ connection: Connection) {
        switch connection.phase {
        case .reading, .closing: process(connection)
        case .handling: _ = flush(connection)
        case .lingering: if connection.drain() { close(connection) }
        case .closed: break
        }
    }

    /// Parses and answers requests, one after the other, until there is something to wait for.
    func process(_ connection: Connection) {
        guard !connection.isProcessing else { return }
        connection.isProcessing = true
        defer {
            connection.isProcessing = false
            updateTimeout(of: connection)
        }

        var readsLeft = Self.readsPerTurn
        while connection.phase == .reading {
            if connection.output.isFull, !flush(connection) { return }
            do {
                switch try connection.reader?.advance(limits: context.limits) ?? .needsMore {
                case .needsMore: guard flush(connection), read(connection, &readsLeft) else { return }
                case .head: route(connection)
                case .complete: handle(connection)
                }
            } catch {
                respond(to: connection, error)
            }
        }
        switch connection.phase {
        case .closing(let lingers): if flush(connection) { finish(connection, lingers: lingers) }
        case .handling where !connection.output.isEmpty: postpone(connection)
        default: break
        }
    }

    private func read(_ connection: Connection, _ readsLeft: inout Int) -> Bool {
        guard connection.isReadable else {
            waitForClient(connection)
            return false
        }
        guard readsLeft > 0 else {
            postpone(connection)
            return false
        }
        readsLeft -= 1
        let reader = connection.reader ?? readers.popLast() ?? RequestReader(bodies: bodies)
        connection.reader = reader
        let isFirst = !reader.hasBegun
        switch reader.fill(from: connection.descriptor) {
        case .bytes(let filledRoom):
            // After the client has closed its side, a short read need not be the last.
            connection.isReadable = filledRoom || connection.isPeerClosed
            if isFirst { connection.requestStart = time }
            return true
        case .wouldBlock:
            connection.isReadable = false
            waitForClient(connection)
        case .end: close(connection)
        }
        return false
    }

    /// Without a request the connection keeps no memory.
    private func waitForClient(_ connection: Connection) {
        if closesIdleConnections, connection.reader?.hasBegun != true { return close(connection) }
        if connection.reader?.isEmpty == true { recycleReader(of: connection) }
    }

    private func route(_ connection: Connection) {
        guard let reader = connection.reader else { return }
        reader.identify(with: &ids)
        let route = table.route(of: reader)
        connection.routing = (table, route)
        guard reader.waitsToContinue else { return }
        switch route {
        case .success: connection.output.appendContinue()
        // The body has not been asked for, so it may or may not come.
        case .failure(let error): respond(to: connection, error, losesFraming: true)
        }
    }

    private func handle(_ connection: Connection) {
        switch connection.routing?.route {
        case .success(let route):
            guard context.requests.isAvailable, !hasWaitedTooLong(connection, at: time) else {
                return respond(to: connection, .overloaded)
            }
            connection.phase = .handling
            guard let request = connection.reader.map(Request.init) else { return }
            switch route.handler(consume request) {
            case .now(var response): respond(to: connection, &response)
            case .later(let work): startTask(connection, work)
            }
        case .failure(let error):
            respond(to: connection, error)
        case nil:
            preconditionFailure("a request is complete before its head")
        }
    }

    private func startTask(_ connection: Connection, _ work: @escaping @Sendable (Request) async -> Response) {
        guard context.requests.acquire() else { return respond(to: connection, .overloaded) }
        // The executor preference keeps child tasks on this loop. The request is made within the call, so that nothing
        // holds its bytes when the response is ready.
        let handler = Task.immediate(executorPreference: loop) {
            defer { context.requests.release() }
            guard connection.phase == .handling, let request = connection.reader.map(Request.init) else { return }
            // The task may have waited behind others that were ready before it.
            guard !hasWaitedTooLong(connection, at: .now) else {
                respond(to: connection, .overloaded)
                return process(connection)
            }
            var response = await work(consume request)
            respond(to: connection, &response)
        }
        if connection.phase == .handling { connection.handler = handler }
    }

    private func hasWaitedTooLong(_ connection: Connection, at time: ContinuousClock.Instant) -> Bool {
        time - connection.readableSince > context.limits.queueTimeout
    }

    private func respond(to connection: Connection, _ response: inout Response) {
        guard connection.phase == .handling else { return }
        negotiate(&response, for: connection)
        enqueue(&response, on: connection, losesFraming: false)
        process(connection)
    }

    /// - Parameter losesFraming: whether the end of the request is unknown, whatever the error says.
    func respond(to connection: Connection, _ error: RequestError, losesFraming: Bool = false) {
        var response = errorResponse(error)
        enqueue(&response, on: connection, losesFraming: losesFraming || error.losesFraming)
    }

    func advance(_ connection: Connection) {
        if isKnownUniquelyReferenced(&connection.reader) {
            connection.reader?.consume()
        } else {
            // A handler still holds the request and its reader.
            connection.reader = connection.reader?.successor()
        }
        connection.phase = .reading
    }

    /// - Returns: whether everything is sent and the connection is open.
    private func flush(_ connection: Connection) -> Bool {
        guard !connection.output.isEmpty else { return true }
        guard !connection.isBlocked else { return false }
        switch connection.output.write(to: connection.descriptor, total: &connection.sentCount) {
        case .done:
            connection.output.release(to: bodies)
            return true
        case .blocked:
            connection.isBlocked = true
            return false
        case .failed:
            close(connection)
            return false
        }
    }

    private func finish(_ connection: Connection, lingers: Bool) {
        guard lingers, shutdown(connection.descriptor, Int32(SHUT_WR)) == 0 else { return close(connection) }
        connection.phase = .lingering(bytesLeft: context.limits.maxDrainedBytes)
        recycleReader(of: connection)
        if connection.drain() { close(connection) }
    }
}
