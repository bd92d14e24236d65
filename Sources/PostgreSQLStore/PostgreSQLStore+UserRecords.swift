import PostgreSQL
public import Catalogue
import Revisions

extension PostgreSQLStore {
    /// Reads the last search and what was opened from one state of the store.
    public func record(of user: UserID) async throws(StoreError) -> UserRecord {
        let id = Value.text(user.rawValue)
        let rows = try await read(
            .user(user),
            SQL.lastSearch(id),
            SQL.recentlyOpened(id, .int8(Int64(UserRecord.recentLimit))),
            SQL.openedListings(id, .int8(Int64(StoreLimits.openedInRecord + 1))),
            SQL.openedProducts(id)
        )
        let lastSearch = try rows[0].first { (row) throws(StoreError) in try SearchCriteria(row) }
        let lastProduct = rows[3][0].int(0)
        // Most users are known for nothing yet, and share what is known of them.
        if lastSearch == nil, rows[2].count == 0, lastProduct == nil { return .unknown }
        return UserRecord(
            lastSearch: lastSearch,
            recentlyOpened: try rows[1].map(ListingHit.init),
            opened: rows[2].count > StoreLimits.openedInRecord ? nil : ItemKeys(try rows[2].keys()),
            openedProducts: lastProduct.map { last in
                // The number tells the openings before it, since no product ever goes; no other user has it.
                Revision {
                    $0.combine(user.rawValue)
                    $0.combine(last)
                }
            }
        )
    }

    /// Looks up all of the listings at once among those that the user opened.
    public func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> {
        if listings.isEmpty { return [] }
        let statement = SQL.openedAmong(.text(user.rawValue), .int8s(listings.map(\.rawValue)))
        return Set(try await read(.user(user), statement)[0].keys())
    }
}

extension Rows {
    fileprivate func keys() throws(StoreError) -> [ItemKey] {
        try map { (row) throws(StoreError) in ItemKey(rawValue: try row.int64(0)) }
    }
}
