import Catalogue

extension SQLiteStore {
    /// Reads the chunks on the connection that reads the items, since it takes up to a second.
    public func checkpoint() async throws(StoreError) -> LearningCheckpoint? {
        try itemReader.read { (connection) throws(StoreError) in
            var position: Int64?
            var bytes: [UInt8] = []
            try connection.prepare(.checkpoint).forEach { (row) throws(StoreError) in
                position = row.int64(0)
                bytes += try row.bytes(1)
            }
            return position.map { LearningCheckpoint(position: $0, bytes: bytes) }
        }
    }

    public func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool {
        let position = checkpoint.position
        let rows = checkpoint.rows
        return try await writer.write { (connection) throws(StoreError) in
            let isAccepted = try connection.prepare(.acceptsCheckpoint, position, Int64(bitPattern: history)).only {
                $0.int(0) == 1
            }
            guard isAccepted else { return false }
            try connection.run(.removeCheckpoint)
            try connection.prepare(StoredTable.checkpoint.insertion(.refuse)).run(rows)
            return true
        }
    }
}
