import Catalogue

extension PostgreSQLStore: CatalogueStore {
    public var acceptsWrites: Bool { servers.hasPrimary && !servers.isReadOnly }

    /// Whether there is a primary, as far as known. Without one, replicas are read.
    public var hasPrimary: Bool { servers.hasPrimary }

    public var acceptsReads: Bool { servers.hasPrimary || servers.hasReplica }

    /// Writes the store row with the next commit.
    public func confirmWrites() async throws(StoreError) { try await writer.write(ChangeScope()) { $0.touch() } }

    public var itemVersion: ItemVersion { known.itemVersion }

    /// A number shared by all users with one of 16,384 hashes.
    public func userVersion(of user: UserID) -> UInt64 { known.userVersion(of: user) }

    public func signingKey() async throws(StoreError) -> [UInt8] {
        let rows = try await read(.any, SQL.signingKey)[0]
        return try StoreLimits.checkedSigningKey(rows.first?.bytes(0))
    }

    // MARK: Items

    /// Many items get a transaction of their own.
    public func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        if items.isEmpty { return [] }
        if items.count >= BulkWriter.minimumItems { return try await bulkWriter.upsert(items) }
        return try await writer.write(ChangeScope(items: items.map(\.id))) { (transaction) throws(StoreError) in
            var outcomes: [UpsertOutcome] = []
            for item in items { outcomes.append(try transaction.upsert(item)) }
            return outcomes
        }
    }

    /// Many items get a transaction of their own.
    public func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        if ids.isEmpty { return 0 }
        if ids.count >= BulkWriter.minimumItems { return try await bulkWriter.remove(ids) }
        return try await writer.write(ChangeScope(items: ids)) { transaction in
            ids.count { transaction.remove($0) }
        }
    }

    // MARK: Users and events

    public func append(
        _ batch: EventBatch,
        by user: UserID,
        at now: Int64
    ) async throws(StoreError) -> BatchOutcome {
        let scope = ChangeScope(items: batch.requiredItems, user: user, actions: batch.events.count)
        return try await writer.write(scope) { (transaction) throws(StoreError) in
            transaction.append(batch, by: user, at: now)
        }
    }

    public func forget(_ user: UserID) async throws(StoreError) {
        try await writer.write(ChangeScope(user: user, forgets: true)) { $0.forget(user) }
    }

    public func state(of user: UserID) async throws(StoreError) -> UserState {
        let id = Value.texts([user.rawValue])
        let rows = try await read(.record(of: user), SQL.readRecords(id), SQL.readCounts(id))
        return UserState(
            record: try rows[0].first?.reading(1) { (bytes) throws(StoreError) in try UserRecord(stored: bytes) }
                ?? .empty,
            counts: try rows[1].first?.reading(1) { (bytes) throws(StoreError) in try UserCounts(stored: bytes) }
                ?? .empty
        )
    }

    public func sampledUsers(limit: Int) async throws(StoreError) -> [UserID] {
        try await read(.any, SQL.sampledUsers(.int8(Int64(limit))))[0]
            .map { (row) throws(StoreError) in try row.string(0) }.compactMap { UserID($0) }
    }

    public func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] {
        guard limit > 0 else { return [] }
        return try await read(.latest, SQL.events(.int8(position), .int8(Int64(limit))))[0].map(UserEvent.init)
    }

    public func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent] {
        let statement = SQL.lastEventsOfUser(.text(user.rawValue), .int8(Int64(limit)))
        return try await read(.record(of: user), statement)[0].map(UserEvent.init)
    }

    private static let rowsPerDeletion = 10_000

    /// Deletes the rows in several transactions.
    public func delete(_ history: RetainedData, before moment: Int64) async throws(StoreError) -> Int {
        let limit = Value.int8(Int64(Self.rowsPerDeletion))
        let statement =
            switch history {
            case .events: SQL.removeEventsBefore(.int8(moment), limit)
            case .counts: SQL.removeCountsBefore(.int8(moment), limit)
            case .totals: SQL.removeTotalsBefore(.int8(Int64(EventTotal.day(of: moment))), limit)
            }
        var deleted = 0
        while true {
            let count = try await bulkWriter.run(statement)
            deleted += count
            if count < Self.rowsPerDeletion { return deleted }
        }
    }

    public func acknowledgedPosition() async throws(StoreError) -> Int64 {
        try await read(.latest, SQL.acknowledgedPosition)[0].first?.int64(0) ?? 0
    }

    public func acknowledge(through position: Int64) async throws(StoreError) {
        try await writer.write(ChangeScope()) { $0.acknowledge(through: position) }
    }
}

extension UserEvent {
    fileprivate init(_ row: Row) throws(StoreError) {
        let (position, user) = (try row.int64(0), try row.string(1))
        let (type, moment) = (try row.int64(2), try row.int64(4))
        self = try row.reading(3) { (bytes) throws(StoreError) in
            try UserEvent(position: position, user: user, type: type, packed: bytes, at: moment)
        }
    }
}
