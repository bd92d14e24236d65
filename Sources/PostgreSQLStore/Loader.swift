import EventLoops
import PostgreSQL
import Catalogue
import Revisions
import Synchronization

/// The one who takes in what an import brings: upserts that are worth a `COPY`, one after the other, each a transaction.
///
/// No `COPY` goes in pipeline mode, and whoever sends one waits for the server. Hence each upsert has a thread for as long as it
/// takes, and all of them one connection, which is kept.
final class Loader: Sendable {
    /// From how many listings on they are copied in; fewer go as arrays, with the other changes that wait.
    static let fewest = 100
    /// How many upserts may wait at a time.
    static let maximumWaiting = 16
    /// How long the server may take over each statement, the wait for this writer's turn included.
    static let patience = Duration.seconds(60)

    /// A connection with the table that listings are copied into, and the server at its other end.
    private struct Line {
        let server: Server
        let connection: BlockingConnection
    }

    private let servers: Servers
    private let known: KnownVersions
    private let timeout: Duration
    private let waiting = Atomic(0)
    /// The connection, where there is one; locked while listings are loaded.
    private let line = Mutex<Line?>(nil)

    /// - Parameter timeout: how long it may take to connect.
    init(_ servers: Servers, _ known: KnownVersions, timeout: Duration) {
        self.servers = servers
        self.known = known
        self.timeout = timeout
    }

    /// Adds or replaces the listings, of which each batch is without an id that is twice in it: all of them, or none where it
    /// throws.
    /// - Returns: of each batch, what ``SQL/putIncomingText`` gave.
    func load(_ batches: [ArraySlice<Listing>]) async throws(StoreError) -> [Rows] {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.maximumWaiting else { throw .busy }
        let result: Result<[Rows], StoreError> = await withCheckedContinuation { continuation in
            do {
                try LoopThread.start {
                    continuation.resume(returning: self.line.withLock { self.load(batches, over: &$0) })
                }
            } catch {
                continuation.resume(returning: .failure(.unavailable(StoreFailure(.outOfResources, "\(error)"))))
            }
        }
        return try result.get()
    }

    private func load(_ batches: [ArraySlice<Listing>], over line: inout Line?) -> Result<[Rows], StoreError> {
        do throws(PostgreSQLError) {
            let begun = try begin(line)
            line = begun
            let rows = try commit(batches, over: begun.connection)
            begun.server.writes.add(1, ordering: .relaxed)
            return .success(rows)
        } catch {
            // What was begun goes with the connection.
            line = nil
            return .failure(StoreError(error))
        }
    }

    /// Begins a transaction, on another connection where the one that was kept is not to the primary any more, or was lost
    /// meanwhile: nothing has happened on it yet.
    private func begin(_ kept: Line?) throws(PostgreSQLError) -> Line {
        if let kept, kept.server === servers.primary, (try? kept.connection.run(script: "BEGIN")) != nil { return kept }
        let (server, connection) = try servers.connectToPrimary(
            timeout: timeout,
            options: "\(Session.options) -c statement_timeout=\(Self.patience.components.seconds * 1_000)"
        )
        try connection.run(SQL.addIncoming())
        try connection.run(script: "BEGIN")
        return Line(server: server, connection: connection)
    }

    private func commit(
        _ batches: [ArraySlice<Listing>],
        over connection: BlockingConnection
    ) throws(PostgreSQLError) -> [Rows] {
        var rows: [Rows] = []
        for batch in batches {
            try connection.copy(SQL.copyListings.text) { (rows) throws(PostgreSQLError) in
                for (number, listing) in zip(Int64(1)..., batch) { try rows.append(listing.values(number: number)) }
            }
            // Others wait from here on, and not while the first batch comes, which mostly is all.
            if rows.isEmpty { try connection.run(SQL.takeTurn()) }
            rows.append(try connection.run(SQL.putIncoming()))
        }
        let versions = StoredVersions(try connection.run(SQL.tellVersions(.text(known.origin)))[0])
        try connection.run(script: "COMMIT")
        known.commit(versions, of: [])
        return rows
    }
}

extension Listing {
    /// The listing as a row of the table that ``SQL/addIncomingText`` makes.
    fileprivate func values(number: Int64) -> [Value] {
        [
            .int8(number),
            .int8(Int64(bitPattern: revision.rawValue)),
            .text(id),
            .text(title),
            .int2(Int16(type.code)),
            .int8(price.amount),
            .text(price.currency),
            .int8(bedrooms.map(Int64.init)),
            .float8(bathrooms),
            .float8(area),
            place.map { .point(x: $0.longitude, y: $0.latitude) } ?? .null,
            .text(address),
            .text(market),
            .int8(listedAt),
            .int2(Int16(status.code)),
            .int8(expiresAt),
            .text(TextList.encode(images)),
        ]
    }
}
