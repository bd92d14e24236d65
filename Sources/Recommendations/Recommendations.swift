public import Catalogue

/// What every recommendation service promises, in process or behind HTTP.
///
/// - **Fits first**: where the user has searched, the listings that fit the last search come first (see ``SearchFit``),
///   then those that the search itself would not have found. Within each of the two the best comes first.
/// - **Bounded**: at most as many as were asked for, possibly fewer, and no listing twice.
/// - **New to the user**: no listing that the user has opened.
/// - **In the market**: where the last search names a market, every listing is of that market.
///
/// A service that knows listings by their ids alone looks them up with `PropertyStore.hits(ofListings:at:)`.
public protocol Recommendations: Sendable {
    /// The listings that the service would show to the user.
    ///
    /// A service has its own limit of how long it is waited for. Who has less time cancels the task: the service is then
    /// waited for no more, and `.cancelled` is thrown at once.
    func recommendations(for request: RecommendationRequest) async throws(RecommendationError) -> [Recommendation]

    /// Whether an answer is made of the store's listings and the request alone, so that it stays as long as they do.
    var followsStore: Bool { get }
}

extension Recommendations {
    /// A service of its own may change its mind at any time.
    public var followsStore: Bool { false }
}

/// For whom to recommend, and how many.
public struct RecommendationRequest: Hashable, Sendable {
    /// The user; `nil` for an anonymous one.
    public var user: UserID?
    /// What the property store knows of the user, read once by the caller.
    public var record: UserRecord
    /// Where the user is, where that is known.
    public var place: Coordinate?
    /// The moment at which the listings are to be on offer, in Unix seconds (UTC).
    public var now: Int64
    /// How many listings are wanted at most; 0 or less gives none.
    public var count: Int

    /// A request for at most `count` listings for `user`, of whom `record` is known.
    public init(user: UserID?, record: UserRecord, place: Coordinate?, now: Int64, count: Int) {
        self.user = user
        self.record = record
        self.place = place
        self.now = now
        self.count = count
    }
}

/// A listing that a service would show to a user.
public struct Recommendation: Hashable, Sendable {
    /// The listing.
    public let listing: ListingHit
    /// How well it suits the user, on a scale of the service's own: greater is better. To be compared only within one
    /// answer, and there only among the listings that fit the last search, or only among those that do not.
    public let score: Double

    /// `listing`, which suits the user by `score`.
    public init(listing: ListingHit, score: Double) {
        self.listing = listing
        self.score = score
    }
}
