import Catalogue

extension SQLiteStore {
    /// Reads the table from `position` on, which is in its order.
    public func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            var events: [UserEvent] = []
            try connection.prepare(.eventsAfter, position, limit).forEach { (row) throws(StoreError) in
                events.append(try UserEvent(row))
            }
            return events
        }
    }

    /// How many events one transaction deletes at most.
    static let eventsPerDeletion = 10_000

    /// Deletes the events in several transactions, between which others write.
    public func deleteEvents(before moment: Int64) async throws(StoreError) -> Int {
        var deleted = 0
        while true {
            let count = try await writer.write { (connection) throws(StoreError) in
                try connection.run(.removeEventsBefore, moment, Self.eventsPerDeletion)
                return Int(connection.changes)
            }
            deleted += count
            if count < Self.eventsPerDeletion { return deleted }
        }
    }

    /// Reads the position that is kept in the store row.
    public func acknowledgedPosition() async throws(StoreError) -> Int64 {
        try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.acknowledgedPosition).only { $0.int64(0) }
        }
    }

    /// Moves the position with the next commit. It never goes back.
    public func acknowledge(through position: Int64) async throws(StoreError) {
        try await writer.write { (connection) throws(StoreError) in try connection.run(.acknowledge, position) }
    }
}

extension UserEvent {
    fileprivate init(_ row: Statement) throws(StoreError) {
        self = try row.withBytes(3) { (bytes) throws(StoreError) in
            try UserEvent(
                position: row.int64(0),
                user: row.text(1),
                type: row.int64(2),
                packed: bytes,
                at: row.int64(4)
            )
        }
    }
}
