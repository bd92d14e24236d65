import Catalogue

extension ItemMigration {
    /// Each user's last search and opened items become a record.
    func convertUsers() throws(StoreError) {
        let users = try connection.statement("SELECT key, id FROM user ORDER BY key")
        let search = try connection.statement(
            "SELECT \(LegacyStore.searchColumns) FROM search WHERE user = ? ORDER BY sequence DESC LIMIT 1"
        )
        // In which order items of two kinds were opened was not recorded: they alternate.
        let opened = try connection.statement(
            """
            SELECT opened.kind, ifnull(listing.id, product.id)
            FROM opened INDEXED BY opened_by_sequence
            LEFT JOIN listing ON opened.kind = 0 AND listing.key = opened.item
            LEFT JOIN product ON opened.kind = 1 AND product.key = opened.item
            WHERE opened.user = ? AND ifnull(listing.id, product.id) IS NOT NULL
            ORDER BY row_number() OVER (PARTITION BY opened.kind ORDER BY opened.sequence DESC), opened.kind
            """
        )
        try users.forEach { (user) throws(StoreError) in
            try search.bind(user.int64(0))
            let lastSearch = try search.first { (row) throws(StoreError) in
                try LegacyStore.search(LegacyColumns(row))
            }
            var ids: [CatalogueItem.ID] = []
            try opened.bind(user.int64(0))
            try opened.forEach { ids.append(CatalogueItem.ID(kind: LegacyStore.kinds[$0.int(0)], id: $0.text(1))) }
            let limit = UserRecord.openedLimit
            for id in ids.dropFirst(limit) { try connection.run(.lowerOpenedBy, id.kind, id.id, Self.itemVersion) }
            let record = UserRecord(lastSearch: lastSearch, opened: Array(ids.prefix(limit)))
            if record != .empty { try connection.run(.putUserRecord, user.text(1), record.packed) }
        }
    }

    /// Feedback is what is still to be sent: it becomes events behind the acknowledged position, each with its position.
    func convertFeedback() throws(StoreError) {
        let feedback = try connection.statement(
            "SELECT \(LegacyStore.feedbackColumns(user: "user")) FROM feedback ORDER BY position"
        )
        let insertion = try connection.statement(
            "INSERT INTO event (\(StoredTable.event.columnNames)) VALUES (?, ?, ?, ?, ?)"
        )
        try feedback.forEach { (row) throws(StoreError) in
            let event = try LegacyStore.event(LegacyColumns(row))
            let action = event.action
            try insertion.bind(event.position, event.user.rawValue, Int(action.code), action.packed, event.at)
            try insertion.run()
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
}
