import Catalogue

/// A transaction on the primary, which holds the lock of the store row. It locks and reads in one round trip, and
/// writes in another.
struct LockingTransaction: TransactionConnection {
    let connection: DatabaseConnection
    let known: KnownVersions

    func begin(reading selection: RowSelection) throws(StoreError) -> (StoreRow, FoundRows) {
        let rows = try connection.run(["BEGIN", SQL.lockStore] + selection.statements)
        return (try StoreRow(try rows[1].storeRow), try FoundRows(rows[2...], of: selection))
    }

    func read(_ selection: RowSelection) throws(StoreError) -> FoundRows {
        try FoundRows(try connection.run(selection.statements)[...], of: selection)
    }

    func openings(of user: UserID) throws(StoreError) -> [Int64]? {
        let events = try connection.run([SQL.eventsOfUser(.text(user.rawValue))])[0]
        return UserAction.openings(
            of: try events.map { (row) throws(StoreError) in (try row.int64(0), try row.int64(1)) }
        )
    }

    func write(_ writes: [StoreWrite]) throws(StoreError) {
        if !writes.isEmpty { try connection.run(writes.map(\.statement)) }
    }

    func commit(_ writes: [StoreWrite], _ change: VersionChange) throws(StoreError) {
        var statements = writes.map(\.statement)
        if change.after != change.before {
            let users = Set(change.users.map { KnownVersions.hash($0) })
            let announcement = Announcement(origin: known.origin, versions: change.after, users: Array(users))
            statements.append(SQL.announce(.text(announcement.payload)))
        }
        try connection.run(statements + ["COMMIT"])
        known.adoptCommit(change.after, changing: change.users)
    }

    func rollback() {
        if !connection.isLost { _ = try? connection.run(["ROLLBACK"]) }
    }
}

extension RowSelection {
    var statements: [Statement] {
        let users = users.map(\.key)
        var statements: [Statement] = []
        if !items.isEmpty { statements.append(SQL.items.each(items.map { [.text($0.kind), .text($0.id)] })) }
        if !users.isEmpty { statements += [SQL.records.each(users), SQL.counts.each(users)] }
        return statements
    }
}

extension UserID {
    fileprivate var key: [StoredValue] { [.text(rawValue)] }
}

extension FoundRows {
    /// - Parameter rows: The results of ``RowSelection/statements``.
    init(_ rows: ArraySlice<Rows>, of selection: RowSelection) throws(StoreError) {
        self.init()
        var rows = rows
        if !selection.items.isEmpty {
            for row in rows.removeFirst() { items[try CatalogueItem.ID(row)] = (try row.bytes(4), try row.int64(3)) }
        }
        if !selection.users.isEmpty {
            for row in rows.removeFirst() { records[try row.user] = try row.record(1) }
            for row in rows.removeFirst() { counts[try row.user] = try row.counts(2) }
        }
    }
}

extension Row {
    fileprivate var user: UserID {
        get throws(StoreError) {
            guard let user = UserID(try text(0)) else { throw .defect("cannot read the id of a user") }
            return user
        }
    }
}

extension StoreWrite {
    fileprivate var statement: Statement {
        switch self {
        case .insertion(let rows, let table, let conflict): table.insertion(conflict).each(rows)
        case .removal(let keys, let table): SQL.remove(table).each(keys)
        case .removeEvents(let users): SQL.removeEventsOfUsers.each(users.map(\.key))
        case .eraseUsers(let position, let last): SQL.eraseUsers(.integer(position), .integer(last))
        case .save(let store): SQL.saveStore(store.changingValues)
        case .removeTombstones(let moment): SQL.removeExpiredTombstones(.integer(moment.seconds))
        }
    }
}
