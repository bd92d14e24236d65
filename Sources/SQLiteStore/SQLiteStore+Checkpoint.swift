import Catalogue

extension SQLiteStore {
    /// Reads the last position from SQLite's sequence.
    public func lastEventPosition() async throws(StoreError) -> Int64 {
        try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.lastEventPosition).only { $0.int64(0) }
        }
    }

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

    /// Replaces the chunks with the next commit.
    public func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool {
        let (position, chunks) = (checkpoint.position, checkpoint.chunks)
        let (history, forgotten) = (Int64(bitPattern: history), Int(UserAction.forgotten.code))
        return try await writer.write { (connection) throws(StoreError) in
            let isAccepted = try connection.prepare(.acceptsCheckpoint, position, history, forgotten).only {
                $0.int(0) == 1
            }
            guard isAccepted else { return false }
            try connection.run(.removeCheckpoint)
            for (number, chunk) in chunks.enumerated() {
                try connection.run(.addCheckpointChunk, position, number, chunk)
            }
            return true
        }
    }
}
