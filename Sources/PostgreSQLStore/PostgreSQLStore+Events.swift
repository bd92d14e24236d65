import Catalogue

extension PostgreSQLStore {
    /// Reads the primary's table from `position` on: an event that a replica lacks could be acknowledged unread.
    public func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] {
        guard limit > 0 else { return [] }
        return try await read(.latest, SQL.events(.int8(position), .int8(Int64(limit))))[0]
            .map(UserEvent.init)
    }

    /// How many events one transaction deletes at most.
    static let eventsPerDeletion = 10_000

    /// Deletes the events in several transactions, beside which others write.
    public func deleteEvents(before moment: Int64) async throws(StoreError) -> Int {
        let statement = SQL.removeEventsBefore(.int8(moment), .int8(Int64(Self.eventsPerDeletion)))
        var deleted = 0
        while true {
            let count = try await bulkWriter.run(statement)
            deleted += count
            if count < Self.eventsPerDeletion { return deleted }
        }
    }

    /// Reads the position that is kept in the store row.
    public func acknowledgedPosition() async throws(StoreError) -> Int64 {
        try await read(.latest, SQL.acknowledgedPosition)[0]
            .first?.int64(0) ?? 0
    }

    /// Moves the position with the next commit. It never goes back.
    public func acknowledge(through position: Int64) async throws(StoreError) {
        try await write(ChangeScope()) { $0.acknowledge(through: position) }
    }
}

extension UserEvent {
    /// The event of a row of ``SQL/eventsText``.
    fileprivate init(_ row: Row) throws(StoreError) {
        let (position, user) = (try row.int64(0), try row.string(1))
        let (type, moment) = (try row.int64(2), try row.int64(4))
        self = try row.reading(3) { (bytes) throws(StoreError) in
            try UserEvent(position: position, user: user, type: type, packed: bytes, at: moment)
        }
    }
}
