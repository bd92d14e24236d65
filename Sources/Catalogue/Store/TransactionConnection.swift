/// A connection of an engine, which runs one transaction at a time.
package protocol TransactionConnection {
    /// Begins a transaction that keeps other writers away until it ends, and reads.
    func begin(reading selection: RowSelection) throws(StoreError) -> (StoreRow, FoundRows)
    func read(_ selection: RowSelection) throws(StoreError) -> FoundRows
    /// Returns the positions of the user's openings, in order; `nil` if the log has no event of the user but for
    /// ``UserAction/forgotten(openings:)``.
    func openings(of user: UserID) throws(StoreError) -> [Int64]?
    func write(_ writes: [StoreWrite]) throws(StoreError)
    /// Writes, commits, and makes the versions known.
    func commit(_ writes: [StoreWrite], _ change: VersionChange) throws(StoreError)
    /// Does nothing if no transaction is open.
    func rollback()
}

/// The rows that a transaction reads, each once.
package struct RowSelection: Sendable {
    package let items: [CatalogueItem.ID]
    package let users: [UserID]

    package init(items: [CatalogueItem.ID] = [], users: [UserID] = []) {
        self.items = Array(Set(items))
        self.users = Array(Set(users))
    }
}

/// The rows of a ``RowSelection`` that exist.
package struct FoundRows {
    package var items: [CatalogueItem.ID: (packed: [UInt8], openedBy: Int64)] = [:]
    package var records: [UserID: UserRecord] = [:]
    package var counts: [UserID: UserCounts] = [:]

    package init() {}
}

extension UserAction {
    /// Returns the positions of those of a user's events that are openings, in order; `nil` without events.
    package static func openings(of events: [(position: Int64, type: Int64)]) -> [Int64]? {
        events.isEmpty ? nil : events.filter { $0.type == openedCode }.map(\.position).sorted()
    }
}

/// A step of writing a transaction.
package enum StoreWrite: Sendable {
    case insertion(of: [[StoredValue]], into: StoredTable, StoredTable.Conflict)
    /// Rows have the key alone.
    case removal(of: [[StoredValue]], from: StoredTable)
    /// Removes the events of users but for ``UserAction/forgotten(openings:)``.
    case removeEvents(of: [UserID])
    /// Removes the names of users from their ``UserAction/forgotten(openings:)`` events.
    case eraseUsers(after: Int64, through: Int64)
    case save(StoreRow)
    /// Removes older tombstones, the oldest first, and notes since when changes are known. Some may stay.
    case removeTombstones(before: Instant)
}

extension [StoreWrite] {
    mutating func insert(_ rows: [[StoredValue]], into table: StoredTable, _ conflict: StoredTable.Conflict) {
        if !rows.isEmpty { append(.insertion(of: rows, into: table, conflict)) }
    }

    mutating func remove(_ rows: [[StoredValue]], from table: StoredTable) {
        if !rows.isEmpty { append(.removal(of: rows, from: table)) }
    }
}

/// The versions that a transaction changes, and the users whose records it changes.
package struct VersionChange: Sendable {
    package let before: StoredVersions
    package let after: StoredVersions
    package let users: [UserID]

    package init(before: StoredVersions, after: StoredVersions, users: [UserID]) {
        (self.before, self.after, self.users) = (before, after, users)
    }
}
