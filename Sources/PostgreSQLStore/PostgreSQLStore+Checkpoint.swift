import Catalogue

extension PostgreSQLStore {
    /// Reads one chunk at a time, so that no read takes long. If the checkpoint is replaced meanwhile, reads the next.
    public func checkpoint() async throws(StoreError) -> LearningCheckpoint? {
        var replaced: Int64 = 0
        while let latest = try await read(.latest, [SQL.latestCheckpoint])[0].first {
            let (position, count) = (try latest.int64(0), try latest.int64(1))
            guard position > replaced else { break }
            replaced = position
            var bytes: [UInt8] = []
            var number: Int64 = 0
            while number < count,
                let row = try await read(.latest, [SQL.checkpointChunk(.integer(position), .integer(number))])[0].first
            {
                bytes += try row.bytes(0)
                number += 1
            }
            if number == count { return LearningCheckpoint(position: position, bytes: bytes) }
        }
        return nil
    }

    public func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool {
        try await bulkWriter.replace(checkpoint, in: history)
    }
}
