import HomeDocument
import Catalogue
import Recommendations

/// What a query has found, the most fitting first: column by column, so that what nobody has takes no room. It never changes,
/// and whoever asks the same shares it.
final class Answer: Sendable {
    let subjects: [Subject]
    /// The identity of each, kept beside them, since most are looked at for nothing else: a subject that is looked at is read
    /// from memory that hardly ever is in a cache.
    let identities: [Identity]
    /// What each is to the user; none where they are nothing in particular.
    private let marks: [ItemMarks]
    /// How far each is from the place that was asked about, in metres; none where no place was.
    private let distances: [Double]
    /// Behind what the next page begins, of each; none but of products, whose subjects know nothing of it: one that several
    /// queries find has another place in the order of each.
    private let positions: [ProductPosition]
    /// Until when it stays the answer, as long as nothing changes in the store, in Unix seconds: until the first of it
    /// is no longer on offer.
    let expiresAt: Int64
    /// Whether it is all that was asked for, and not only that there is too much.
    let isWhole: Bool

    /// For how many seconds recommendations stay: what was weighed for them and is not among them may expire, which nobody
    /// sees but in their order.
    static let recommendationLife: Int64 = 900
    /// Nothing.
    static let empty = Answer([])
    /// There is too much to be of use to anybody.
    static let tooMuch = Answer([], isWhole: false)

    init(
        _ subjects: [Subject],
        marks: [ItemMarks] = [],
        distances: [Double] = [],
        positions: [ProductPosition] = [],
        expiresAt: Int64 = .max,
        isWhole: Bool = true
    ) {
        self.subjects = subjects
        identities = subjects.map(\.identity)
        self.marks = marks
        self.distances = distances
        self.positions = positions
        self.expiresAt = expiresAt
        self.isWhole = isWhole
    }

    var count: Int { subjects.count }

    /// How many bytes it takes, about, but for the subjects, which are everybody's.
    var size: Int {
        200 + subjects.count * (MemoryLayout<Subject>.stride + MemoryLayout<Identity>.stride) + marks.count
            * MemoryLayout<ItemMarks>.stride
            + distances.count * MemoryLayout<Double>.stride + positions.count * MemoryLayout<ProductPosition>.stride
    }

    /// How far the one at `index` is from the place that was asked about, in metres, to the last bit: it counts in a walk from
    /// page to page.
    func distance(at index: Int) -> Double { distances.isEmpty ? 0 : distances[index] }

    /// Where the one at `index` stands in the order of the products that were asked for; `nil` where none were.
    func position(at index: Int) -> ProductPosition? { positions.isEmpty ? nil : positions[index] }

    /// What the one at `index` is to the user.
    func mark(at index: Int) -> ItemMarks {
        if !marks.isEmpty { return marks[index] }
        return distances.isEmpty ? .none : ItemMarks(distance: Distance(meters: distances[index]))
    }

    /// Whether the last search itself would have found the one at `index`, or nobody has asked.
    func fits(at index: Int) -> Bool {
        if marks.isEmpty { return true }
        let match = marks[index].match
        return match == nil || match == .fits
    }

    /// Those for which `subject` gives one to stand for theirs.
    func compactMap(_ subject: (Subject) -> Subject?) -> Answer {
        var kept: [(index: Int, subject: Subject)] = []
        for index in subjects.indices {
            if let subject = subject(subjects[index]) { kept.append((index, subject)) }
        }
        return Answer(
            kept.map(\.subject),
            marks: marks.isEmpty ? [] : kept.map { marks[$0.index] },
            distances: distances.isEmpty ? [] : kept.map { distances[$0.index] },
            positions: positions.isEmpty ? [] : kept.map { positions[$0.index] },
            expiresAt: expiresAt
        )
    }
}

extension Answer {
    /// Listings, each with its marks.
    convenience init(listings hits: [ListingHit], marks: [ItemMarks] = [], _ context: LoadContext) {
        self.init(context.subjects.listings(hits), marks: marks, expiresAt: hits.firstExpiry)
    }

    /// Listings nearby, each with its distance.
    convenience init(_ hits: [NearbyHit], _ context: LoadContext) {
        let listings = hits.map(\.listing)
        self.init(
            context.subjects.listings(listings),
            distances: hits.map(\.distance),
            expiresAt: listings.firstExpiry
        )
    }

    /// Recommended listings, each with how it stands to the user's last search.
    convenience init(_ recommended: [Recommendation], _ context: LoadContext) {
        let hits = recommended.map(\.listing)
        let search = context.record.lastSearch
        self.init(
            context.subjects.listings(hits),
            marks: search == nil ? [] : hits.map { ItemMarks(match: Match(of: $0, to: search)) },
            expiresAt: min(hits.firstExpiry, context.now + Self.recommendationLife)
        )
    }

    convenience init(_ hits: [ProductHit], _ context: LoadContext) {
        self.init(context.subjects.products(hits), positions: hits.map(\.position))
    }

    convenience init(_ brands: [Brand]) {
        self.init(brands.map { Subject(.card(Card($0))) })
    }
}

extension Sequence<ListingHit> {
    fileprivate var firstExpiry: Int64 { reduce(.max) { Swift.min($0, $1.expiresAt ?? .max) } }
}
