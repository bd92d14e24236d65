import EventLoops
import PostgreSQL

/// Looks at a server now and then: what it is, how far it is, and on the primary, what is told of others' changes.
///
/// What others change is known as soon as it is told. Where the telling is interrupted it is found by the next look: at the latest
/// after a heartbeat and the time that a server is given to answer, as long as one answers that has it.
struct Watch: Sendable {
    let server: Server
    let servers: Servers
    let known: KnownVersions
    let loop: EventLoop
    let heartbeat: Duration
    let events: AsyncStream<ServerEvent>.Continuation

    /// Watches until the task is cancelled.
    func run() async {
        let pool = server.makeWatcher(on: loop) { hear($0) }
        /// The connection on which it listens.
        var listening: Int64?
        while !Task.isCancelled {
            do throws(PostgreSQLError) {
                var row = try await pool.run([SQL.state()])[0][0]
                let connection = row.int(0)
                if row.bool(1) == false, listening != connection {
                    _ = try await pool.run(Channel.listen)
                    // What was committed before that was not told.
                    row = try await pool.run([SQL.state()])[0][0]
                    listening = row.int(0) == connection && row.bool(1) == false ? connection : nil
                    known.see(StoredVersions(row, from: 2), onPrimary: true)
                } else if row.bool(1) != false {
                    listening = nil
                }
                note(row)
            } catch {
                listening = nil
                if server.state.role != .gone, !Task.isCancelled { events.yield(.lost(server.address.name, error)) }
                server.lose()
            }
            try? await Task.sleep(for: heartbeat)
        }
        await pool.close()
    }

    private func note(_ row: Row) {
        let before = server.state.role
        let versions = StoredVersions(row, from: 2)
        let role: Server.Role = row.bool(1) == true ? .replica : .primary
        server.state = Server.State(role: role, versions: versions, position: row.int(5) ?? 0, lag: row.double(6) ?? 0)
        if before != role { events.yield(.found(server.address.name, isPrimary: role == .primary)) }
        // While there is a primary, it tells; else a replica may have what nobody has told.
        if role == .replica, !servers.all.contains(where: { $0.state.role == .primary }) {
            known.see(versions, onPrimary: false)
        }
        known.catchUp(versions)
    }

    private func hear(_ notification: Notification) {
        switch notification.channel {
        case Channel.users: known.hear(user: notification.payload)
        case Channel.versions:
            let parts = notification.payload.split(separator: ",")
            let numbers = parts.dropFirst().compactMap { UInt64($0) }
            guard numbers.count == 3 else { return }
            let versions = StoredVersions(catalogue: numbers[0], openings: numbers[1], users: numbers[2])
            known.hear(versions, from: String(parts[0]))
        default: break
        }
    }
}
