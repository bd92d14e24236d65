/// What an engine provides for ``CatalogueStore``, which is the same in both beside.
package protocol StoreEngine: CatalogueStore {
    /// After more changes of items, everything is read again.
    static var maximumChanges: Int64 { get }

    var groupCommit: GroupCommit { get }

    /// Runs statements on one state of the store.
    func read(
        _ statements: [StoreStatement],
        _ consistency: ReadConsistency,
        _ receive: (_ statement: Int, _ row: any StoredRow) throws(StoreError) -> Void
    ) async throws(StoreError)

    /// Reads many rows of one state of the store, for as long as it takes, beside other reads.
    /// - Parameter fetchSize: The maximum number of rows in memory.
    /// - Returns: the version of the state.
    func scan(
        _ query: String,
        _ consistency: ReadConsistency,
        fetchSize: Int,
        _ receive: (_ row: any StoredRow) throws(StoreError) -> Void
    ) async throws(StoreError) -> ItemVersion

    /// Calls `body` for a large change, after others that wait.
    /// - Parameter body: Receives the time of removals.
    func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any StoreConnection, Instant) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome
}

/// The known changes that a read must see.
package enum ReadConsistency: Sendable {
    /// For totals, of which there may be many.
    case any
    case items
    case record(of: UserID)
    /// All changes.
    case latest
}

// MARK: Reading

/// About 2 MB of items.
private let fetchSize = 4_000

extension StoreEngine {
    private func rows<Value>(
        of statement: StoreStatement,
        _ consistency: ReadConsistency,
        _ read: (any StoredRow) throws(StoreError) -> Value
    ) async throws(StoreError) -> [Value] {
        var values: [Value] = []
        try await self.read([statement], consistency) { (_, row) throws(StoreError) in values.append(try read(row)) }
        return values
    }

    private func storeRow(_ consistency: ReadConsistency) async throws(StoreError) -> StoreRow {
        guard let row = try await rows(of: .store, consistency, StoreRow.init).first else { throw .emptyStore }
        return row
    }

    public func signingKey() async throws(StoreError) -> [UInt8] { try await storeRow(.items).checkedSigningKey }

    public func acknowledgedPosition() async throws(StoreError) -> Int64 { try await storeRow(.latest).acknowledged }

    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        try await scan(StoreStatement.allItems, .items, fetchSize: fetchSize) { (row) throws(StoreError) in
            try row.receiveItem(receive)
        }
    }

    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let statements: [StoreStatement] = [
            .store, .tombstones(after: version.number, limit: Self.maximumChanges),
            .changedItems(after: version.number, limit: Self.maximumChanges),
        ]
        var (reached, counts): (ItemVersion?, [Int64]) = (nil, [0, 0, 0])
        try await read(statements, .items) { (statement, row) throws(StoreError) in
            counts[statement] += 1
            if statement == 0 {
                let store = try StoreRow(row)
                if store.knowsChanges(since: version) { reached = store.versions.itemVersion }
            } else if reached != nil {
                if statement == 1 { removed(try CatalogueItem.ID(row)) } else { try row.receiveItem(changed) }
            }
        }
        guard counts[0] == 1 else { throw .emptyStore }
        return counts.allSatisfy { $0 < Self.maximumChanges } ? reached : nil
    }

    public func state(of user: UserID) async throws(StoreError) -> UserState {
        var state = UserState.empty
        try await read(StoreStatement.states(of: [user]), .record(of: user)) { (statement, row) throws(StoreError) in
            if statement == 0 { state.record = try row.record() } else { state.counts = try row.counts() }
        }
        return state
    }

    public func sampledUsers(limit: Int) async throws(StoreError) -> [UserID] {
        var sample: [(hash: UInt64, user: UserID)] = []
        _ = try await scan(StoreStatement.userIDs, .any, fetchSize: fetchSize) { (row) throws(StoreError) in
            guard let user = UserID(try row.text(0)) else { return }
            // The lowest bits of the hash are the best.
            let hash = user.bucketHash.byteSwapped
            if sample.count == limit, sample.last.map({ $0.hash <= hash }) ?? true { return }
            sample.insert((hash, user), at: sample.firstIndex { $0.hash > hash } ?? sample.count)
            if sample.count > limit { sample.removeLast() }
        }
        return sample.map(\.user)
    }

    public func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] {
        guard limit > 0 else { return [] }
        return try await rows(of: .events(after: position, limit: limit), .latest, UserEvent.init)
    }

    public func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent] {
        try await rows(of: .lastEvents(of: user, limit: limit), .record(of: user), UserEvent.init)
    }

    public func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal] {
        try await rows(of: .eventTotals(since: day), .any, EventTotal.init)
    }

    public func armTotals() async throws(StoreError) -> [ArmTotal] {
        try await rows(of: .armTotals, .any, ArmTotal.init)
    }

    public func checkpoint() async throws(StoreError) -> LearningCheckpoint? {
        var (position, bytes): (Int64?, [UInt8]) = (nil, [])
        _ = try await scan(StoreStatement.checkpoint, .latest, fetchSize: 1) { (row) throws(StoreError) in
            position = try row.int64(0)
            bytes += try row.bytes(1)
        }
        return position.map { LearningCheckpoint(position: $0, bytes: bytes) }
    }
}

