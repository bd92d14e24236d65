import CLinux
import EventLoop
import Glibc

extension Reactor {
    /// How late a timeout may be noticed: searching 20,000 connections takes less than a millisecond.
    private static let timeoutInterval = Duration.milliseconds(50)

    /// Restarts the connection's timeout if it waits for something else than before.
    func updateTimeout(of connection: Connection) {
        guard let wait = connection.currentWait, wait != connection.wait else { return }
        connection.wait = wait
        connection.waitStart = time
        if wait.kind == .write { connection.acknowledgedCount = acknowledgedCount(of: connection) }
        startTimeout(wait.kind, of: connection)
    }

    private func startTimeout(_ kind: Connection.Wait.Kind, of connection: Connection) {
        let timeout =
            switch kind {
            case .idle: context.limits.idleTimeout
            case .head: context.limits.headerTimeout
            case .body: context.limits.bodyGrace
            case .handler: context.limits.handlerTimeout
            case .write: context.limits.writeTimeout
            case .linger: context.limits.lingerTimeout
            }
        connection.deadline = time + timeout
        nextTimeout = min(nextTimeout, connection.deadline)
    }

    func handleTimeouts() {
        let now = time
        for case let connection? in connections where connection.deadline <= now { handleTimeout(of: connection) }
        let next = connections.reduce(.distantFuture) { min($0, $1?.deadline ?? .distantFuture) }
        nextTimeout = max(next, now + Self.timeoutInterval)
    }

    private func handleTimeout(of connection: Connection) {
        switch connection.wait?.kind {
        case .idle: abort(connection, .idle)
        case .head: fail(connection, .headTimedOut)
        case .body where isBodyFastEnough(connection): startTimeout(.body, of: connection)
        case .body: fail(connection, .bodyTimedOut)
        case .handler:
            connection.handler?.cancel()
            fail(connection, .handlerTimedOut)
        case .write where hasAcknowledgedMore(connection): startTimeout(.write, of: connection)
        case .write: abort(connection, .writeStall)
        case .linger: close(connection)
        case nil: break
        }
    }

    private func isBodyFastEnough(_ connection: Connection) -> Bool {
        let waited = (time - connection.waitStart).milliseconds
        return (connection.reader?.bodyCount ?? 0) * 1000 >= context.limits.minBodyRate * waited
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
