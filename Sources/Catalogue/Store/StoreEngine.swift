/// What an engine provides for the writes of ``CatalogueStore``, which are the same in both.
package protocol StoreEngine: CatalogueStore {
    var groupCommit: GroupCommit { get }

    /// Commits a large change in a transaction of its own.
    func writeAlone<Outcome: Sendable>(
        _ body: @escaping @Sendable (inout Transaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome

    /// Deletes up to `limit` rows in which ``RetainedData/timeColumn`` is less than a bound. Returns their number.
    func deleteRows(of history: RetainedData, before bound: Int64, limit: Int) async throws(StoreError) -> Int
}

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
        return try await writeAlone { (transaction) throws(StoreError) in
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
        try await groupCommit.write(reading: RowSelection()) { $0.acknowledge(through: position) }
    }

    /// Writes the store row with the next commit.
    public func confirmWrites() async throws(StoreError) {
        try await groupCommit.write(reading: RowSelection()) { $0.touch() }
    }

    /// Deletes the rows in several transactions.
    public func delete(_ history: RetainedData, before moment: Instant) async throws(StoreError) -> Int {
        let bound = history == .totals ? Int64(EventTotal.day(of: moment)) : moment.seconds
        var deleted = 0
        while true {
            let count = try await deleteRows(of: history, before: bound, limit: rowsPerDeletion)
            deleted += count
            if count < rowsPerDeletion { return deleted }
        }
    }
}

extension RetainedData {
    package var table: StoredTable {
        switch self {
        case .events: .event
        case .counts: .counts
        case .totals: .eventTotal
        }
    }

    /// Has the time, or the day.
    package var timeColumn: String { self == .totals ? "day" : "at" }
}
