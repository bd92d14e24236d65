public import Catalogue
import Revisions

/// Recommendations out of the property store itself: content-based likeness to what the user searched for and opened.
///
/// Candidates come from a bounded number of the store's own queries: what is like each of the listings opened last;
/// what is around the user; the last search; the same with its conditions widened. They are ranked by their likeness in
/// price, place, type, bedrooms and living area to all of these, ties by which was listed last; those that fit the last
/// search come first, and at least a quarter of the places is kept for those that do not.
///
/// A user of whom nothing is known gets what is nearest to the place, then the newest.
///
/// The same request on the same catalogue gives the same answer, whatever the store's engine.
public struct EmbeddedRecommendations: Recommendations {
    /// The most listings in one answer, whatever is asked for.
    public static let maximumCount = 40
    /// How many candidates a query may give: those in a full answer, and as many as were opened last.
    public static let candidatesPerQuery = maximumCount + UserRecord.recentLimit
    /// How many of the listings opened last are starting points.
    public static let openedStartingPoints = 3
    /// How far from the user a listing may be to be a candidate for that alone, in metres.
    public static let placeRadius = 10_000.0
    /// The most queries that one answer takes: the starting points, the place, the last search, the widened one and its
    /// margins, and which candidates were opened.
    public static let maximumQueries = openedStartingPoints + 1 + 1 + 1 + SearchCriteria.maximumMargins + 1

    private let store: any PropertyStore

    /// Recommendations out of `store`.
    public init(store: any PropertyStore) {
        self.store = store
    }

    /// It has nothing to go by but the store.
    public var followsStore: Bool { true }

    /// The listings most like what the user searched for and opened.
    /// - Throws: `RecommendationError.store` and nothing else.
    public func recommendations(
        for request: RecommendationRequest
    ) async throws(RecommendationError) -> [Recommendation] {
        let count = min(request.count, Self.maximumCount)
        guard count > 0 else { return [] }
        do {
            return request.record == .unknown
                ? try await introduction(for: request, count: count)
                : try await ranking(for: request, count: count)
        } catch {
            throw .store(error)
        }
    }

    private func ranking(
        for request: RecommendationRequest,
        count: Int
    ) async throws(StoreError) -> [Recommendation] {
        var candidates = try await candidates(for: request, count: count)
        if let opened = request.record.opened {
            candidates.remove(where: opened.contains)
        } else if let user = request.user {
            let opened = try await store.opened(by: user, among: candidates.listings.map(\.key))
            candidates.remove(where: opened.contains)
        }
        let listings = candidates.listings
        let profile = UserProfile(request.record, at: request.place)
        let ranked = listings.indices.map { ListingRank(of: listings[$0], at: $0, by: profile) }.sorted()
        let shown =
            request.record.lastSearch.map { search in
                Mix.select(count, of: ranked) { SearchFit(of: listings[$0.index], to: search).fits }
            } ?? Array(ranked.prefix(count))
        return shown.map { Recommendation(listing: listings[$0.index], score: $0.score) }
    }

    /// Every search for candidates keeps to the market of the last search, which is why surroundings are searched too,
    /// rather than asked for with `nearby`.
    private func candidates(for request: RecommendationRequest, count: Int) async throws(StoreError) -> Candidates {
        var candidates = Candidates(without: request.record.recentlyOpened)
        let market = request.record.lastSearch?.market
        for listing in request.record.recentlyOpened.prefix(Self.openedStartingPoints) {
            candidates.add(try await newest(SearchCriteria(like: listing, market: market), request))
        }
        if let place = request.place {
            let surroundings = Area(center: place, radius: Self.placeRadius)
            candidates.add(try await newest(SearchCriteria(market: market, place: surroundings), request))
        }
        guard let search = request.record.lastSearch else { return candidates }
        candidates.add(try await newest(search, request))
        let widened = search.widened
        guard widened != search else { return candidates }
        let found = try await newest(widened, request)
        candidates.add(found)

        // Where the wider search has more to give, what fits may have crowded out what does not. Each margin is asked
        // only while that is so: one with little in it costs the store as much as one with plenty.
        guard found.count == Self.candidatesPerQuery else { return candidates }
        for margin in search.margins() {
            guard candidates.listings.count(where: { !SearchFit(of: $0, to: search).fits }) < count else { break }
            candidates.add(try await newest(margin, request))
        }
        return candidates
    }

    private func newest(
        _ search: SearchCriteria,
        _ request: RecommendationRequest
    ) async throws(StoreError) -> [ListingHit] {
        try await store.newest(matching: search, at: request.now, limit: Self.candidatesPerQuery)
    }

    /// What a user of whom nothing is known gets to see: the nearest, scored by their nearness, then the newest, for
    /// which nothing speaks: 0.
    private func introduction(
        for request: RecommendationRequest,
        count: Int
    ) async throws(StoreError) -> [Recommendation] {
        var found: [Recommendation] = []
        var candidates = Candidates(without: [])
        if let place = request.place {
            let area = Area(center: place, radius: Self.placeRadius)
            for hit in try await store.nearby(area, at: request.now, limit: count) where candidates.add(hit.listing) {
                let score = Likeness.at(hit.distance, halfway: Preference.placeHalfway)
                found.append(Recommendation(listing: hit.listing, score: score))
            }
        }
        if found.count < count {
            for listing in try await store.newest(matching: SearchCriteria(), at: request.now, limit: count)
            where found.count < count && candidates.add(listing) {
                found.append(Recommendation(listing: listing, score: 0))
            }
        }
        return found
    }
}

/// Where a candidate stands: small, since it is moved about a lot.
private struct ListingRank: Comparable {
    let score: Double
    private let listedAt: Int64
    private let revision: UInt64
    /// Which of the candidates it is.
    let index: Int

    init(of listing: ListingHit, at index: Int, by profile: UserProfile) {
        score = profile.score(of: listing)
        listedAt = listing.listedAt
        revision = listing.revision.rawValue
        self.index = index
    }

    /// Whether it comes before the other one. A key has no meaning outside its store, so that no order may depend on it: where
    /// scores and dates are equal, the content's hash decides.
    static func < (one: ListingRank, other: ListingRank) -> Bool {
        if one.score != other.score { return one.score > other.score }
        if one.listedAt != other.listedAt { return one.listedAt > other.listedAt }
        return one.revision < other.revision
    }
}
