/// What is said of requests.
extension Reactor {
    /// What the request of `connection` is called, as soon as somebody asks.
    func identity(of connection: Connection) -> RequestIdentifiers {
        if let identity = connection.identity { return identity }
        let identity = connection.reader?.identity(random: &random) ?? RequestIdentifiers(random: &random)
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
}
