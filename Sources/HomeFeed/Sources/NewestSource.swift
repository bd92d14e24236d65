import CheckedJSON
import HomeDocument
import Catalogue

/// The newest listings where the user searched last, or else around the phone.
struct NewestSource: Source {
    static let kind = "newest"

    let shares: Set<ItemKind> = [.listing]
    let isPaged = true

    init?(options: inout CheckedObject) {}

    func query(_ context: LoadContext, _ page: Page) -> Query? {
        .newest(matching: context.surroundings, after: page.newest, limit: page.limit, newTo: nil)
    }

    func position(of index: Int, in answer: Answer) -> Position? { answer.newestPosition(of: index) }
}

extension Answer {
    /// Where the one at `index` stands among the newest listings.
    func newestPosition(of index: Int) -> Position? { subjects[index].listing.map { .newest(NewestPosition(of: $0)) } }
}

extension LoadContext {
    /// How far around the phone the user is taken to look who has not searched, in metres.
    private static let radius = 50_000.0

    /// Where the user looks: in the market and the area of the last search, or else around the phone.
    var surroundings: SearchCriteria {
        if let search = record.lastSearch { return SearchCriteria(market: search.market, place: search.place) }
        return SearchCriteria(place: place.map { Area(center: $0, radius: Self.radius) })
    }
}
