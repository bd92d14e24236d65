import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// Records the search with the next transaction.
    public func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError) {
        let moment = feedbackClock?()
        let statement = BoundStatement(
            SQL.recordSearch.statement,
            [.text(user.rawValue)] + search.values + [.int8(Int64(StoreLimits.searchesPerUser)), .int8(moment)]
        )
        _ = try await write(Writer.Change(statements: [statement], user: user, addsFeedback: moment != nil))
    }

    /// Records what was opened with the next transaction.
    public func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError) {
        if items.isEmpty { return }
        let moment = feedbackClock?()
        let statement = SQL.recordOpened(
            .text(user.rawValue),
            .int2s(items.map { Int16($0.kind.code) }),
            .texts(items.map(\.id)),
            .int8(moment)
        )
        let change = Writer.Change(statements: [statement], user: user, addsFeedback: moment != nil)
        guard let unknown = try await write(change)[0][0].int(0) else { return }
        throw .unknownItem(items[Int(unknown) - 1])
    }

    /// Deletes what was recorded of the user with the next transaction.
    public func forget(_ user: UserID) async throws(StoreError) {
        _ = try await write(Writer.Change(statements: [SQL.forget(.text(user.rawValue))], user: user))
    }

    /// Deletes the feedback with the next transaction.
    public func acknowledgeFeedback(through position: Int64) async throws(StoreError) {
        _ = try await write(Writer.Change(statements: [SQL.acknowledgeFeedback(.int8(position))]))
    }
}

extension SearchCriteria {
    /// The values of `SQL.criteria`.
    fileprivate var values: [Value] {
        [
            .text(market), .int8(Int64(typeBits)),
            .int8(price.min), .int8(price.max),
            .int8(bedrooms.min.map(Int64.init)), .int8(bedrooms.max.map(Int64.init)),
            .float8(bathrooms.min), .float8(bathrooms.max),
            .float8(area.min), .float8(area.max),
            .float8(place?.center.latitude), .float8(place?.center.longitude), .float8(place?.radius),
        ]
    }
}
