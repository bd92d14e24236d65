import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// Reads the key, which came into being with the store's tables.
    public func sealingKey() async throws(StoreError) -> [UInt8] {
        let key =
            try await read(.nothing, SQL.sealingKey())[0].first { (row) throws(StoreError) in row.bytes(0) } ?? nil
        guard let key, key.count == StoreLimits.sealingKeyLength else { throw .defect("the store has no sealing key") }
        return key
    }
}
