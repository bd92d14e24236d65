import Catalogue
import EventLoop

extension PostgreSQLStore {
    /// How many changes are read at once; more are read as ``readAll(_:)`` reads.
    static let mostChangesAtOnce = 10_000

    /// Reads the table from a cursor, some thousand rows at a time.
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        let stream = try await openStream()
        let version = try stream.state().version
        try await stream.read("SELECT packed, opened_by FROM item", as: "items") { (row) throws(StoreError) in
            try row.receiveItem(receive)
        }
        return version
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
            SQL.feedState,
            SQL.tombstonesAfter(since, limit),
            SQL.changedItems(since, limit)
        )
        let state = try ChangeFeedState(rows[0])
        switch state.changes(since: version) {
        case .unknown: return nil
        case .none: return version
        case .known: break
        }
        guard rows[1...].allSatisfy({ $0.count < Self.mostChangesAtOnce }) else {
            return try await streamChanges(since: version, changed: changed, removed: removed)
        }
        for row in rows[1] { removed(try CatalogueItem.ID(row)) }
        for row in rows[2] { try row.receiveItem(changed) }
        return state.version
    }

    private func streamChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let stream = try await openStream()
        let state = try stream.state()
        switch state.changes(since: version) {
        case .unknown: return nil
        case .none: return version
        case .known: break
        }
        let condition = "WHERE version > \(version.number)"
        try await stream.read("SELECT kind, id FROM tombstone \(condition)", as: "removals") {
            (row) throws(StoreError) in removed(try CatalogueItem.ID(row))
        }
        try await stream.read("SELECT packed, opened_by FROM item \(condition)", as: "changes") {
            (row) throws(StoreError) in try row.receiveItem(changed)
        }
        return state.version
    }

    private func openStream() async throws(StoreError) -> ItemStream {
        try await readFirst(.items) { (server) throws(PostgreSQLError) in
            try await ItemStream(server, on: ownLoop.loop)
        }
    }
}

extension Row {
    /// Passes on an item whose columns are `packed` and `opened_by`.
    fileprivate func receiveItem(_ receive: (Span<UInt8>, UInt32) -> Void) throws(StoreError) {
        let openedBy = UInt32(clamping: try int64(1))
        try reading(0) { (bytes) throws(StoreError) in receive(bytes, openedBy) }
    }
}

extension CatalogueItem.ID {
    /// The id whose columns are `kind` and `id`.
    fileprivate init(_ row: Row) throws(StoreError) {
        self.init(kind: try row.string(0), id: try row.string(1))
    }
}
