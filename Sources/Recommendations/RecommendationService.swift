import Catalogue

/// An external recommendation service, such as Gorse.
public protocol RecommendationService: Sendable {
    /// The ids of the items that the service recommends, the best first. It may stop once enough of them can be shown
    /// (`request.snapshot`). Cancelling the task ends the wait at once with `.cancelled`.
    func recommendations(for request: RecommendationRequest) async throws(RecommendationError) -> [CatalogueItem.ID]
}

/// A request for recommendations: the user, the conditions and the number of items.
public struct RecommendationRequest: Sendable {
    /// `nil` for an anonymous user.
    var user: UserID?
    var query: RecommendationQuery
    var snapshot: CatalogueSnapshot
    /// When the items must be on offer, in Unix seconds (UTC).
    var now: Int64
    /// The most items; none if 0 or less.
    var count: Int

    /// A request for at most `count` items for `user`.
    public init(user: UserID?, query: RecommendationQuery, snapshot: CatalogueSnapshot, now: Int64, count: Int) {
        self.user = user
        self.query = query
        self.snapshot = snapshot
        self.now = now
        self.count = count
    }
}

/// Which items to recommend to a user.
public struct RecommendationQuery: Hashable, Sendable {
    var record: UserRecord
    var place: Coordinate?
    /// The names of the kinds; empty for the kind of the last search, or else of the item opened last, or else
    /// listings.
    public var kinds: [String]
    /// Conditions on all recommended items.
    public var filter: ItemFilter
    /// The most items with the same brand or other text; `nil` for any number.
    var perGroup: GroupLimit?

    /// A query for items of `kinds` that meet `filter`, for a user of this record who is at `place`.
    public init(
        record: UserRecord = .empty,
        place: Coordinate? = nil,
        kinds: [String] = [],
        filter: ItemFilter = ItemFilter(),
        perGroup: GroupLimit? = nil
    ) {
        self.record = record
        self.place = place
        self.kinds = kinds
        self.filter = filter
        self.perGroup = perGroup
    }
}

/// A recommended item, or one similar to another.
public struct RecommendedItem: Sendable {
    public let row: ItemRow
    /// `nil` where the user has not searched for items of its kind.
    public let match: Match?
    /// Why it is recommended; `nil` where nothing stands out, or a service has ranked it.
    public let reason: RecommendationReason?
}

/// Why a service gave no recommendations.
public enum RecommendationError: Error, Hashable, Sendable {
    /// The service cannot be reached, or its response is not valid; the cause.
    case unavailable(String)
    /// The service did not respond in time.
    case timedOut
    /// Too many requests are in flight; none was sent.
    case overloaded
    /// The caller's task was cancelled.
    case cancelled
}
