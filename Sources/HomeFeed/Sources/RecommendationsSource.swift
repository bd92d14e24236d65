import Catalogue
import HomeDocument
import HomeLayout
import JSON
import Recommendations

/// The items to recommend to the user: those that fit the last search first, then those that the search would not have found, each
/// with the reason. At least one in ``RecommendationMix/similarOneIn`` places is kept for the latter.
struct RecommendationsSource: ItemSource {
    static let kind = "recommendations"

    static let asksService = true

    let isPaged = false
    let options: ItemQueryOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemQueryOptions(&options, kinds, isSorted: false) else { return nil }
        self.options = items
    }

    func question(_ context: FeedContext) -> RecommendationQuery? { question(context, options.filter) }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let filter = options.filter(page) else { return .nothing }
        let query = question(context, filter)
        let (snapshot, now) = (context.snapshot, context.now)
        let ranking =
            if let ids = page.ranked {
                snapshot.ranking(of: ids.compactMap { snapshot.row(of: $0) }, for: query, at: now)
            } else {
                context.cached.ranking(for: query, in: snapshot, at: now)
            }
        let found = ranking.best(page.limit, in: snapshot, at: now, without: excluded)
        return Candidates(
            found.map { Candidate(.item($0.row), marks: ItemMarks(match: $0.fit.map { Match($0) })) }
        )
    }

    private func question(_ context: FeedContext, _ filter: ItemFilter) -> RecommendationQuery {
        RecommendationQuery(record: context.record, place: context.place, kinds: options.kinds, filter: filter)
    }
}

extension Match {
    /// How an item relates to a search that it was compared with.
    init(_ fit: SearchFit) { self = fit.first.map { .similar(MatchReason($0)) } ?? .fits }
}

extension MatchReason {
    /// The reason to tell for what a listing misses.
    fileprivate init(_ miss: Mismatch) {
        switch miss {
        case .overBudget(let percent): self = .overBudget(percent: percent)
        case .underMinimum(let percent): self = .underBudget(percent: percent)
        case .outsideArea(let meters): self = .outsideArea(Distance(meters: Double(meters)))
        case .fewerBedrooms(let count): self = .fewerBedrooms(count)
        case .moreBedrooms(let count): self = .moreBedrooms(count)
        case .fewerBathrooms(let count): self = .fewerBathrooms(FixedPoint(count))
        case .moreBathrooms(let count): self = .moreBathrooms(FixedPoint(count))
        case .smaller(let percent): self = .smaller(percent: percent)
        case .larger(let percent): self = .larger(percent: percent)
        // Clients have no wording of their own for attributes yet.
        case .otherType, .attribute: self = .otherType
        case .unknown(let detail): self = .notStated(Detail(detail))
        }
    }
}

extension MatchReason.Detail {
    fileprivate init(_ detail: Mismatch.Detail) {
        switch detail {
        case .place: self = .place
        case .bedrooms: self = .bedrooms
        case .bathrooms: self = .bathrooms
        case .area: self = .area
        }
    }
}

extension FixedPoint {
    /// The number to the nearest thousandth.
    fileprivate init(_ value: Double) {
        self.init(thousandths: Int((min(value, 1_000_000) * 1000).rounded()))
    }
}