// MARK: Writing

/// More items than these get a transaction of their own, which reads and writes ``itemsPerStep`` at a time.
private let maximumSharedItems = 99
private let itemsPerStep = 2_000
private let rowsPerDeletion = 10_000

extension StoreEngine {
    public func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        try await change(items, id: \.id) { (item, transaction) throws(StoreError) in try transaction.upsert(item) }
    }

    public func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        try await change(ids, id: \.self) { id, transaction in transaction.remove(id) }.count { $0 }
    }

    private func change<Element: Sendable, Outcome: Sendable>(
        _ elements: [Element],
        id: @escaping @Sendable (Element) -> CatalogueItem.ID,
        _ body: @escaping @Sendable (Element, inout Transaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> [Outcome] {
        if elements.isEmpty { return [] }
        if elements.count <= maximumSharedItems {
            return try await groupCommit.write(reading: RowSelection(items: elements.map(id))) {
                (transaction) throws(StoreError) in
                try elements.map { (element) throws(StoreError) in try body(element, &transaction) }
            }
        }
        return try await write { (connection, now) throws(StoreError) in
            try Transaction.run(on: connection, at: now) { (transaction) throws(StoreError) in
                var outcomes: [Outcome] = []
                outcomes.reserveCapacity(elements.count)
                for start in stride(from: 0, to: elements.count, by: itemsPerStep) {
                    let step = elements[start...].prefix(itemsPerStep)
                    try transaction.read(RowSelection(items: step.map(id)))
                    for element in step { outcomes.append(try body(element, &transaction)) }
                    try transaction.writeItems()
                }
                return outcomes
            }
        }
    }

    public func append(
        _ batch: EventBatch,
        by user: UserID,
        at now: Instant
    ) async throws(StoreError) -> BatchOutcome {
        let selection = RowSelection(items: batch.requiredItems, users: [user])
        return try await groupCommit.write(reading: selection) { (transaction) throws(StoreError) in
            try transaction.append(batch, by: user, at: now)
        }
    }

    public func forget(_ user: UserID) async throws(StoreError) {
        try await groupCommit.write(reading: RowSelection(users: [user])) { (transaction) throws(StoreError) in
            try transaction.forget(user)
        }
    }

    public func acknowledge(through position: Int64) async throws(StoreError) {
        try await groupCommit.write { $0.acknowledge(through: position) }
    }

    /// Writes the store row with the next commit.
    public func confirmWrites() async throws(StoreError) {
        try await groupCommit.write { $0.touch() }
    }

    /// Deletes the rows in several transactions.
    public func delete(_ history: RetainedData, before moment: Instant) async throws(StoreError) -> Int {
        let deletion = StoreStatement.deletion(of: history, before: moment, limit: rowsPerDeletion)
        var deleted = 0
        while true {
            let count = try await write { (connection, _) throws(StoreError) in try connection.run(deletion) }
            deleted += count
            if count < rowsPerDeletion { return deleted }
        }
    }

    /// Locks the store only at the end of the transaction, so that other writes need not wait for the chunks.
    public func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool {
        try await write { (connection, _) throws(StoreError) in
            do throws(StoreError) {
                try connection.run(connection.begin)
                let isWritten = try checkpoint.write(in: history, on: connection)
                try connection.run(.sql(isWritten ? "COMMIT" : "ROLLBACK"))
                return isWritten
            } catch {
                connection.rollback()
                throw error
            }
        }
    }
}

extension LearningCheckpoint {
    fileprivate func write(in history: UInt64, on connection: any StoreConnection) throws(StoreError) -> Bool {
        let acceptance = StoreStatement.acceptsCheckpoint(at: position, in: history)
        var isAccepted = false
        try connection.run([acceptance]) { _, _ in isAccepted = true }
        guard isAccepted else { return false }
        for row in rows {
            // Another store may have written a checkpoint of this position.
            guard try connection.run(.insertion(of: [row], into: .checkpoint, .keep)) == 1 else { return false }
        }
        isAccepted = false
        try connection.run([connection.lockStore, acceptance]) { statement, _ in isAccepted = statement == 1 }
        if isAccepted { try connection.run(.removeCheckpoints(before: position)) }
        return isAccepted
    }
}
