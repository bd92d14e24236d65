public import Catalogue

extension SQLiteStore {
    /// Reads the key, which came into being with the store's tables.
    public func sealingKey() async throws(StoreError) -> [UInt8] {
        let key = try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.sealingKey).first { $0.blob(0) }
        }
        guard let key, key.count == StoreLimits.sealingKeyLength else { throw .defect("the store has no sealing key") }
        return key
    }
}
