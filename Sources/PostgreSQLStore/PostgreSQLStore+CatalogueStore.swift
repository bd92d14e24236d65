import Catalogue

extension PostgreSQLStore: StoreEngine {
    public var acceptsWrites: Bool { servers.hasPrimary && !servers.isReadOnly }

    /// Whether there is a primary, as far as known. Without one, replicas are read.
    public var hasPrimary: Bool { servers.hasPrimary }

    public var acceptsReads: Bool { servers.hasPrimary || servers.hasReplica }

    public var itemVersion: ItemVersion { known.itemVersion }

    /// A number shared by all users with one of 16,384 hashes.
    public func userVersion(of user: UserID) -> UInt64 { known.userVersion(of: user) }

    public func signingKey() async throws(StoreError) -> [UInt8] { try await storeRow(.any).checkedSigningKey }

    public func acknowledgedPosition() async throws(StoreError) -> Int64 { try await storeRow(.latest).acknowledged }

    private func storeRow(_ consistency: ReadConsistency) async throws(StoreError) -> StoreRow {
        try StoreRow(try await read(consistency, [SQL.store])[0].storeRow)
    }

    // MARK: Users and events

    public func state(of user: UserID) async throws(StoreError) -> UserState {
        let selection = RowSelection(users: [user])
        let found = try FoundRows(try await read(.record(of: user), selection.statements)[...], of: selection)
        return UserState(record: found.records[user] ?? .empty, counts: found.counts[user] ?? .empty)
    }

    public func sampledUsers(limit: Int) async throws(StoreError) -> [UserID] {
        try await read(.any, [SQL.sampledUsers(.integer(Int64(limit)))])[0]
            .map { (row) throws(StoreError) in try row.text(0) }.compactMap { UserID($0) }
    }

    public func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] {
        guard limit > 0 else { return [] }
        let statement = SQL.events(.integer(position), .integer(Int64(limit)))
        return try await read(.latest, [statement])[0].map { (row) throws(StoreError) in try UserEvent(row) }
    }

    public func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent] {
        let statement = SQL.lastEventsOfUser(.text(user.rawValue), .integer(Int64(limit)))
        return try await read(.record(of: user), [statement])[0].map { (row) throws(StoreError) in try UserEvent(row) }
    }

    public func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal] {
        try await read(.any, [SQL.eventTotals(.integer(Int64(day)))])[0].map { (row) throws(StoreError) in
            try EventTotal(row)
        }
    }

    public func armTotals() async throws(StoreError) -> [ArmTotal] {
        try await read(.any, [SQL.armTotals])[0].map { (row) throws(StoreError) in try ArmTotal(row) }
    }

    // MARK: Writing

    package func writeAlone<Outcome: Sendable>(
        _ body: @escaping @Sendable (inout Transaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await bulkWriter.transact(body)
    }

    package func deleteRows(
        of history: RetainedData,
        before bound: Int64,
        limit: Int
    ) async throws(StoreError) -> Int {
        try await bulkWriter.run(SQL.remove(history)(.integer(bound), .integer(Int64(limit))))
    }
}
