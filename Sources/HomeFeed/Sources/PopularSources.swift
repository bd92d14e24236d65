import Catalogue
import JSON
import Recommendations

/// The items that most users have opened, in the area of the last search, or around the phone. With a half-life, an
/// opening counts half after so many days.
struct PopularSource: ItemSource {
    static let kind: StaticString = "popular"
    static let defaultKinds = ["listing"]

    let options: ItemQueryOptions
    private var halfLife: HalfLife?

    /// The order by decayed openings changes with every one, so that there are no pages.
    var isPaged: Bool { halfLife == nil }

    init(options: ItemQueryOptions) {
        self.options = options
    }

    init?(options object: inout CheckedObject, _ scope: ConfigScope) {
        let halfLife = object.optional("halfLife")
        let options = ItemQueryOptions(&object, scope.kinds, of: Self.self, isSortable: halfLife == nil)
        guard let options else { return nil }
        self.init(options: options)
        self.halfLife = halfLife?.halfLife()
    }

    func mayScan(_ context: FeedContext) -> Bool { halfLife == nil ? options.isScan : !context.hasIndex }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let halfLife, page.sort == nil else {
            return options.findAround(page, context, default: .popularity, into: &candidates)
        }
        options.findAround(page, context, by: .popular(halfLife), into: &candidates)
        return true
    }
}

/// Items opened more often this week than is usual for them, in the last search's area, or around the phone.
struct TrendingSource: ItemSource {
    static let kind: StaticString = "trending"
    static let defaultKinds = ["listing"]
    static let isSortable = false

    let isPaged = false
    let options: ItemQueryOptions

    func mayScan(_ context: FeedContext) -> Bool { !context.hasIndex }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        options.findAround(page, context, by: .trending, into: &candidates)
        return true
    }
}

extension CheckedValue {
    fileprivate func halfLife() -> HalfLife? {
        guard case .integer(let days) = json, let halfLife = HalfLife(rawValue: Int(clamping: days)) else {
            return mismatch("1, 7 or 30 days")
        }
        return halfLife
    }
}

extension ItemQueryOptions {
    fileprivate func findAround(
        _ page: CandidateRequest,
        _ context: FeedContext,
        by order: OpeningOrder,
        into candidates: inout Candidates
    ) {
        guard let learned = context.learned, let filter = filter(page) else { return }
        let query = ItemQuery(kinds: kinds, filter: context.narrowed(filter, of: kinds))
        let rows = context.snapshot.rows(
            by: order,
            learned,
            matching: query,
            at: context.now,
            limit: page.limit,
            without: candidates.excluded
        )
        for row in rows { candidates.append(row) }
    }
}
