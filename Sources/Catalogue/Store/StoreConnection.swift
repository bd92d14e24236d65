/// A writing connection of an engine, which runs one transaction at a time.
package protocol StoreConnection {
    /// Begins a transaction.
    var begin: StoreStatement { get }

    /// Reads the store row, and keeps other writers away until the transaction ends.
    var lockStore: StoreStatement { get }

    /// Runs statements in order. Without ``begin`` before them, they are one or more transactions of their own.
    /// - Returns: the number of rows that the last statement changed.
    @discardableResult func run(
        _ statements: [StoreStatement],
        _ receive: (_ statement: Int, _ row: any StoredRow) throws(StoreError) -> Void
    ) throws(StoreError) -> Int

    /// Runs statements, commits, and makes the versions known.
    func commit(_ statements: [StoreStatement], _ change: VersionChange) throws(StoreError)

    /// Does nothing if no transaction is open.
    func rollback()
}

extension StoreConnection {
    @discardableResult func run(_ statements: StoreStatement...) throws(StoreError) -> Int {
        try run(statements) { _, _ in }
    }
}

/// The rows that a transaction reads, each once.
package struct RowSelection: Sendable {
    let items: Set<CatalogueItem.ID>
    let users: Set<UserID>

    package init(items: some Sequence<CatalogueItem.ID> = [], users: some Sequence<UserID> = []) {
        self.items = Set(items)
        self.users = Set(users)
    }

    var statements: [StoreStatement] {
        [.find(items.map(\.columns), in: .item)] + StoreStatement.states(of: users)
    }
}

/// The versions that a transaction changes, and the users whose records it changes.
package struct VersionChange: Sendable {
    package let before: StoredVersions
    package let after: StoredVersions
    package let users: [UserID]
}
