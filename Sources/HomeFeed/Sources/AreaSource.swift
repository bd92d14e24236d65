import Catalogue
import JSON
import Recommendations

/// Items in the area of the last search, or around the phone: the newest, unless it has another order.
struct AreaSource: ItemSource {
    let options: ItemQueryOptions
    var sort = ItemSort.newest
    /// Instead of ``sort``, unless the client chooses an order.
    var openings: OpeningOrder?
    /// Whether it finds only items listed since the user's last visit.
    var isUnseen = false

    var canFail: Bool { isUnseen }

    /// The order by openings changes with every one, so that there are no pages.
    var isPaged: Bool { openings == nil && !isUnseen }

    func mayScan(_ context: FeedContext) -> Bool { openings == nil ? options.isScan : !context.hasIndex }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        if let openings, page.sort == nil {
            guard let learned = context.learned, let filter = filter(page, context) else { return true }
            let rows = context.snapshot.rows(
                by: openings,
                learned,
                matching: ItemQuery(kinds: options.kinds, filter: filter),
                at: context.now,
                limit: page.limit,
                without: candidates.excluded
            )
            for row in rows { candidates.append(row) }
            return true
        }
        let lastVisit = isUnseen ? context.lastVisitEnd : nil
        if isUnseen, lastVisit == nil { return false }
        guard let order = options.order(context, page, default: sort), let filter = filter(page, context) else {
            return false
        }
        let query = ItemQuery(
            kinds: options.kinds,
            filter: filter,
            listedAfter: lastVisit,
            sort: order,
            after: page.after
        )
        candidates.append(
            context.snapshot.find(query, at: context.now, limit: page.limit, without: candidates.excluded)
        )
        return true
    }

    /// `nil` if the filters exclude each other.
    private func filter(_ page: CandidateRequest, _ context: FeedContext) -> ItemFilter? {
        options.filter(page).map { context.narrowed($0, of: options.kinds) }
    }
}

extension AreaSource {
    /// The items that most users have opened. With a half-life, an opening counts half after so many days.
    init(popular object: inout CheckedObject, _ scope: ConfigScope) {
        let halfLife = object.optional("halfLife")
        options = ItemQueryOptions(reading: &object, scope.kinds, of: ["listing"], readsSort: halfLife == nil)
        sort = .popularity
        openings = halfLife?.halfLife().map { .popular($0) }
    }
}

extension CheckedValue {
    fileprivate func halfLife() -> HalfLife? {
        guard case .integer(let days) = json else { return mismatch("1, 7 or 30 days") }
        return HalfLife.allCases.first { $0.days == days } ?? mismatch("1, 7 or 30 days")
    }
}
