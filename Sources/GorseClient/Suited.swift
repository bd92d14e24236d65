internal import Catalogue
internal import Recommendations

/// The listings of a service's answers that may be recommended, in its order, each once.
struct Suited {
    let request: RecommendationRequest
    private(set) var listings: [ListingHit] = []
    private var seen: Set<ItemKey>

    init(_ request: RecommendationRequest) {
        self.request = request
        seen = Set(request.record.recentlyOpened.lazy.map(\.key))
    }

    /// Adds those that the user has not opened and that are in the market searched in.
    mutating func add(_ found: [ListingHit]) {

        let market = request.record.lastSearch?.market
        for listing in found where market == nil || listing.market == market {
            if seen.insert(listing.key).inserted { listings.append(listing) }
        }
    }

    var isEnough: Bool { listings.count >= request.count }

    /// As many as are wanted, those that fit the last search first. The service's own scores are on scales that differ
    /// within one answer, so that the score is by the place in it.
    var selected: [Recommendation] {
        let ranked = listings.enumerated().map { Recommendation(listing: $1, score: 1 / Double(1 + $0)) }
        guard let search = request.record.lastSearch else { return Array(ranked.prefix(request.count)) }
        return Mix.select(request.count, of: ranked) { SearchFit(of: $0.listing, to: search).fits }
    }
}
