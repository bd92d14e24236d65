import CheckedJSON
import HomeDocument
import HomeLayout
import PropertyStore
import Recommendations

/// What the recommendation service recommends: listings that fit the last search first, then those that the search
/// would not have found, each with the reason.
struct RecommendationsSource: Source {
    static let kind = "recommendations"

    let shares: Set<ItemKind> = [.listing]

    init?(options: inout CheckedObject) {}

    func load(_ context: LoadContext, _ page: Page) async throws(SourceError) -> SourceContent {
        let request = RecommendationRequest(
            user: context.user,
            record: context.record,
            place: context.place,
            now: context.now,
            count: Self.count(holding: page.limit)
        )
        let recommended: [Recommendation]
        do {
            recommended = try await context.recommendations.recommendations(for: request)
        } catch {
            throw .recommendations(error)
        }
        let search = context.record.lastSearch
        return SourceContent(
            candidates: recommended.map { recommendation in
                Candidate(recommendation.listing, ItemMarks(match: Self.match(of: recommendation.listing, to: search)))
            }
        )
    }

    /// How many to ask for so that `limit` of them fit, if there are so many: the last search shows what fits too, and
    /// may leave of this answer only what does not. One in ``Mix/similarOneIn`` is kept for the others.
    private static func count(holding limit: Int) -> Int {
        let fitting = Mix.similarOneIn - 1
        return limit + (limit + fitting - 1) / fitting
    }

    private static func match(of listing: ListingHit, to search: SearchCriteria?) -> Match? {
        guard let search else { return nil }
        return SearchFit(of: listing, to: search).first.map { .similar(MatchReason($0)) } ?? .fits
    }

    func choose(from candidates: [Candidate], limit: Int) -> [Candidate] {
        Mix.select(limit, of: candidates) { $0.marks.match == .fits || $0.marks.match == nil }
    }
}

extension MatchReason {
    /// The reason to tell for what a listing misses.
    fileprivate init(_ miss: Miss) {
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
        case .otherType: self = .otherType
        case .unknown(let detail): self = .notStated(Detail(detail))
        }
    }
}

extension MatchReason.Detail {
    fileprivate init(_ detail: Miss.Detail) {
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
