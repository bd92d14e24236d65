import Catalogue

/// An external recommendation service, such as Gorse.
public protocol RecommendationService: Sendable {
    /// The ids of the items that the service recommends, the best first. It may stop once enough of them can be shown
    /// (`request.snapshot`). Cancelling the task ends the wait at once with `.cancelled`.
    func recommendations(for request: RecommendationRequest) async throws(RecommendationError) -> [CatalogueItem.ID]
}

public struct RecommendationRequest: Sendable {
    /// `nil` for an anonymous user.
    var user: UserID?
    var query: RecommendationQuery
    var snapshot: CatalogueSnapshot
    /// When the items must be on offer.
    var now: Instant
    /// The most items; none if 0 or less.
    var count: Int

    public init(user: UserID?, query: RecommendationQuery, snapshot: CatalogueSnapshot, now: Instant, count: Int) {
        self.user = user
        self.query = query
        self.snapshot = snapshot
        self.now = now
        self.count = count
    }
}

public struct RecommendationQuery: Sendable {
    /// A reference, since a copy of a record counts those of many arrays.
    private let cached: CachedUserRecord
    var record: UserRecord { cached.record }
    var place: Coordinate?
    /// The names of the kinds; empty for the kind of the last search, or else of the item opened last, or else
    /// listings.
    public var kinds: [String]
    public var filter: ItemFilter
    /// The most items with the same brand or other text; `nil` for any number.
    var perGroup: GroupLimit?

    public init(
        record: CachedUserRecord = .empty,
        place: Coordinate? = nil,
        kinds: [String] = [],
        filter: ItemFilter = ItemFilter(),
        perGroup: GroupLimit? = nil
    ) {
        cached = record
        self.place = place
        self.kinds = kinds
        self.filter = filter
        self.perGroup = perGroup
    }
}

public struct RecommendedItem: Sendable {
    public let row: ItemRow
    /// Whether the user's last search finds it.
    public let fits: Bool
    /// `nil` where nothing stands out, or a service has ranked it.
    public let reason: Reason?
}

public enum RecommendationError: Error, Hashable, Codable, Sendable {
    /// The service cannot be reached or gives no valid answer, with the cause. It may have processed the request.
    case unavailable(String)
    case timedOut
    /// Too many requests are in flight; none was sent.
    case overloaded
    case cancelled
}
