import CLinux
import EventLoop
import Glibc

extension Reactor {
    /// Restarts the connection's timeout if it waits for something else than before.
    func updateTimeout(of connection: Connection) {
        let wait = connection.currentWait
        guard wait != connection.wait else { return }
        connection.wait = wait
        guard let wait else { return timeouts.clear(connection.descriptor) }
        connection.waitStart = time
        if wait.kind == .write { connection.acknowledgedCount = acknowledgedCount(of: connection) }
        timeouts.set(wait.kind, for: connection.descriptor, now: time)
    }

    func handleTimeouts() {
        let now = time
        for descriptor in timeouts.removeExpired(now: now) {
            guard let connection = connection(at: descriptor), let wait = connection.wait else { continue }
            switch wait.kind {
            case .idle: abort(connection, .idle)
            case .head: fail(connection, .timedOut(.head))
            case .body where isBodyFastEnough(connection, now: now): timeouts.set(.body, for: descriptor, now: now)
            case .body: fail(connection, .timedOut(.body))
            case .handler:
                connection.handler?.cancel()
                fail(connection, .handlerTimedOut)
            case .write where hasAcknowledgedMore(connection): timeouts.set(.write, for: descriptor, now: now)
            case .write: abort(connection, .writeStall)
            case .linger: close(connection)
            }
        }
    }

    private func isBodyFastEnough(_ connection: Connection, now: ContinuousClock.Instant) -> Bool {
        (connection.reader?.bodyCount ?? 0) * 1000 >= context.limits.minBodyRate
            * (now - connection.waitStart).milliseconds
    }

    /// A slow client may acknowledge bytes long before the socket has room again.
    private func hasAcknowledgedMore(_ connection: Connection) -> Bool {
        let before = connection.acknowledgedCount
        connection.acknowledgedCount = acknowledgedCount(of: connection)
        return connection.acknowledgedCount > before
    }

    private func acknowledgedCount(of connection: Connection) -> Int {
        connection.sentCount - Int(max(0, bytes_unacknowledged(connection.descriptor)))
    }

    private func fail(_ connection: Connection, _ error: RequestError) {
        respond(to: connection, error)
        process(connection)
    }

    /// Closes without a response. Unsent bytes are dropped at once: the kernel would retry for minutes.
    private func abort(_ connection: Connection, _ reason: RejectionReason) {
        context.observer?.rejected(reason)
        if !connection.output.isEmpty {
            var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
            let size = socklen_t(MemoryLayout<Glibc.linger>.size)
            // Sound: the size is that of the variable, which outlives the call.
            unsafe setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
        }
        close(connection)
    }
}
