import Catalogue

extension PostgreSQLStore {
    /// Appends the events and updates the record with the next commit.
    public func append(_ actions: [UserAction], by user: UserID, at now: Int64) async throws(StoreError) {
        if actions.isEmpty { return }
        var scope = ChangeScope(user: user, actions: actions.count)
        for case .opened(let id) in actions { scope.items.append(id) }
        try await write(scope) { (transaction) throws(StoreError) in
            try transaction.append(actions, by: user, at: now)
        }
    }

    /// Deletes the record and the events with the next commit.
    public func forget(_ user: UserID) async throws(StoreError) {
        try await write(ChangeScope(user: user, forgets: true)) { $0.forget(user) }
    }

    /// Reads one row by its key.
    public func record(of user: UserID) async throws(StoreError) -> UserRecord {
        let rows = try await read(.record(of: user), SQL.userRecord(.text(user.rawValue)))[0]
        return try rows.first?.reading(0) { (bytes) throws(StoreError) in try UserRecord(stored: bytes) } ?? .empty
    }
}
