import Catalogue
import JSON
import Recommendations

/// The items that most users have opened, in the area of the last search, or around the phone. With a half-life, an
/// opening counts half after so many days.
struct PopularSource: ItemSource {
    static let kind: StaticString = "popular"
    static let defaultKinds = ["listing"]

    let options: ItemQueryOptions
    private let halfLife: HalfLife?

    /// The order by decayed openings changes with every one, so that there are no pages.
    var isPaged: Bool { halfLife == nil }

    init(options: ItemQueryOptions) {
        self.options = options
        halfLife = nil
    }

    init?(options object: inout CheckedObject, _ scope: SourceScope) {
        let halfLife = object.optional("halfLife")
        let options = ItemQueryOptions(
            &object,
            scope.kinds,
            defaultKinds: Self.defaultKinds,
            isSortable: halfLife == nil
        )
        guard let options else { return nil }
        self.options = options
        self.halfLife = halfLife.flatMap { HalfLife(reading: $0) }
    }

    func mayScan(_ context: FeedContext) -> Bool { halfLife == nil ? options.isScan : !context.hasIndex }

    func find(_ page: CandidatePage, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let halfLife, page.sort == nil else {
            return options.findLocally(page, context, default: .popularity, into: &candidates)
        }
        options.findLocally(page, context, by: .popular(halfLife), into: &candidates)
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

    func find(_ page: CandidatePage, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        options.findLocally(page, context, by: .trending, into: &candidates)
        return true
    }
}

extension HalfLife {
    fileprivate init?(reading value: CheckedValue) {
        let days: HalfLife? =
            if case .integer(let days) = value.json, let halfLife = HalfLife(rawValue: Int(clamping: days)) {
                halfLife
            } else {
                value.mismatch("1, 7 or 30 days")
            }
        guard let days else { return nil }
        self = days
    }
}

extension ItemQueryOptions {
    fileprivate func findLocally(
        _ page: CandidatePage,
        _ context: FeedContext,
        by order: OpeningOrder,
        into candidates: inout Candidates
    ) {
        guard let learned = context.learned, let filter = filter(page) else { return }
        let query = ItemQuery(kinds: kinds, filter: context.localized(filter, of: kinds))
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
