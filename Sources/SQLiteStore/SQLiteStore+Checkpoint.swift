import Catalogue

extension SQLiteStore {
    /// Reads the chunks on the connection that reads the items, since it takes up to a second.
    public func checkpoint() async throws(StoreError) -> LearningCheckpoint? {
        try itemReader.read { (connection) throws(StoreError) in
            var position: Int64?
            var bytes: [UInt8] = []
            try connection.prepare(.checkpoint).forEach { row in
                position = row.int64(0)
                bytes += row.blob(1)
            }
            return position.map { LearningCheckpoint(position: $0, bytes: bytes) }
        }
    }

    public func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool {
        let (position, chunks) = (checkpoint.position, checkpoint.chunks)
        let history = Int64(bitPattern: history)
        return try await writer.write { (connection) throws(StoreError) in
            guard try connection.prepare(.acceptsCheckpoint, position, history).only({ $0.int(0) == 1 }) else {
                return false
            }
            try connection.run(.removeCheckpoint)
            for (number, chunk) in chunks.enumerated() {
                try connection.run(.addCheckpointChunk, position, number, chunk)
            }
            return true
        }
    }
}
