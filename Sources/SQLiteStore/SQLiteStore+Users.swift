import Catalogue

extension SQLiteStore {
    /// Appends events and updates the record with the next commit.
    public func append(_ actions: [UserAction], by user: UserID, at now: Int64) async throws(StoreError) {
        if actions.isEmpty { return }
        try await writer.write { (connection) throws(StoreError) in
            var record = try connection.record(of: user) ?? .empty
            var isChanged = false
            for action in actions {
                if case .opened(let id) = action, try connection.key(of: id) == nil { throw .unknownItem(id) }
                guard let change = record.apply(action) else { continue }
                isChanged = true
                try connection.run(.addEvent, user.rawValue, Int(action.code), action.packed, now)
                if let id = change.firstOpened { try connection.changeOpenedBy(.raiseOpenedBy, id) }
                if let id = change.forgotten { try connection.changeOpenedBy(.lowerOpenedBy, id) }
            }
            guard isChanged else { return }
            try connection.run(.putUserRecord, user.rawValue, record.packed)
            connection.raise.users = 1
        }
    }

    /// Deletes the record and the events with the next commit.
    public func forget(_ user: UserID) async throws(StoreError) {
        let (forgotten, now) = (UserAction.forgotten, clock())
        try await writer.write { (connection) throws(StoreError) in
            try connection.run(.removeEventsOfUser, user.rawValue, Int(forgotten.code))
            let hadEvents = connection.changes > 0
            let record = try connection.record(of: user)
            guard hadEvents || record != nil else { return }
            for id in record?.opened ?? [] { try connection.changeOpenedBy(.lowerOpenedBy, id) }
            try connection.run(.removeUser, user.rawValue)
            try connection.run(.removeCheckpoint)
            try connection.run(.addForgotten, user.rawValue, Int(forgotten.code), forgotten.packed, now)
            connection.raise.users = 1
        }
    }

    /// Reads the record by an index.
    public func record(of user: UserID) async throws(StoreError) -> UserRecord {
        try readers.read { (connection) throws(StoreError) in try connection.record(of: user) ?? .empty }
    }

    // MARK: Events

    /// Reads the events by their primary key.
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

    /// The maximum number of events that one transaction deletes.
    private static let eventsPerDeletion = 10_000

    /// Deletes the events in several transactions.
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

    /// Reads the position from the store row.
    public func acknowledgedPosition() async throws(StoreError) -> Int64 {
        try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.acknowledgedPosition).only { $0.int64(0) }
        }
    }

    /// Moves the position forward with the next commit.
    public func acknowledge(through position: Int64) async throws(StoreError) {
        try await writer.write { (connection) throws(StoreError) in
            try connection.run(.eraseAcknowledged, position, Int(UserAction.forgotten.code))
            try connection.run(.acknowledge, position)
        }
    }
}

extension Connection {
    fileprivate func record(of user: UserID) throws(StoreError) -> UserRecord? {
        try prepare(.userRecord, user.rawValue).first { (row) throws(StoreError) in
            try row.withBytes(0) { (bytes) throws(StoreError) in try UserRecord(stored: bytes) }
        }
    }

    /// Changes the number of users who opened an item, if it exists.
    fileprivate func changeOpenedBy(_ statement: SQL, _ id: CatalogueItem.ID) throws(StoreError) {
        try run(statement, id.kind, id.id, try beginItemChange().version)
        if changes > 0 { raise.items = 1 }
    }
}

extension UserEvent {
    /// Reads a row of `SQL.eventsAfter`.
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
