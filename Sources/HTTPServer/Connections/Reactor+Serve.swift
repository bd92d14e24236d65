import CLinux
import EventLoop
import Glibc

/// What happens to a connection from request to response.
extension Reactor {
    /// How often a connection is read before the others get their turn.
    private static let readsPerTurn = 4

    /// Goes on with a connection about which something is new.
    func resume(_ connection: Connection) {
        switch connection.phase {
        case .reading, .closing: serve(connection)
        case .handling: _ = flush(connection)
        case .lingering: if connection.drain() { close(connection) }
        case .closed: break
        }
    }

    /// Understands and answers requests, one after the other, until there is something to wait for.
    func serve(_ connection: Connection) {
        guard !connection.isServed else { return }
        connection.isServed = true
        defer {
            connection.isServed = false
            watchTime(of: connection)
        }

        var readsLeft = Self.readsPerTurn
        while connection.phase == .reading {
            if connection.output.isFull, !flush(connection) { return }
            do {
                switch try connection.reader?.advance(limits: service.limits) ?? .needsMore {
                case .needsMore: guard flush(connection), read(connection, &readsLeft) else { return }
                case .head: admit(connection)
                case .complete: dispatch(connection)
                }
            } catch {
                respond(to: connection, refusing: error)
            }
        }
        switch connection.phase {
        case .closing(let lingers): if flush(connection) { hangUp(connection, lingers: lingers) }
        case .handling where !connection.output.isEmpty: postpone(connection)
        default: break
        }
    }

    /// - Returns: whether something came.
    private func read(_ connection: Connection, _ readsLeft: inout Int) -> Bool {
        guard connection.isReadable else {
            rest(connection)
            return false
        }
        guard readsLeft > 0 else {
            postpone(connection)
            return false
        }
        readsLeft -= 1
        let reader = connection.reader ?? readers.take() ?? RequestReader(memory: bodies)
        connection.reader = reader
        let isFirst = !reader.hasBegun
        switch connection.read(into: reader) {
        case .bytes:
            if isFirst { connection.began = time }
            return true
        case .wouldBlock: rest(connection)
        case .end: close(connection)
        }
        return false
    }

    /// Nothing is there: the connection waits for the client, and where no request has begun, without memory.
    private func rest(_ connection: Connection) {
        if wantsNoMoreRequests, connection.reader?.hasBegun != true { return close(connection) }
        if connection.reader?.isEmpty == true { giveBackReader(of: connection) }
    }

    /// Decides, at the head's end, who will answer.
    private func admit(_ connection: Connection) {
        connection.table = table
        let routing = connection.reader.map { table.routing(of: $0) }
        connection.routing = routing
        guard connection.reader?.waitsToContinue == true else { return }
        switch routing {
        case nil: break
        case .success: connection.output.appendContinue()
        // The body has not been asked for, so it may or may not come.
        case .failure(let error): respond(to: connection, refusing: error, losesFraming: true)
        }
    }

    /// Lets the handler answer the complete request.
    private func dispatch(_ connection: Connection) {
        switch connection.routing {
        case .success(let route):
            guard service.requests.hasMore, !hasWaitedTooLong(connection, at: time) else {
                return respond(to: connection, refusing: .overloaded)
            }
            connection.phase = .handling
            guard let request = request(of: connection) else { return }
            switch route.handler(consume request) {
            case .now(var response): finish(connection, &response)
            case .later(let work): startTask(connection, work)
            }
        case .failure(let error):
            respond(to: connection, refusing: error)
        case nil:
            preconditionFailure("a request is complete before its head")
        }
    }

    /// Lets a task answer the complete request.
    private func startTask(
        _ connection: Connection,
        _ work: @escaping @Sendable (Request) async -> Response
    ) {
        guard service.requests.take() else { return respond(to: connection, refusing: .overloaded) }
        // The preference keeps the handler's child tasks on this loop. The request is made within the call, so that
        // nothing holds its bytes when the response is there.
        let handler = Task.immediate(executorPreference: loop) {
            defer { service.requests.giveBack() }
            guard connection.phase == .handling, let request = request(of: connection) else { return }
            // The task may have waited its turn behind those that were ready before it.
            guard !hasWaitedTooLong(connection, at: MonotonicTime.nanoseconds()) else {
                respond(to: connection, refusing: .overloaded)
                return serve(connection)
            }
            var response = await work(consume request)
            finish(connection, &response)
        }
        if connection.phase == .handling { connection.handler = handler }
    }

