import Catalogue

extension PostgreSQLStore {
    /// Adds or replaces the items with the next commit; many in a transaction of their own.
    public func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        if items.isEmpty { return [] }
        if items.count >= BulkWriter.fewest { return try await bulkWriter.upsert(items) }
        return try await write(ChangeScope(items: items.map(\.id))) { (transaction) throws(StoreError) in
            var outcomes: [UpsertOutcome] = []
            for item in items { outcomes.append(try transaction.upsert(item)) }
            return outcomes
        }
    }

    /// Removes the items with the next commit; many in a transaction of their own.
    public func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        if ids.isEmpty { return 0 }
        if ids.count >= BulkWriter.fewest { return try await bulkWriter.remove(ids) }
        return try await write(ChangeScope(items: ids)) { transaction in
            ids.count { transaction.remove($0) }
        }
    }
}
