import Catalogue
import HomeDocument

/// What sources draw upon while one home is made.
struct FeedContext: Sendable {
    let snapshot: CatalogueSnapshot
    /// The user's record; ``UserHistory/unknown`` where it could not be read, and for users who are not known.
    let history: UserHistory
    /// Where the phone is.
    let place: Coordinate?
    /// The moment, in Unix seconds (UTC).
    let now: Int64
    /// The names of the markets by their ids.
    let marketNames: [String: String]
    /// The item that the request is about, for ``SimilarCandidates``.
    var subject: CatalogueItem.ID?
    /// ``CatalogueItem/ID/hash`` of the items that the user has opened.
    private let opened: Set<UInt64>

    init(
        snapshot: CatalogueSnapshot,
        history: UserHistory,
        place: Coordinate?,
        now: Int64,
        marketNames: [String: String] = [:],
        subject: CatalogueItem.ID? = nil
    ) {
        self.snapshot = snapshot
        self.history = history
        self.place = place
        self.now = now
        self.marketNames = marketNames
        self.subject = subject
        opened = Set(history.opened.lazy.map(\.hash))
    }

    /// Whether the user has opened the item.
    func hasOpened(_ row: ItemRow) -> Bool { !opened.isEmpty && opened.contains(snapshot.idHash(of: row)) }

    /// How far around the phone a user who has not searched is taken to look, in metres.
    private static let surroundingsRadius = 50_000.0

    /// The filter with the market and the area of the last search, or else with the phone's surroundings, where it names neither.
    func localized(_ filter: ItemFilter, of kinds: [String]) -> ItemFilter {
        guard filter.market == nil, filter.place == nil else { return filter }
        var filter = filter
        if let search = history.lastSearch {
            if kinds.isEmpty || kinds.contains(search.kind) {
                filter.market = search.filter.market
                filter.place = search.filter.place
            }
        } else if let place {
            filter.place = Area(center: place, radius: Self.surroundingsRadius)
        }
        return filter
    }
}
