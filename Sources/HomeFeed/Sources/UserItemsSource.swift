import Catalogue

/// Items that the user's record names.
struct UserItemsSource: ItemSource {
    let options: ItemQueryOptions
    /// The items in order; `nil` if the user has none of them.
    let rows: @Sendable (FeedContext) -> [ItemRow]?

    let canFail = true
    let isPaged = false

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let rows = rows(context) else { return false }
        guard let filter = options.filter(page) else { return true }
        let found = context.snapshot.rows(
            rows,
            matching: ItemQuery(kinds: options.kinds, filter: filter),
            at: context.now,
            limit: page.limit,
            without: candidates.excluded
        )
        for row in found { candidates.append(row) }
        return true
    }
}

extension FeedContext {
    /// The items that are still in the catalogue; `nil` for no items.
    func rows(of items: [CatalogueItem.ID]) -> [ItemRow]? {
        items.isEmpty ? nil : items.compactMap { snapshot.row(of: $0) }
    }
}
