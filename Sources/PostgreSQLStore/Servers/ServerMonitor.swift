import Catalogue
import EventLoop

/// Looks at a server from time to time for its role and its versions, and on the primary listens to announcements of changes.
///
/// Changes of other stores are known as soon as they are announced. Where announcements are interrupted, the next look finds
/// the changes: at the latest after a heartbeat and the time that a server is given to answer, as long as a server that has
/// them answers.
struct ServerMonitor: Sendable {
    let server: Server
    let servers: Servers
    let known: KnownVersions
    let loop: EventLoop
    let heartbeat: Duration
    let events: AsyncStream<ServerEvent>.Continuation

    /// Monitors the server until the task is cancelled.
    func run() async {
        let pool = server.makePool(
            on: loop,
            timeout: .seconds(2),
            grace: .zero,
            options: SessionSettings.options,
            heard: hear
        )
        /// The connection on which it listens.
        var listening: Int64?
        while !Task.isCancelled {
            do throws(PostgreSQLError) {
                var look = try await look(by: pool)
                if look.state.role == .primary, listening != look.connection {
                    listening = look.connection
                    known.beginListening()
                    _ = try await pool.run(NotificationChannel.listen)
                    // What was committed before that was not told.
                    look = try await self.look(by: pool)
                }
                let lost = look.state.versions.covers(look.knownBefore) ? nil : look.knownBefore.itemHistory
                if look.state.role == .primary, look.state.begunTimeline != look.state.timeline || lost != nil {
                    await beginHistory(on: look.state.timeline, insteadOf: lost, by: pool)
                    look = try await self.look(by: pool)
                }
                if look.connection != listening || look.state.role != .primary { listening = nil }
                note(look.state, listens: listening != nil, knownBefore: look.knownBefore)
            } catch {
                listening = nil
                if server.state.role != .gone, !Task.isCancelled { events.yield(.lost(server.address.name, error)) }
                server.lose()
            }
            try? await Task.sleep(for: heartbeat)
        }
        await pool.close()
    }

    /// What the server is found to be, the connection that was asked, and what was known before it was.
    private func look(
        by pool: Pool
    ) async throws(PostgreSQLError) -> (connection: Int64?, state: Server.State, knownBefore: StoredVersions) {
        let knownBefore = known.versions(for: .latest)
        let rows = try await pool.run([SQL.state])[0]
        guard rows.count == 1 else { throw .unreachable("the store is empty: it is being restored, or was cleared") }
        guard let state = try? Server.State(rows[0]) else { throw .unreachable("the store row cannot be read") }
        // An old primary that comes back is asked nothing: what it has is history.
        guard state.role == .replica || state.timeline >= servers.latestTimeline else {
            throw .unreachable("a later primary has taken its place")
        }
        return (rows[0].int(0), state, knownBefore)
    }

    /// Raises a new primary's versions, unless another process has. Where that fails, the next look finds them as they are.
    /// - Parameter lost: the history of items of which the primary lacks what was known; `nil` where it lacks nothing.
    private func beginHistory(on timeline: Int64, insteadOf lost: UInt64?, by pool: Pool) async {
        _ = try? await pool.run([
            SQL.limitWaits, SQL.beginHistory(.int8(timeline), .int8(lost.map { Int64(bitPattern: $0) })),
            SQL.announce(.text(known.origin)),
        ])
    }

    private func note(_ state: Server.State, listens: Bool, knownBefore: StoredVersions) {
        let before = server.state.role
        server.state = state
        if before != state.role { events.yield(.found(server.address.name, isPrimary: state.role == .primary)) }
        if state.role == .primary {
            for other in servers.all where other !== server { other.give(wayTo: state.timeline) }
            if listens { known.seePrimary(state.versions, knownBefore: knownBefore) }
        } else if servers.primary?.state.role != .primary {
            // While there is a primary, it announces changes; else a replica may have some that were not announced.
            known.seeReplica(state.versions)
        }
        known.catchUp(state.versions)
    }

    private func hear(_ channel: String, _ payload: String) {
        switch channel {
        case NotificationChannel.users: if let user = UserID(payload) { known.hear(user: user) }
        case NotificationChannel.versions:
            let parts = payload.split(separator: ",")
            let numbers = parts.dropFirst().compactMap { UInt64($0) }
            guard numbers.count == 3 else { return }
            let versions = StoredVersions(items: numbers[0], users: numbers[1], itemHistory: numbers[2])
            known.hear(versions, from: String(parts[0]))
        default: break
        }
    }
}
