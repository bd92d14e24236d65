import Catalogue

extension SQLiteStore {
    public func state(of user: UserID) async throws(StoreError) -> UserState {
        try readers.snapshot { (connection) throws(StoreError) in
            UserState(
                record: try connection.record(of: user) ?? .empty,
                counts: try connection.counts(of: user) ?? .empty
            )
        }
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
            try connection.prepare(.eventsAfter, position, limit).all { (row) throws(StoreError) in try UserEvent(row) }
        }
    }

    public func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent] {
        try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.lastEventsOfUser, user.rawValue, limit).all { (row) throws(StoreError) in
                try UserEvent(row)
            }
        }
    }

    public func acknowledgedPosition() async throws(StoreError) -> Int64 {
        try readers.read { (connection) throws(StoreError) in try connection.storeRow().acknowledged }
    }

    // MARK: Totals

    /// Reads the rows on the connection that reads the items, since there may be many.
    public func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal] {
        try itemReader.read { (connection) throws(StoreError) in
            try connection.prepare(.eventTotals, Int64(day)).all { (row) throws(StoreError) in try EventTotal(row) }
        }
    }

    public func armTotals() async throws(StoreError) -> [ArmTotal] {
        try itemReader.read { (connection) throws(StoreError) in
            try connection.prepare(.armTotals).all { (row) throws(StoreError) in try ArmTotal(row) }
        }
    }
}

extension Connection {
    func record(of user: UserID) throws(StoreError) -> UserRecord? {
        try prepare(.userRecord, user.rawValue).first { (row) throws(StoreError) in try row.record(0) }
    }

    func counts(of user: UserID) throws(StoreError) -> UserCounts? {
        try prepare(.counts, user.rawValue).first { (row) throws(StoreError) in try row.counts(0) }
    }
}
