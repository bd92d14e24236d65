public import Catalogue

extension SQLiteStore {
    /// Reads the oldest off the table, which is in their order.
    public func feedback(limit: Int) async throws(StoreError) -> [Feedback] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            var feedback: [Feedback] = []
            try connection.prepare(.feedback, limit).forEach { (row) throws(StoreError) in
                feedback.append(try Feedback(row))
                return true
            }
            return feedback
        }
    }

    /// Deletes the feedback with the next commit.
    public func acknowledgeFeedback(through position: Int64) async throws(StoreError) {
        try await writer.write { (connection) throws(StoreError) in
            try connection.run(.acknowledgeFeedback, position)
        }
    }

    /// Reads the number that is kept beside the feedback.
    public func lostFeedback() async throws(StoreError) -> Int64 {
        try readers.read { (connection) throws(StoreError) in
            try connection.prepare(.lostFeedback).first { $0.int64(0) } ?? 0
        }
    }
}

extension Connection {
    /// Keeps the feedback that the user opened an item.
    func addFeedback(by user: UserID, opened item: ItemID, at moment: Int64) throws(StoreError) {
        try run(.addFeedbackOfOpening, user.rawValue, moment, FeedbackKind(item.kind).rawValue, item.id)
    }

    /// Keeps the feedback that the user searched.
    func addFeedback(by user: UserID, searched search: SearchCriteria, at moment: Int64) throws(StoreError) {
        try run(
            .addFeedbackOfSearch,
            user.rawValue,
            moment,
            FeedbackKind.search.rawValue,
            search.market,
            search.typeBits,
            search.price.min,
            search.price.max,
            search.bedrooms.min,
            search.bedrooms.max,
            search.bathrooms.min,
            search.bathrooms.max,
            search.area.min,
            search.area.max,
            search.place?.center.latitude,
            search.place?.center.longitude,
            search.place?.radius
        )
    }

    /// Lets the oldest feedback go that there is no room for, and counts it.
    func pruneFeedback() throws(StoreError) {
        try run(.pruneFeedback, StoreLimits.feedback)
        let lost = changes
        if lost > 0 { try run(.countLostFeedback, lost) }
    }
}

extension Feedback {
    init(_ row: Statement) throws(StoreError) {
        guard let user = UserID(row.text(1)) else { throw row.undecodable(1) }
        guard let kind = FeedbackKind(rawValue: row.int(3)) else { throw row.undecodable(3) }
        let event: Event =
            switch kind {
            case .listing: .opened(ItemID(kind: .listing, id: row.text(4)))
            case .product: .opened(ItemID(kind: .product, id: row.text(4)))
            case .search: .searched(try SearchCriteria(row, from: 5))
            }
        self.init(position: row.int64(0), user: user, event: event, at: row.int64(2))
    }
}
