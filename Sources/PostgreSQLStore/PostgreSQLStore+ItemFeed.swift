public import Catalogue
import PostgreSQL
import Synchronization

extension PostgreSQLStore {
    /// How many changes are read at once; more are read as ``readAll(_:)`` reads.
    static let mostChangesAtOnce = 10_000

    /// Copies the table out, a megabyte at a time.
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        let stream = try await openStream()
        try await stream.read("item (packed, opened_by)") { packed, openedBy in
            receive(packed, UInt32(clamping: openedBy.int4))
        }
        return stream.state.version
    }

    /// Reads what an index by version finds, in one round trip.
    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let (since, limit) = (Value.int8(version.number), Value.int8(Int64(Self.mostChangesAtOnce)))
        let rows = try await read(
            .items,
            SQL.feedState(),
            SQL.tombstonesAfter(since, limit),
            SQL.changedItems(since, limit)
        )
        let state = try FeedState(rows[0])
        switch state.answer(since: version) {
        case .unknown: return nil
        case .unchanged: return version
        case .changed: break
        }
        guard rows[1...].allSatisfy({ $0.count < Self.mostChangesAtOnce }) else {
            return try await streamChanges(since: version, changed: changed, removed: removed)
        }
        for index in 0..<rows[1].count {
            removed(CatalogueItem.ID(kind: try rows[1][index].string(0), id: try rows[1][index].string(1)))
        }
        for index in 0..<rows[2].count {
            let openedBy = UInt32(clamping: try rows[2][index].int64(1))
            _ = rows[2][index].withBytes(0) { changed($0, openedBy) }
        }
        return state.version
    }

    /// Counts the rows, which takes as long as it takes: seconds for many millions.
    public func itemCounts() async throws(StoreError) -> [String: Int] {
        var counts: [String: Int] = [:]
        let query = "(SELECT kind, count(*) FROM item GROUP BY kind)"
        try await openStream(patience: .seconds(60)).read(query) { kind, count in counts[kind.text] = Int(count.int8) }
        return counts
    }

    private func streamChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let stream = try await openStream()
        switch stream.state.answer(since: version) {
        case .unknown: return nil
        case .unchanged: return version
        case .changed: break
        }
        let condition = "WHERE version > \(version.number)"
        try await stream.read("(SELECT kind, id FROM tombstone \(condition))") { kind, id in
            removed(CatalogueItem.ID(kind: kind.text, id: id.text))
        }
        try await stream.read("(SELECT packed, opened_by FROM item \(condition))") { packed, openedBy in
            changed(packed, UInt32(clamping: openedBy.int4))
        }
        return stream.state.version
    }

    /// A stream of items of the first server that answers.
    /// - Parameter patience: how long the server may be silent; `nil` for a second more than its timeout.
    private func openStream(patience: Duration? = nil) async throws(StoreError) -> ItemStream {
        var failure = StoreError(.unreachable("there is no server"))
        for (server, _) in servers.forReading(known.versions(for: .items), .items) {
            do throws(StoreError) {
                let stream = try await ItemStream.open(
                    server,
                    timeout: limits.timeout,
                    patience: patience ?? limits.timeout + .seconds(1)
                )
                server.reads.add(1, ordering: .relaxed)
                return stream
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
