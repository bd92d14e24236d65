public import PropertyStore

extension SQLiteStore {
    /// Reads the key, and where there is none yet, writes one; whoever's write comes first has made it for all.
    public func sealingKey() async throws(StoreError) -> [UInt8] {
        if let key = try readers.read(Self.key) { return key }
        return try await writer.write { (connection) throws(StoreError) in
            var generator = SystemRandomNumberGenerator()
            let new = (0..<StoreLimits.sealingKeyLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            try connection.run(.putSealingKey, new)
            guard let key = try Self.key(connection) else { throw .defect("the store has no row of its own") }
            return key
        }
    }

    private static func key(_ connection: Connection) throws(StoreError) -> [UInt8]? {
        try connection.prepare(.sealingKey).first { (row) throws(StoreError) in
            let key = row.blob(0)
            if key.count != StoreLimits.sealingKeyLength { throw row.undecodable(0) }
            return key
        }
    }
}
