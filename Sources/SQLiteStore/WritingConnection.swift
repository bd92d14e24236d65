import Catalogue

/// A transaction of the ``Writer``.
struct WritingConnection: TransactionConnection {
    let connection: Connection
    let file: StoreFile
    let known: KnownVersion

    func begin(reading selection: RowSelection) throws(StoreError) -> (StoreRow, FoundRows) {
        try file.requireWritable()
        try connection.run(.beginWriting)
        return (try connection.storeRow(), try read(selection))
    }

    func read(_ selection: RowSelection) throws(StoreError) -> FoundRows {
        var found = FoundRows()
        for id in selection.items {
            found.items[id] = try connection.prepare(.item, id.kind, id.id).first { (row) throws(StoreError) in
                (try row.bytes(0), row.int64(1))
            }
        }
        for user in selection.users {
            found.records[user] = try connection.record(of: user)
            found.counts[user] = try connection.counts(of: user)
        }
        return found
    }

    func openings(of user: UserID) throws(StoreError) -> [Int64]? {
        let events = try connection.prepare(.eventsOfUser, user.rawValue, Int(UserAction.forgottenCode))
        return UserAction.openings(of: try events.all { ($0.int64(0), $0.int64(1)) })
    }

    func write(_ writes: [StoreWrite]) throws(StoreError) {
        for write in writes {
            switch write {
            case .insertion(let rows, let table, let conflict):
                try connection.prepare(table.insertion(conflict)).run(rows)
            case .removal(let keys, let table): try connection.prepare(table.removal).run(keys)
            case .removeEvents(let users):
                let type = StoredValue.integer(Int64(UserAction.forgottenCode))
                try connection.prepare(.removeEventsOfUser).run(users.map { [.text($0.rawValue), type] })
            case .eraseUsers(let position, let last):
                try connection.run(.eraseUsers, position, last, Int(UserAction.forgottenCode))
            case .save(let store): try connection.prepare(.saveStore).run([store.changingValues])
            case .removeTombstones(let moment): try removeTombstones(before: moment)
            }
        }
    }

    /// More than changes add.
    private static let expiredVersionsPerChange = 16

    private func removeTombstones(before moment: Instant) throws(StoreError) {
        for _ in 0..<Self.expiredVersionsPerChange {
            let oldest = try connection.prepare(.oldestTombstone).first {
                (version: $0.int64(0), removedAt: Instant(seconds: $0.int64(1)))
            }
            guard let oldest, oldest.removedAt < moment else { return }
            try connection.run(.removeTombstones, oldest.version)
            try connection.run(.setOldestVersion, oldest.version)
        }
    }

    func commit(_ writes: [StoreWrite], _ change: VersionChange) throws(StoreError) {
        try write(writes)
        try known.adopt(change) { () throws(StoreError) in try connection.run(.commit) }
        // A commit to a file that the path no longer leads to is lost.
        try file.requireWritable()
    }

    func rollback() { connection.rollback() }
}
