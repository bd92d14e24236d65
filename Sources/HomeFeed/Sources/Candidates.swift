import Catalogue
import HomeLayout
import Localization

struct CandidateRequest: Sendable {
    /// The position of the item before the page; `nil` for the first page.
    var after: SortPosition?
    var limit: Int
    /// In addition to the source's own.
    var filter: ItemFilter?
    /// Instead of the source's own.
    var sort: ItemSort?
    /// Ranked by a recommendation service, best first; `nil` without a service.
    var ranked: [CatalogueItem.ID]?
}

extension ClientChoice {
    /// - Returns: `false` if the filters exclude each other, or the order needs a place that is unknown.
    func add(to page: inout CandidateRequest, from place: Coordinate?) -> Bool {
        guard isMade else { return true }
        guard let filter else { return false }
        page.filter = filter
        page.sort = sort?.sort(from: place)
        return sort == nil || page.sort != nil
    }
}

/// The items of a pass. A source appends those that it finds, best first.
struct Candidates: ~Copyable {
    /// The items selected so far, and those that the client already shows or the user dismissed; sources skip them.
    var excluded = ExcludedItems()
    var items: [PassItem] = []
    /// The query results among the last items, for the position of the next page.
    var found: [FoundItem] = []
    var badge: NewCount?
    /// The items around the phone that sources have in common.
    var nearest: NearbyItems?
    /// The demand of all sources of the home; `nil` if it is unknown.
    var nearbyDemand: NearbyDemand?

    mutating func append(_ row: ItemRow, _ mark: Mark = .none) { items.append(PassItem(.item(row), mark)) }

    mutating func append(brand index: Int) { items.append(PassItem(.brand(UInt32(index)))) }

    /// Appends a query result, after which clients can load more items.
    mutating func append(_ item: FoundItem, _ mark: Mark = .none) {
        found.append(item)
        append(item.row, mark)
    }

    mutating func append(_ items: [FoundItem]) { for item in items { append(item) } }
}

/// A source's texts for its widget's header.
struct Heading: Equatable, Sendable {
    var market: String?
    var item: String?
    /// `nil` for the config's target of a tap.
    var href: String?
}

struct NewCount: Sendable {
    let count: Int
    /// Whether there may be more than were counted.
    let isAtLeast: Bool

    /// Appends `12 new`.
    func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer) {
        localizer.write(isAtLeast ? .newCountOrMore : .newCount, .number(thousandths: count * 1_000), to: &bytes)
    }

    static func longest(in localizer: Localizer) -> TextExtent {
        let count = LastSearchSource.countedItems
        let texts = [true, false].map { isAtLeast in
            TextExtent(localizer.text { NewCount(count: count, isAtLeast: isAtLeast).write(to: &$0, localizer) })
        }
        return texts.max { $0.width < $1.width } ?? .none
    }
}
