import Catalogue

/// A recommendation service outside of the process, such as Gorse.
public protocol RecommendationService: Sendable {
    /// The ids of the items that the service recommends, the best first. It may stop once enough of them can be shown
    /// (`request.snapshot`). Cancelling the task ends the wait at once with `.cancelled`.
    func recommendations(for request: RecommendationRequest) async throws(RecommendationError) -> [CatalogueItem.ID]
}

/// A request for recommendations: the user, the conditions and the number of items.
public struct RecommendationRequest: Sendable {
    /// The user; `nil` for an anonymous one.
    public var user: UserID?
    /// What is known of the user, and the conditions on the items.
    public var query: RecommendationQuery
    /// The catalogue that the items are of.
    public var snapshot: CatalogueSnapshot
    /// The moment at which the items have to be on offer, in Unix seconds (UTC).
    public var now: Int64
    /// How many items are wanted at most; 0 or less gives none.
    public var count: Int

    /// A request for at most `count` items for `user`.
    public init(user: UserID?, query: RecommendationQuery, snapshot: CatalogueSnapshot, now: Int64, count: Int) {
        self.user = user
        self.query = query
        self.snapshot = snapshot
        self.now = now
        self.count = count
    }
}
