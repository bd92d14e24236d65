import EventLoops
import CLinux
import Glibc

/// What is said of requests, and to clients that there is no room for.
extension Reactor {
    /// What the request of `connection` is called, as soon as somebody asks.
    func identity(of connection: Connection) -> RequestIdentity {
        if let identity = connection.identity { return identity }
        let identity = connection.reader?.identity(random: &random) ?? RequestIdentity(random: &random)
        connection.identity = identity
        return identity
    }

    /// Tells the observer of an answer, and lets the time of the next request begin.
    func report(_ response: borrowing Response, on connection: Connection, id: RequestID, bytes: Int, now: Int) {
        service.observer?.answered(
            Exchange(
                method: connection.reader?.method,
                route: connection.reader?.pattern?.text,
                status: response.status,
                denial: response.denial,
                bytes: bytes,
                time: now,
                nanoseconds: time - connection.began,
                id: id,
                traceParent: identity(of: connection).traceParent
            )
        )
        connection.began = time
        connection.readableSince = time
    }

    /// Tells a client that there is no room for it, and closes.
    func turnAway(_ descriptor: Int32, _ refusal: Refusal) {
        service.observer?.refused(refusal)
        var output = Output()
        if let memory = outputs.take() { output.adopt(memory) }
        _ = clock.nanoseconds(at: time)
        var response = service.refusal(.overloaded)
        output.append(
            &response,
            ResponseHead(connection: "close", id: RequestID(random.next()), date: clock.date),
            hasBody: true
        )
        var sent = 0
        // It fits: nothing has been sent on the socket before.
        _ = output.write(to: descriptor, total: &sent)
        outputs.give(output.release(to: bodies))
        shutdown(descriptor, Int32(SHUT_WR))
        // A request that is there already, and is not read, would make a reset of the close.
        _ = recv(descriptor, nil, service.limits.drain, Int32(MSG_TRUNC))
        Glibc.close(descriptor)
    }
}
