import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// Reads the oldest off the primary's table: what a replica lacks could be acknowledged unread.
    public func feedback(limit: Int) async throws(StoreError) -> [Feedback] {
        guard limit > 0 else { return [] }
        return try await read(.everything, SQL.feedback(.int8(Int64(limit))))[0].map(Feedback.init)
    }

    /// Reads the number that is kept beside the versions.
    public func lostFeedback() async throws(StoreError) -> Int64 {
        try await read(.everything, SQL.lostFeedback())[0].first { (row) throws(StoreError) in try row.int64(0) } ?? 0
    }
}

extension Feedback {
    /// The feedback of a row of ``SQL/feedbackText``.
    init(_ row: Row) throws(StoreError) {
        guard let user = UserID(try row.string(1)) else { throw row.undecodable(1, "a user") }
        guard let kind = FeedbackKind(rawValue: Int(try row.int64(3))) else {
            throw row.undecodable(3, "a kind of feedback")
        }
        let event: Event =
            switch kind {
            case .listing: .opened(ItemID(kind: .listing, id: try row.string(4)))
            case .product: .opened(ItemID(kind: .product, id: try row.string(4)))
            case .search: .searched(try SearchCriteria(row, from: 5))
            }
        self.init(position: try row.int64(0), user: user, event: event, at: try row.int64(2))
    }
}
