import HomeDocument
import PropertyStore
import Recommendations

/// What a query has found, the most fitting first.
struct Answer: Sendable {
    let candidates: [Candidate]
    /// Until when it stays the answer, as long as nothing changes in the store, in Unix seconds: until the first of it
    /// is no longer on offer.
    let expiresAt: Int64

    /// For how many seconds recommendations stay: what was weighed for them and is not among them may expire.
    static let recommendationLife: Int64 = 60

    /// Whether it is all that was asked for, and not only that there is too much.
    let isWhole: Bool

    init(_ candidates: [Candidate], expiresAt: Int64 = .max, isWhole: Bool = true) {
        self.candidates = candidates
        self.expiresAt = expiresAt
        self.isWhole = isWhole
    }

    /// Listings, each with its marks.
    init(listings hits: [ListingHit], _ context: LoadContext, marks: (ListingHit) -> ItemMarks = { _ in .none }) {
        self.init(
            zip(context.subjects.listings(hits), hits).map { Candidate($0, marks($1)) },
            expiresAt: hits.firstExpiry
        )
    }

    /// Listings nearby, each with its distance.
    init(_ hits: [NearbyHit], _ context: LoadContext) {
        let listings = hits.map(\.listing)
        self.init(
            zip(context.subjects.listings(listings), hits).map {
                Candidate($0, ItemMarks(distance: Distance(meters: $1.distance)), distance: $1.distance)
            },
            expiresAt: listings.firstExpiry
        )
    }

    /// Recommended listings, each with how it stands to the user's last search.
    init(_ recommended: [Recommendation], _ context: LoadContext) {
        let search = context.record.lastSearch
        let hits = recommended.map(\.listing)
        self.init(
            zip(context.subjects.listings(hits), hits).map {
                Candidate($0, ItemMarks(match: Match(of: $1, to: search)))
            },
            expiresAt: min(hits.firstExpiry, context.now + Self.recommendationLife)
        )
    }

    init(_ hits: [ProductHit], _ context: LoadContext) {
        self.init(context.subjects.products(hits).map { Candidate($0) })
    }

    init(_ brands: [Brand]) {
        self.init(brands.map { Candidate(Subject(.card(Card($0)))) })
    }
}

extension Sequence<ListingHit> {
    fileprivate var firstExpiry: Int64 { reduce(.max) { Swift.min($0, $1.expiresAt ?? .max) } }
}
