import Catalogue

/// Items that pass the filter, such as a collection's or a brand's, by default in order of arrival in the catalogue.
struct ItemsSource: ItemSource {
    let options: ItemQueryOptions

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let order = options.order(context, page, default: .arrival),
            let found = options.items(context, page, by: order, without: candidates.excluded)
        else { return false }
        candidates.append(found)
        return true
    }
}