    private func request(of connection: Connection) -> Request? {
        connection.reader?.request(of: identity(of: connection))
    }

    private func hasWaitedTooLong(_ connection: Connection, at time: Int) -> Bool {
        time - connection.readableSince > service.queueTime
    }

    private func finish(_ connection: Connection, _ response: inout Response) {
        guard connection.phase == .handling else { return }
        represent(&response, on: connection)
        respond(to: connection, with: &response, losesFraming: false)
        serve(connection)
    }

    /// The response that says so, as one that was refused.
    func refusal(_ error: RequestError) -> Response {
        if let refusal = error.refusal { service.observer?.refused(refusal) }
        return service.refusal(error)
    }

    /// Adds the response that says so, and goes on to the next request, if there can be one.
    /// - Parameter losesFraming: whether it is unknown where the next request would begin, whatever the error says of that.
    func respond(to connection: Connection, refusing error: RequestError, losesFraming: Bool = false) {
        var response = refusal(error)
        respond(to: connection, with: &response, losesFraming: losesFraming || error.losesFraming)
    }

    /// Adds the response to the output, and goes on to the next request, if there can be one.
    /// - Parameter response: gives away its body.
    private func respond(to connection: Connection, with response: inout Response, losesFraming: Bool) {
        time = MonotonicTime.nanoseconds()
        share(&response, on: connection)
        let identity = identity(of: connection)
        let id = identity.id(in: connection.reader)
        connection.answered += 1
        let isLast = connection.answered >= service.limits.requestsPerConnection
        let staysForClient = connection.reader?.head.isPersistent ?? true
        let isPersistent = staysForClient && !isDraining && !losesFraming && !isLast
        let isHTTP10 = connection.reader?.head.minorVersion == 0
        let bytesBefore = connection.output.count
        if connection.output.isEmpty, let memory = outputs.take() { connection.output.adopt(memory) }
        let now = clock.nanoseconds(at: time)
        connection.output.append(
            &response,
            ResponseHead(
                connection: !isPersistent ? "close" : isHTTP10 ? "keep-alive" : nil,
                id: id,
                date: clock.date
            ),
            hasBody: connection.reader?.method != .head
        )
        bodies.give(response.takeBody())
        let bytes = connection.output.count - bytesBefore
        report(response, on: connection, id: id, bytes: bytes, now: now)
        connection.table = nil
        connection.routing = nil
        connection.identity = nil
        connection.handler = nil
        if isPersistent {
            goOn(connection)
        } else {
            // A client that asked to close sends nothing more; any other may be about to, and would get a reset
            // before it has read the answer.
            connection.phase = .closing(lingers: staysForClient || losesFraming)
        }
    }

    /// Goes on to the request behind the one that is answered.
    private func goOn(_ connection: Connection) {
        if isKnownUniquelyReferenced(&connection.reader) {
            connection.reader?.consume()
        } else {
            // Whoever keeps the request keeps its reader.
            connection.reader = connection.reader?.successor()
        }
        connection.phase = .reading
    }

    /// - Returns: whether everything is sent and the connection is open.
    private func flush(_ connection: Connection) -> Bool {
        guard !connection.output.isEmpty else { return true }
        guard !connection.isBlocked else { return false }
        switch connection.output.write(to: connection.descriptor, total: &connection.sent) {
        case .done:
            outputs.give(connection.output.release(to: bodies))
            return true
        case .blocked:
            connection.isBlocked = true
            return false
        case .failed:
            close(connection)
            return false
        }
    }

    /// Ends a connection whose last response is sent.
    private func hangUp(_ connection: Connection, lingers: Bool) {
        guard lingers, shutdown(connection.descriptor, Int32(SHUT_WR)) == 0 else { return close(connection) }
        linger(connection)
        if connection.drain() { close(connection) }
    }
}
