import Catalogue
import Localization
import Recommendations

/// The inputs of the gates and sources of one home. A class, because every stage holds it.
final class FeedContext: Sendable {
    let snapshot: CatalogueSnapshot
    let request: HomeRequest
    /// ``CachedUser/empty`` if it could not be read or the user is unknown.
    private let state: CachedUser
    let cached: CachedUserRecord
    /// Why the state could not be read; `nil` if it was, or the user is unknown.
    let unread: SourceError?
    let locale: LanguageTag?
    let now: Instant
    let marketNames: [String: String]
    let interactions: InteractionUpdater?
    let weights: RecommendationWeights
    let rates: WidgetRates
    /// The item that the request names, for ``SimilarSource``.
    let subject: CatalogueItem.ID?

    init(
        snapshot: CatalogueSnapshot,
        request: HomeRequest,
        state: Result<CachedUser, SourceError> = .success(.empty),
        locale: LanguageTag? = nil,
        now: Instant,
        marketNames: [String: String] = [:],
        interactions: InteractionUpdater? = nil,
        weights: RecommendationWeights = RecommendationWeights(),
        rates: WidgetRates = WidgetRates(),
        subject: CatalogueItem.ID? = nil
    ) {
        self.snapshot = snapshot
        self.request = request
        self.state = (try? state.get()) ?? .empty
        unread = if case .failure(let error) = state { error } else { nil }
        cached = self.state.record
        self.locale = locale
        self.now = now
        self.marketNames = marketNames
        self.interactions = interactions
        self.weights = weights
        self.rates = rates
        self.subject = subject
    }

    var user: UserID? { request.user }

    var place: Coordinate? { request.place }

    var record: UserRecord { cached.record }

    var counts: UserCounts { state.counts }

    /// `nil` if the record could not be read.
    var hasLastSearch: Bool? { unread == nil ? cached.searchRevision != nil : nil }

    /// The end of the last visit before this one; `nil` if this is the first one.
    var lastVisitEnd: Instant? { counts.visit(at: now).previousEnd }

    /// Hashes of the items that were shown too often.
    func fatigued(by fatigue: ShowLimit?) -> [UInt64] {
        guard let fatigue else { return [] }
        return state.fatigued(shown: fatigue.shown, after: now - fatigue.period)
    }

    func hasOpened(_ row: ItemRow) -> Bool { cached.hasOpened(row, in: snapshot) }

    /// For the items of the snapshot; `nil` if the embedded engine has learned nothing.
    var learned: LearnedIndex? { interactions?.index(of: snapshot) }

    /// Whether ``learned`` is known already.
    var hasIndex: Bool { interactions?.hasIndex(of: snapshot) ?? true }

    /// The radius around the phone for users without a search, in metres; ``NearbySource`` has its own.
    private static let surroundingsRadius = 50_000.0

    /// Narrows the filter to the last search's market and area, or to the phone's surroundings, unless it has its own.
    func narrowed(_ filter: ItemFilter, of kinds: [String]) -> ItemFilter {
        guard filter.market == nil, filter.place == nil else { return filter }
        var filter = filter
        if let search = record.lastSearch {
            if kinds.isEmpty || kinds.contains(search.kind) {
                filter.market = search.filter.market
                filter.place = search.filter.place
            }
        } else if let place {
            filter.place = Area(center: place, radius: Self.surroundingsRadius)
        }
        return filter
    }
}
