import Catalogue

/// Items that pass the filter, such as a collection's or a brand's, by default in order of arrival in the catalogue.
struct ItemsSource: ItemSource {
    static let kind: StaticString = "items"

    let options: ItemQueryOptions

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let order = options.order(context, page, default: .arrival),
            let found = options.items(context, page, by: order, without: candidates.excluded)
        else { return false }
        candidates.append(found)
        return true
    }
}

/// The newest items in the area of the last search, or around the phone.
struct NewestSource: ItemSource {
    static let kind: StaticString = "newest"
    static let defaultKinds = ["listing"]

    let options: ItemQueryOptions

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        options.findAround(page, context, default: .newest, into: &candidates)
    }
}

extension ItemQueryOptions {
    /// - Parameter listedAfter: Only items listed after this; `nil` for all.
    /// - Returns: `false` without anything to search for.
    func findAround(
        _ page: CandidateRequest,
        _ context: FeedContext,
        default sort: ItemSort,
        listedAfter: Instant? = nil,
        into candidates: inout Candidates
    ) -> Bool {
        guard let order = order(context, page, default: sort), let filter = filter(page) else { return false }
        let local = context.narrowed(filter, of: kinds)
        let query = ItemQuery(kinds: kinds, filter: local, listedAfter: listedAfter, sort: order, after: page.after)
        candidates.append(
            context.snapshot.find(query, at: context.now, limit: page.limit, without: candidates.excluded)
        )
        return true
    }
}
