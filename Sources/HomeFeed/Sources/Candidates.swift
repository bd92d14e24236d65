import Bytes
import Catalogue
import HomeLayout
import Localization
import Recommendations

/// The candidates that a source is asked for.
struct CandidatePage: Sendable {
    /// The position of the item before the page; `nil` for the first page.
    var after: SortPosition?
    /// The most candidates.
    var limit: Int
    /// The client's filter, in addition to the source's own.
    var filter: ItemFilter?
    /// The client's order, instead of the source's own.
    var sort: ItemSort?
    /// The items that a recommendation service has ranked, best first; `nil` without a service.
    var ranked: [CatalogueItem.ID]?
}

extension ClientChoice {
    /// Adds the filter and the order to a page of a source.
    /// - Returns: Whether there may be candidates: the filters do not exclude each other, and the order does not need a
    ///   place that is unknown.
    func add(to page: inout CandidatePage, from place: Coordinate?) -> Bool {
        guard isMade else { return true }
        guard let filter else { return false }
        page.filter = filter
        page.sort = sort?.sort(from: place)
        return sort == nil || page.sort != nil
    }
}

/// The items that a source has found, best first.
struct Candidates: Sendable {
    var items: [Candidate]
    /// The number of new items, beside the header.
    var badge: NewCount?

    init(_ items: [Candidate], badge: NewCount? = nil) {
        self.items = items
        self.badge = badge
    }

    static let empty = Candidates([] as [Candidate])

    init(_ found: [FoundItem], marks: (FoundItem) -> ItemMarks = { _ in .none }) {
        self.init(found.map { Candidate(.item($0.row), marks: marks($0), found: $0) })
    }
}

/// An item that a widget may show.
struct Candidate: Sendable {
    enum Content: Hashable, Sendable {
        case item(ItemRow)
        /// A brand, by its index in the snapshot.
        case brand(Int)
        /// A card of the config, by its index in ``Source/cards``.
        case card(Int)
        /// That the source could not be loaded.
        case failure
    }

    let content: Content
    /// The item's relation to the user.
    let marks: ItemMarks
    /// Why the item is recommended.
    let reason: RecommendationReason?
    /// The item's query result; `nil` if the source is not paged.
    let found: FoundItem?

    init(
        _ content: Content,
        marks: ItemMarks = .none,
        reason: RecommendationReason? = nil,
        found: FoundItem? = nil
    ) {
        self.content = content
        self.marks = marks
        self.reason = reason
        self.found = found
    }
}

/// A source's texts for its widget's header.
struct Heading: Sendable {
    var market: String?
    /// The title of the item that they are like.
    var item: String?
    /// The target of a tap on the header; `nil` for the config's.
    var href: String?

    var isEmpty: Bool { market == nil && item == nil && href == nil }

    func text(_ placeholder: TitleTemplate.Placeholder) -> String? {
        switch placeholder {
        case .market: market
        case .item: item
        }
    }
}

/// How many items are new to the user.
struct NewCount: Sendable {
    let count: Int
    /// Whether there may be more than were counted.
    let isAtLeast: Bool

    func badge(in localizer: Localizer) -> Badge { Badge(count: count, text: text(in: localizer)) }

    private func text(in localizer: Localizer) -> String {
        localizer.text(isAtLeast ? .newCountOrMore : .newCount, .number(thousandths: count * 1_000))
    }

    static func longest(in localizer: Localizer) -> TextExtent {
        let count = LastSearchSource.countedItems
        let texts = [false, true].map { TextExtent(NewCount(count: count, isAtLeast: $0).text(in: localizer)) }
        return texts[0].width > texts[1].width ? texts[0] : texts[1]
    }
}
