import HomeDocument
import PropertyStore
import Recommendations

/// What a query has found, the most fitting first: column by column, so that what nobody has takes no room.
struct Answer: Sendable {
    let subjects: [Subject]
    /// The identity of each, kept beside them, since most are looked at for nothing else: a subject that is looked at is read
    /// from memory that hardly ever is in a cache.
    let identities: [Identity]
    /// What each is to the user; none where they are nothing in particular.
    private let marks: [ItemMarks]
    /// How far each is from the place that was asked about, in metres; none where no place was.
    private let distances: [Double]
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
        expiresAt: Int64 = .max,
        isWhole: Bool = true
    ) {
        self.subjects = subjects
        identities = subjects.map(\.identity)
        self.marks = marks
        self.distances = distances
        self.expiresAt = expiresAt
        self.isWhole = isWhole
    }

    var count: Int { subjects.count }

    /// How many bytes it takes, about, but for the subjects, which are everybody's.
    var size: Int {
        200 + subjects.count * (MemoryLayout<Subject>.stride + MemoryLayout<Identity>.stride) + marks.count
            * MemoryLayout<ItemMarks>.stride
            + distances.count * MemoryLayout<Double>.stride
    }

    subscript(index: Int) -> Candidate {
        Candidate(subjects[index], mark(at: index), distance: distances.isEmpty ? 0 : distances[index])
    }

    /// What the one at `index` is to the user.
    func mark(at index: Int) -> ItemMarks {
        if !marks.isEmpty { return marks[index] }
        return distances.isEmpty ? .none : ItemMarks(distance: Distance(meters: distances[index]))
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
            expiresAt: expiresAt
        )
    }
}

extension Answer {
    /// Listings, each with its marks.
    init(listings hits: [ListingHit], marks: [ItemMarks] = [], _ context: LoadContext) {
        self.init(context.subjects.listings(hits), marks: marks, expiresAt: hits.firstExpiry)
    }

    /// Listings nearby, each with its distance.
    init(_ hits: [NearbyHit], _ context: LoadContext) {
        let listings = hits.map(\.listing)
        self.init(
            context.subjects.listings(listings),
            distances: hits.map(\.distance),
            expiresAt: listings.firstExpiry
        )
    }

    /// Recommended listings, each with how it stands to the user's last search.
    init(_ recommended: [Recommendation], _ context: LoadContext) {
        let hits = recommended.map(\.listing)
        let search = context.record.lastSearch
        self.init(
            context.subjects.listings(hits),
            marks: search == nil ? [] : hits.map { ItemMarks(match: Match(of: $0, to: search)) },
            expiresAt: min(hits.firstExpiry, context.now + Self.recommendationLife)
        )
    }

    init(_ hits: [ProductHit], _ context: LoadContext) {
        self.init(context.subjects.products(hits))
    }

    init(_ brands: [Brand]) {
        self.init(brands.map { Subject(.card(Card($0))) })
    }
}

extension Sequence<ListingHit> {
    fileprivate var firstExpiry: Int64 { reduce(.max) { Swift.min($0, $1.expiresAt ?? .max) } }
}
