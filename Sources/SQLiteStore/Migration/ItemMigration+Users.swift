import Catalogue

extension ItemMigration {
    /// Each user's last search and opened items become a record.
    func convertUsers() throws(StoreError) {
        let users = try connection.statement("SELECT key, id FROM user ORDER BY key")
        let search = try connection.statement(
            "SELECT \(EarlierStore.searchColumns) FROM search WHERE user = ? ORDER BY sequence DESC LIMIT 1"
        )
        let opened = try (opened(0, "listing"), opened(1, "product"))
        try users.forEach { (user) throws(StoreError) in
            try search.bind(user.int64(0))
            let lastSearch = try search.first { (row) throws(StoreError) in
                try EarlierStore.search(EarlierColumns(row))
            }
            let kinds = [
                try ids(opened.0, of: user.int64(0), kind: "listing"),
                try ids(opened.1, of: user.int64(0), kind: "product"),
            ]
            let (record, rest) = merge(kinds, lastSearch: lastSearch)
            for id in rest { try connection.run(.lowerOpenedBy, id.kind, id.id, Self.itemVersion) }
            if record != .unknown { try connection.run(.putUserRecord, user.text(1), record.packed) }
            return true
        }
    }

    /// Feedback is what is still to be sent: it becomes events behind the acknowledged position, each with its position.
    func convertFeedback() throws(StoreError) {
        let feedback = try connection.statement(
            "SELECT \(EarlierStore.feedbackColumns(user: "user")) FROM feedback ORDER BY position"
        )
        let insertion = try connection.statement(
            "INSERT INTO event (\(StoredTable.event.columnNames)) VALUES (?, ?, ?, ?, ?)"
        )
        try feedback.forEach { (row) throws(StoreError) in
            let event = try EarlierStore.event(EarlierColumns(row))
            let action = event.action
            try insertion.bind(event.position, event.user.rawValue, Int(action.code), action.packed, event.at)
            try insertion.run()
            return true
        }
        // Positions go on behind the last one that was given, even where its feedback is gone.
        try connection.execute(
            """
            DELETE FROM sqlite_sequence WHERE name = 'event';
            INSERT INTO sqlite_sequence (name, seq) SELECT 'event', seq FROM sqlite_sequence WHERE name = 'feedback';
            UPDATE store SET acknowledged_position = ifnull(
                (SELECT min(position) - 1 FROM feedback),
                ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'feedback'), 0));
            """
        )
    }

    /// The ids of the items of a kind that a user opened, the latest first.
    private func opened(_ code: Int, _ table: String) throws(StoreError) -> Statement {
        try connection.statement(
            """
            SELECT \(table).id
            FROM opened INDEXED BY opened_by_sequence CROSS JOIN \(table) ON \(table).key = opened.item
            WHERE opened.user = ? AND opened.kind = \(code) ORDER BY opened.sequence DESC
            """
        )
    }

    private func ids(_ opened: Statement, of user: Int64, kind: String) throws(StoreError) -> [CatalogueItem.ID] {
        var ids: [CatalogueItem.ID] = []
        try opened.bind(user)
        try opened.forEach { row in
            ids.append(CatalogueItem.ID(kind: kind, id: row.text(0)))
            return true
        }
        return ids
    }

    /// The record of a user who opened these items of each kind, the latest first. In which order items of two kinds were
    /// opened was not recorded: they alternate.
    /// - Returns: the record, and the items that are too many for it.
    private func merge(
        _ kinds: [[CatalogueItem.ID]],
        lastSearch: UserSearch?
    ) -> (record: UserRecord, rest: ArraySlice<CatalogueItem.ID>) {
        let longest = kinds.map(\.count).max() ?? 0
        let opened = (0..<longest).flatMap { rank in kinds.compactMap { rank < $0.count ? $0[rank] : nil } }
        let limit = UserRecord.openedLimit
        let record = UserRecord(lastSearch: lastSearch, opened: Array(opened.prefix(limit)))
        return (record, opened.dropFirst(limit))
    }
}
