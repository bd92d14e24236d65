import Catalogue

/// A connection to the primary. A transaction locks and reads in one round trip, and writes in another.
struct WritingConnection: StoreConnection {
    let connection: DatabaseConnection
    let known: KnownVersions

    var begin: StoreStatement { .sql("BEGIN") }

    var lockStore: StoreStatement { .sql("\(StoreStatement.storeQuery) FOR UPDATE") }

    func run(
        _ statements: [StoreStatement],
        _ receive: (_ statement: Int, _ row: any StoredRow) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let sent = statements.indices.filter { !statements[$0].isEmpty }
        if sent.isEmpty { return 0 }
        let results = try connection.run(sent.map { Statement(statements[$0]) })
        for (index, rows) in zip(sent, results) {
            for row in rows { try receive(index, row) }
        }
        return results.last?.changes ?? 0
    }

    /// Tells other stores with the commit.
    func commit(_ statements: [StoreStatement], _ change: VersionChange) throws(StoreError) {
        var statements = statements
        if change.after != change.before {
            let users = Set(change.users.map { KnownVersions.hash($0) })
            let announcement = Announcement(origin: known.origin, versions: change.after, users: Array(users))
            let text = "SELECT pg_notify('\(Announcement.channel)', $1::text)"
            statements.append(.sql(text, [.text(announcement.payload)]))
        }
        _ = try run(statements + [.sql("COMMIT")]) { _, _ in }
        known.adoptCommit(change.after, changing: change.users)
    }

    func rollback() {
        if !connection.isLost { _ = try? connection.run(["ROLLBACK"]) }
    }
}
