import EventLoops
import PostgreSQL
import Catalogue
import Synchronization

/// The one who writes: gathers the changes that are waiting, and commits them together.
///
/// Writers of all processes take turns, and a commit costs a wait for a disk, or for a replica's. While one is under way, the next
/// changes queue up behind it, to go in one transaction.
actor Writer {
    /// Statements that belong together, and what is to be known of them.
    struct Change: Sendable {
        var statements: [BoundStatement]
        /// Whose records they change.
        var user: UserID?
        /// Whether they add feedback, of which only so much is kept.
        var addsFeedback = false
    }

    /// How many changes may wait at a time.
    static let maximumWaiting = 1_024
    /// How many go in one transaction.
    private static let batch = 128

    private let servers: Servers
    private let known: KnownVersions
    private let loop: EventLoop
    private var pools: [ObjectIdentifier: Pool] = [:]
    private var waiting: [(change: Change, continuation: CheckedContinuation<Result<[Rows], StoreError>, Never>)] = []
    private var isCommitting = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the writer keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    init(_ servers: Servers, _ known: KnownVersions, on loop: EventLoop) {
        self.servers = servers
        self.known = known
        self.loop = loop
    }

    /// Makes the change, and returns when it is committed.
    /// - Returns: what each of its statements gave.
    func write(_ change: Change) async -> Result<[Rows], StoreError> {
        await withCheckedContinuation { continuation in
            // In here: on the way to it, others may have come.
            guard waiting.count < Self.maximumWaiting else { return continuation.resume(returning: .failure(.busy)) }
            waiting.append((change, continuation))
            if !isCommitting {
                isCommitting = true
                Task(executorPreference: loop) { await self.commitWaiting() }
            }
        }
    }

    /// Closes its connections.
    func close() async {
        for pool in pools.values { await pool.close() }
    }

    private func commitWaiting() async {
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.batch)
            waiting.removeFirst(batch.count)
            let results = await commit(batch.map(\.change))
            for (next, result) in zip(batch, results) { next.continuation.resume(returning: result) }
        }
        isCommitting = false
    }

    private func commit(_ changes: [Change]) async -> [Result<[Rows], StoreError>] {
        do throws(PostgreSQLError) {
            return try await run(changes).map { .success($0) }
        } catch {
            // One that is refused has taken the others with it; a turn that did not come would not come to each alone.
            guard error.isOfOneStatement, changes.count > 1 else {
                return changes.map { _ in .failure(StoreError(error)) }
            }
            var results: [Result<[Rows], StoreError>] = []
            for change in changes { results += await commit([change]) }
            return results
        }
    }

    private func run(_ changes: [Change]) async throws(PostgreSQLError) -> [[Rows]] {
        guard let primary = servers.primary else { throw .unreachable("no server takes changes") }
        var statements = [SQL.takeTurn()] + changes.flatMap(\.statements)
        if changes.contains(where: \.addsFeedback) {
            statements.append(SQL.pruneFeedback(.int8(Int64(StoreLimits.feedback))))
        }
        statements.append(SQL.tellVersions(.text(known.origin)))
        let rows = try await pool(of: primary).run(statements)
        primary.writes.add(1, ordering: .relaxed)
        known.commit(StoredVersions(rows[rows.count - 1][0]), of: changes.compactMap(\.user))
        var rest = rows.dropFirst()
        return changes.map { change in
            defer { rest = rest.dropFirst(change.statements.count) }
            return Array(rest.prefix(change.statements.count))
        }
    }

    private func pool(of server: Server) -> Pool {
        if let pool = pools[ObjectIdentifier(server)] { return pool }
        let pool = server.makeWriter(on: loop)
        pools[ObjectIdentifier(server)] = pool
        return pool
    }
}

extension PostgreSQLError {
    /// Whether a transaction failed for what one of its statements is or needs, and not for when or where it was run (classes 25, 40,
    /// 55 and 57 of SQLSTATE).
    var isOfOneStatement: Bool {
        if case .refused(let state, _) = self {
            !["25", "40", "55", "57"].contains(String(state.prefix(2)))
        } else {
            false
        }
    }
}
