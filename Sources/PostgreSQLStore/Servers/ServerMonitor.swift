import Catalogue
import EventLoop

/// Checks a server periodically for its role and versions, and listens to the primary's notifications of changes.
///
/// Changes of other stores are usually known at once. If notifications are interrupted, the next check finds the
/// changes: within the interval and the server's timeout.
struct ServerMonitor: Sendable {
    let server: Server
    let servers: ServerList
    let known: KnownVersions
    let loop: EventLoop
    let interval: Duration
    let events: AsyncStream<ServerEvent>.Continuation

    /// The interval while the primary is read-only: each check opens a session, to see when that ends.
    private static let readOnlyInterval = Duration.seconds(1)

    /// Returns when the task is cancelled.
    func run() async {
        let pool = server.makePool(
            on: loop,
            timeout: .seconds(2),
            grace: .zero,
            settings: SessionSettings.plans,
            onNotification: receive
        )
        var listening: Int?
        while !Task.isCancelled {
            let isReadOnly = server.state.role == .primary && server.state.isReadOnly
            if isReadOnly { await pool.renewSessions() }
            do throws(PostgreSQLError) {
                var check = try await check(by: pool)
                if check.state.role == .primary, listening != check.connection {
                    listening = check.connection
                    known.beginListening()
                    _ = try await pool.run(NotificationChannel.listen)
                    // Finds the commits before LISTEN, which were not announced to it.
                    check = try await self.check(by: pool)
                }
                let lost = check.state.versions.covers(check.knownBefore) ? nil : check.knownBefore.itemHistory
                if check.state.role == .primary, check.state.begunTimeline != check.state.timeline || lost != nil {
                    await beginHistory(on: check.state.timeline, insteadOf: lost, by: pool)
                    check = try await self.check(by: pool)
                }
                if check.connection != listening || check.state.role != .primary { listening = nil }
                note(check.state, listens: listening != nil, knownBefore: check.knownBefore)
            } catch {
                listening = nil
                if server.state.role != .unreachable, !Task.isCancelled {
                    events.yield(.lost(server.address.name, error))
                }
                server.noteUnreachable()
            }
            try? await Task.sleep(for: isReadOnly ? Self.readOnlyInterval : interval)
        }
        await pool.close()
    }

    /// Also returns the connection, and the versions that were known before.
    private func check(
        by pool: ConnectionPool
    ) async throws(PostgreSQLError) -> (connection: Int, state: Server.State, knownBefore: StoredVersions) {
        let knownBefore = known.versions(for: .latest)
        let answer = try await pool.answer(to: [SQL.state])
        let rows = answer.rows[0]
        guard rows.count == 1 else { throw .unreachable("the store is empty: it is being restored, or was cleared") }
        guard let state = try? Server.State(rows[0]) else { throw .unreachable("the store row cannot be read") }
        // Ignore an old primary that is back: its history is outdated.
        guard state.role == .replica || state.timeline >= servers.latestTimeline else {
            throw .unreachable("a later primary has taken its place")
        }
        return (answer.connection, state, knownBefore)
    }

    /// Begins a new history on a new primary, unless another process has. After a failure the next check tries again.
    /// - Parameter lost: The history of items of which the primary lacks known changes, if any.
    private func beginHistory(on timeline: Int64, insteadOf lost: UInt64?, by pool: ConnectionPool) async {
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
            for other in servers.all where other !== server { other.noteOtherPrimary(on: state.timeline) }
            if listens { known.notePrimary(state.versions, knownBefore: knownBefore) }
        } else if servers.primary?.state.role != .primary {
            // Without a primary, a replica may have changes that were not announced.
            known.noteReplica(state.versions)
        }
        known.noteCaughtUp(state.versions)
    }

    private func receive(_ channel: String, _ payload: String) {
        switch channel {
        case NotificationChannel.users: if let user = UserID(payload) { known.noteAnnouncement(of: user) }
        case NotificationChannel.versions:
            let parts = payload.split(separator: ",")
            let numbers = parts.dropFirst().compactMap { UInt64($0) }
            guard numbers.count == 3 else { return }
            let versions = StoredVersions(items: numbers[0], users: numbers[1], itemHistory: numbers[2])
            known.noteAnnouncement(of: versions, from: String(parts[0]))
        default: break
        }
    }
}

/// The channels on which a commit announces its changes to other stores (`NOTIFY`).
enum NotificationChannel {
    /// New versions: the origin, `item_version`, `user_version` and the history in decimal, separated by commas.
    static let versions = "hearth_versions"
    /// A changed user's record: the user's ID. The next notification on ``versions`` is of the same transaction.
    static let users = "hearth_users"

    static let listen: [Statement] = ["LISTEN \(versions)", "LISTEN \(users)"]
}
