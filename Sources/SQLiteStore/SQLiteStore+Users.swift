import Catalogue

extension SQLiteStore {
    /// Appends the events and updates the record with the next commit.
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
                if let id = change.firstOpened { try connection.count(.raiseOpenedBy, id) }
                if let id = change.forgotten { try connection.count(.lowerOpenedBy, id) }
            }
            guard isChanged else { return }
            try connection.run(.putUserRecord, user.rawValue, record.packed)
            connection.raise.users = 1
        }
    }

    /// Deletes the record and the events with the next commit.
    public func forget(_ user: UserID) async throws(StoreError) {
        try await writer.write { (connection) throws(StoreError) in
            if let record = try connection.record(of: user) {
                for id in record.opened { try connection.count(.lowerOpenedBy, id) }
                try connection.run(.removeUser, user.rawValue)
                connection.raise.users = 1
            }
            try connection.run(.removeEventsOfUser, user.rawValue)
        }
    }

    /// Reads one row by its key.
    public func record(of user: UserID) async throws(StoreError) -> UserRecord {
        try readers.read { (connection) throws(StoreError) in
            try connection.record(of: user) ?? .empty
        }
    }
}

extension Connection {
    fileprivate func record(of user: UserID) throws(StoreError) -> UserRecord? {
        try prepare(.userRecord, user.rawValue).first { (row) throws(StoreError) in
            try row.withBytes(0) { (bytes) throws(StoreError) in try UserRecord(stored: bytes) }
        }
    }

    /// Counts a user more or less who has opened the item, where the store still has it.
    fileprivate func count(_ statement: SQL, _ id: CatalogueItem.ID) throws(StoreError) {
        try run(statement, id.kind, id.id, try beginItemChange().version)
        if changes > 0 { raise.items = 1 }
    }
}
