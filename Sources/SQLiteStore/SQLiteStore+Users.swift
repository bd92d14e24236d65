import Catalogue

extension SQLiteStore {
    public func append(
        _ batch: EventBatch,
        by user: UserID,
        at now: Int64
    ) async throws(StoreError) -> BatchOutcome {
        try await writer.write { (connection) throws(StoreError) in
            var state = try connection.state(of: user)
            let effect = try state.apply(batch, at: now) { (id) throws(StoreError) in
                try connection.key(of: id) != nil
            }
            if effect.outcome.isRepeated { return effect.outcome }
            for (action, at) in effect.logged {
                try connection.run(.addEvent, user.rawValue, Int(action.code), action.packed, at)
            }
            for (id, difference) in effect.openedBy {
                try connection.changeOpenedBy(difference > 0 ? .raiseOpenedBy : .lowerOpenedBy, id)
            }
            try connection.run(.putCounts, user.rawValue, state.counts.visit?.end ?? now, state.counts.packed)
            if effect.outcome.hasChangedRecord {
                try connection.run(.putUserRecord, user.rawValue, state.record.packed)
                connection.raise.users = 1
            }
            connection.totals += effect.totals
            return effect.outcome
        }
    }

    public func forget(_ user: UserID) async throws(StoreError) {
        let (code, now) = (Int(UserAction.forgottenCode), clock())
        try await writer.write { (connection) throws(StoreError) in
            let openings = try connection.prepare(.openingsOfUser, user.rawValue, Int(UserAction.openedCode)).all {
                $0.int64(0)
            }
            try connection.run(.removeEventsOfUser, user.rawValue, code)
            let hadEvents = connection.changes > 0
            try connection.run(.removeCounts, user.rawValue)
            if connection.changes > 0 { connection.raise.users = 1 }
            let record = try connection.record(of: user)
            guard hadEvents || record != nil else { return }
            for id in record?.opened ?? [] { try connection.changeOpenedBy(.lowerOpenedBy, id) }
            try connection.run(.removeUser, user.rawValue)
            let forgotten = UserAction.forgetting(record, openings: openings)
            try connection.run(.addForgotten, user.rawValue, code, forgotten.packed, now)
            connection.raise.users = 1
        }
    }

    public func state(of user: UserID) async throws(StoreError) -> UserState {
        try readers.snapshot { (connection) throws(StoreError) in try connection.state(of: user) }
    }

    /// Reads the ids on the connection that reads the items, since there may be many.
    public func sampledUsers(limit: Int) async throws(StoreError) -> [UserID] {
        try itemReader.read { (connection) throws(StoreError) in
            var sample: [(hash: UInt64, user: UserID)] = []
            try connection.prepare(.userIDs).forEach { row in
                guard let user = UserID(row.text(0)) else { return }
                // The lowest bits of the hash are the best.
                let hash = user.bucketHash.byteSwapped
                if sample.count == limit, sample.last.map({ $0.hash <= hash }) ?? true { return }
                sample.insert((hash, user), at: sample.firstIndex { $0.hash > hash } ?? sample.count)
                if sample.count > limit { sample.removeLast() }
            }
            return sample.map(\.user)
        }
    }

    // MARK: Events

    public func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.eventsAfter, position, limit).all(UserEvent.init)
        }
    }

    public func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent] {
        try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.lastEventsOfUser, user.rawValue, limit).all(UserEvent.init)
        }
    }

    private static let rowsPerDeletion = 10_000

    /// Deletes the rows in several transactions.
    public func delete(_ history: RetainedData, before moment: Int64) async throws(StoreError) -> Int {
        let (statement, bound): (SQL, Int64) =
            switch history {
            case .events: (.removeEventsBefore, moment)
            case .counts: (.removeCountsBefore, moment)
            case .totals: (.removeTotalsBefore, Int64(EventTotal.day(of: moment)))
            }
        var deleted = 0
        while true {
            let count = try await writer.write { (connection) throws(StoreError) in
                try connection.run(statement, bound, Self.rowsPerDeletion)
                return Int(connection.changes)
            }
            deleted += count
            if count < Self.rowsPerDeletion { return deleted }
        }
    }

    public func acknowledgedPosition() async throws(StoreError) -> Int64 {
        try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.acknowledgedPosition).only { $0.int64(0) }
        }
    }

    public func acknowledge(through position: Int64) async throws(StoreError) {
        try await writer.write { (connection) throws(StoreError) in
            try connection.run(.eraseAcknowledged, position, Int(UserAction.forgottenCode))
            try connection.run(.acknowledge, position)
        }
    }
}

extension Connection {
    fileprivate func state(of user: UserID) throws(StoreError) -> UserState {
        let counts = try prepare(.counts, user.rawValue).first { (row) throws(StoreError) in
            try row.withBytes(0) { (bytes) throws(StoreError) in try UserCounts(stored: bytes) }
        }
        return UserState(record: try record(of: user) ?? .empty, counts: counts ?? .empty)
    }

    fileprivate func record(of user: UserID) throws(StoreError) -> UserRecord? {
        try prepare(.userRecord, user.rawValue).first { (row) throws(StoreError) in
            try row.withBytes(0) { (bytes) throws(StoreError) in try UserRecord(stored: bytes) }
        }
    }

    /// Does nothing if the item does not exist.
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
