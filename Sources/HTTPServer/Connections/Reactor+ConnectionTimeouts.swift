import CLinux
import EventLoop
import Glibc

/// What happens when a connection has waited too long.
extension Reactor {
    /// Gives the connection its time for what it now waits for, unless that is what it waited for all along.
    func watchTime(of connection: Connection) {
        let wait = connection.currentWait
        guard wait != connection.wait else { return }
        connection.wait = wait
        guard let wait else { return deadlines.clear(connection.descriptor) }
        connection.waitsSince = time
        if wait.kind == .write { connection.acknowledged = acknowledgedBytes(connection) }
        deadlines.set(wait.kind, for: connection.descriptor, now: connection.waitsSince)
    }

    /// Ends the waiting of those that are overdue.
    func expire() {
        let now = time
        for descriptor in deadlines.removeOverdue(now: now) {
            guard let connection = connection(at: descriptor), let wait = connection.wait else { continue }
            switch wait.kind {
            case .idle: give(connection, up: .idle)
            case .head: refuse(connection, .timedOut(.head))
            case .body where hasKeptUp(connection, now: now): deadlines.set(.body, for: descriptor, now: now)
            case .body: refuse(connection, .timedOut(.body))
            case .handler:
                connection.handler?.cancel()
                refuse(connection, .handlerTimedOut)
            case .write where hasTakenMore(connection): deadlines.set(.write, for: descriptor, now: now)
            case .write: give(connection, up: .writeStall)
            case .linger: close(connection)
            }
        }
    }

    /// Whether the body has come fast enough since its head was there.
    private func hasKeptUp(_ connection: Connection, now: Int) -> Bool {
        (connection.reader?.bodyCount ?? 0) * 1000 >= service.limits.bodyRate
            * ((now - connection.waitsSince) / 1_000_000)
    }

    /// Whether the client has taken some of what is sent since it was last asked. A slow one may need long for so much
    /// that the socket has room again.
    private func hasTakenMore(_ connection: Connection) -> Bool {
        let before = connection.acknowledged
        connection.acknowledged = acknowledgedBytes(connection)
        return connection.acknowledged > before
    }

    private func acknowledgedBytes(_ connection: Connection) -> Int {
        connection.sent - Int(max(0, bytes_unacknowledged(connection.descriptor)))
    }

    private func refuse(_ connection: Connection, _ error: RequestError) {
        respond(to: connection, refusing: error)
        serve(connection)
    }

    /// Closes without a word. What was not sent is forgotten at once: the kernel would try for minutes.
    private func give(_ connection: Connection, up refusal: RejectionReason) {
        service.observer?.refused(refusal)
        if !connection.output.isEmpty { resetOnClose(connection.descriptor) }
        close(connection)
    }

    private func resetOnClose(_ descriptor: Int32) {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        // Sound: the length is that of the variable, which outlives the call.
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }
}
