import Catalogue

extension ItemMigration {
    /// Each user's last search and the items opened last become a record.
    func convertUsers() throws(StoreError) {
        let query = """
            SELECT coalesce(last_search.user_id, opened_items.user_id), last_search.user_id IS NOT NULL,
                \(LegacyStore.searchColumns), kinds, ids
            FROM (
                SELECT DISTINCT ON (user_id) user_id, \(LegacyStore.searchColumns) FROM search ORDER BY user_id, sequence DESC
            ) AS last_search FULL JOIN (
                SELECT user_id, array_agg(
                        CASE opened_in_record.kind WHEN 0 THEN 'listing' ELSE 'product' END ORDER BY sequence DESC
                    ) AS kinds,
                    array_agg(coalesce(listing.id, product.id) ORDER BY sequence DESC) AS ids
                FROM opened_in_record
                LEFT JOIN listing ON opened_in_record.kind = 0 AND listing.key = opened_in_record.item
                LEFT JOIN product ON opened_in_record.kind = 1 AND product.key = opened_in_record.item
                WHERE coalesce(listing.id, product.id) IS NOT NULL
                GROUP BY user_id
            ) AS opened_items ON opened_items.user_id = last_search.user_id
            """
        try copy("user", query, into: .user) { (row) throws(StoreError) in
            let search = row.bool(1) == true ? try LegacyStore.search(LegacyColumns(row: row), from: 2) : nil
            let next = 2 + LegacyStore.searchColumnCount
            let opened = zip(row.texts(next) ?? [], row.texts(next + 1) ?? []).map {
                CatalogueItem.ID(kind: $0, id: $1)
            }
            let record = UserRecord(lastSearch: search, opened: opened)
            return record == .empty ? nil : [.text(try row.string(0)), .bytea(record.packed)]
        }
    }

    /// Feedback is what is still to be sent: it becomes events behind the acknowledged position, each with its position.
    func convertFeedback() throws(StoreError) {
        let query = "SELECT \(LegacyStore.feedbackColumns(user: "user_id")) FROM feedback"
        try copy("feedback", query, into: .event) { (row) throws(StoreError) in
            let event = try LegacyStore.event(LegacyColumns(row: row))
            return [
                .int8(event.position), .text(event.user.rawValue), .int2(Int16(event.action.code)),
                .bytea(event.action.packed), .int8(event.at),
            ]
        }
    }
}

/// A row of the tables of listings, products and users.
///
/// Their texts have U+0000, which PostgreSQL does not take, as U+10FFFD and `0`, and U+10FFFD as itself and `1`.
struct LegacyColumns: LegacyRow {
    let row: Row

    func int(_ column: Int) -> Int64? { row.int(column) }

    func double(_ column: Int) -> Double? { row.double(column) }

    func text(_ column: Int) -> String? {
        row.text(column).map { text in
            String(
                text.unicodeScalars
                    .replacing("\u{10FFFD}0".unicodeScalars, with: "\0".unicodeScalars)
                    .replacing("\u{10FFFD}1".unicodeScalars, with: "\u{10FFFD}".unicodeScalars)
            )
        }
    }
}
