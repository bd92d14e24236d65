import HomeDocument
import Catalogue
import Recommendations
import Revisions

/// What a source asks: a value, so that whoever asks the same can be given the same answer.
enum Query: Hashable, Sendable {
    /// The newest listings, and where a user is named, which of them are new to that user.
    case newest(matching: SearchCriteria, after: NewestPosition?, limit: Int, newTo: UserID?)
    /// The nearest listings.
    case nearby(Area, after: NearbyPosition?, limit: Int)
    /// All listings that may be among the nearest of any place in a neighbourhood.
    case around(Neighbourhood, within: Double, limit: Int)
    /// The listings that most users have opened.
    case popular(matching: SearchCriteria, limit: Int)
    /// What the recommendation service recommends to a user of whom this is known.
    case recommendations(to: UserID?, knownAs: Revision, at: Coordinate?, count: Int)
    /// Products.
    case products(ProductQuery, after: ProductPosition?, limit: Int)
    /// The brands that a user opened most.
    case brands(of: UserID?, limit: Int)
}

extension Query {
    /// By what tells most queries apart: the whole of it is compared anyway.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .newest(let criteria, let position, let limit, _):
            criteria.hashEssentials(into: &hasher)
            hasher.combine(position)
            hasher.combine(limit)
        case .nearby(let area, let position, let limit):
            area.hashEssentials(into: &hasher)
            hasher.combine(position)
            hasher.combine(limit)
        case .around(let neighbourhood, _, let limit):
            hasher.combine(neighbourhood)
            hasher.combine(limit)
        case .popular(let criteria, let limit):
            criteria.hashEssentials(into: &hasher)
            hasher.combine(~limit)
        case .recommendations(let user, let record, let place, _):
            hasher.combine(user)
            hasher.combine(record.rawValue)
            hasher.combine(place)
        case .products(let query, let position, _):
            hasher.combine(query)
            hasher.combine(position)
        case .brands(let user, _):
            hasher.combine(user)
        }
    }

    /// Asks the store, or the recommendation service.
    func ask(_ context: LoadContext) async throws(SourceError) -> Answer {
        switch self {
        case .recommendations(_, _, _, let count):
            do {
                return Answer(try await context.recommended(count), context)
            } catch {
                throw .recommendations(error)
            }
        default:
            do {
                return try await askStore(context)
            } catch {
                throw .store(error)
            }
        }
    }

    private func askStore(_ context: LoadContext) async throws(StoreError) -> Answer {
        let (store, now) = (context.store, context.now)
        switch self {
        case .newest(let criteria, let position, let limit, let user):
            let hits = try await store.newest(matching: criteria, after: position, at: now, limit: limit)
            guard let user else { return Answer(listings: hits, context) }
            let opened = try await store.opened(by: user, among: hits.map(\.key))
            return Answer(
                listings: hits,
                marks: hits.map { ItemMarks(isNew: opened.contains($0.key) ? nil : true) },
                context
            )
        case .nearby(let area, let position, let limit):
            return Answer(try await store.nearby(area, after: position, at: now, limit: limit), context)
        case .around(let neighbourhood, let radius, let limit):
            let found = try await neighbourhood.listings(limit, within: radius, of: store, at: now)
            return found.map { Answer(listings: $0.map(\.listing), context) } ?? .tooMuch
        case .popular(let criteria, let limit):
            return Answer(listings: try await store.popular(matching: criteria, at: now, limit: limit), context)
        case .products(let query, let position, let limit):
            return Answer(try await store.products(query, after: position, limit: limit), context)
        case .brands(let user, let limit):
            return Answer(try await store.topBrands(for: user, limit: limit))
        case .recommendations:
            // Not reached: these are asked of the service.
            return .empty
        }
    }

    /// Whether the answer is another one as soon as anybody has opened anything.
    var countsOpenings: Bool {
        switch self {
        case .popular, .brands: true
        case .newest(_, _, _, let user): user != nil
        case .nearby, .around, .products, .recommendations: false
        }
    }

    /// What others ask too, in whose answer this one's may be found.
    var shared: Query? {
        guard case .nearby(let area, nil, let limit) = self else { return nil }
        return .around(Neighbourhood(of: area.center), within: area.radius, limit: limit)
    }

    /// Whether the answer is the store's alone, and stays as long as what it was made of.
    func follows(_ recommendations: any Recommendations) -> Bool {
        if case .recommendations = self { recommendations.followsStore } else { true }
    }
}

extension SearchCriteria {
    fileprivate func hashEssentials(into hasher: inout Hasher) {
        hasher.combine(price.min)
        hasher.combine(price.max)
        hasher.combine(bedrooms.min)
        place?.hashEssentials(into: &hasher)
    }
}

extension Area {
    fileprivate func hashEssentials(into hasher: inout Hasher) {
        hasher.combine(center.latitude.bitPattern ^ radius.bitPattern)
        hasher.combine(center.longitude.bitPattern)
    }
}

extension LoadContext {
    /// The answer to the query, where it need not be asked for.
    func knownAnswer(to query: Query) -> Answer? {
        if let answer = known.answer(to: query, version, at: now) { return answer }
        guard let shared = query.shared, let around = known.answer(to: shared, version, at: now) else { return nil }
        guard let answer = Answer(to: query, outOf: around) else { return nil }
        known.keep(answer, to: query, version)
        return answer
    }

    /// The answer to the query, known or asked for, and known from then on.
    func answer(to query: Query) async throws(SourceError) -> Answer {
        if let answer = knownAnswer(to: query) { return answer }
        if let shared = query.shared, known.answer(to: shared, version, at: now) == nil {
            known.keep(try await shared.ask(self), to: shared, version)
            if let answer = knownAnswer(to: query) { return answer }
        }
        let answer = try await query.ask(self)
        if query.follows(recommendations) { known.keep(answer, to: query, version) }
        return answer
    }

    fileprivate func recommended(_ count: Int) async throws(RecommendationError) -> [Recommendation] {
        try await recommendations.recommendations(
            for: RecommendationRequest(user: user, record: record, place: place, now: now, count: count)
        )
    }
}
