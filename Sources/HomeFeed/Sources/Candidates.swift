import Catalogue
import HomeDocument
import Localization

/// Which candidates a source is asked for.
struct CandidatePage: Sendable {
    /// The page begins behind this position; `nil` is the beginning.
    var after: SortPosition?
    /// How many candidates at most.
    var limit: Int
    /// Conditions that the client has added to the source's own.
    var filter: ItemFilter?
    /// The order that the client has chosen in place of the source's own.
    var sort: ItemSort?
    /// The items that a recommendation service has ranked, the best first; `nil` where none was asked.
    var ranked: [CatalogueItem.ID]?
}

/// The items that a source has found, best first.
struct Candidates: Sendable {
    var items: [Candidate]
    /// The count that stands beside the header.
    var badge: NewCount?

    init(_ items: [Candidate], badge: NewCount? = nil) {
        self.items = items
        self.badge = badge
    }

    /// No candidates.
    static let nothing = Candidates([] as [Candidate])

    /// The items that a query has found.
    init(_ found: [FoundItem], marks: (FoundItem) -> ItemMarks = { _ in .none }) {
        self.init(found.map { Candidate(.item($0.row), marks: marks($0), found: $0) })
    }
}

/// An item that a widget may show.
struct Candidate: Sendable {
    enum Content: Hashable, Sendable {
        /// An item of the catalogue.
        case item(ItemRow)
        /// A brand, by its index in the snapshot.
        case brand(Int)
        /// A card of the config, by its index in ``Source/cards``.
        case card(Int)
    }

    let content: Content
    /// The item's relation to the user.
    let marks: ItemMarks
    /// The query result that it comes from; `nil` where a client cannot load the items after it.
    let found: FoundItem?

    init(_ content: Content, marks: ItemMarks = .none, found: FoundItem? = nil) {
        self.content = content
        self.marks = marks
        self.found = found
    }
}

/// A source's text in its widget's header.
struct Heading: Hashable, Sendable {
    /// The name of the market that the items are from, where they are of one.
    var market: String?
    /// The target of a tap on the header; `nil` where the config decides.
    var href: String?

    /// The text for a word of the title; `nil` where there is none.
    func text(_ word: TitleTemplate.Word) -> String? {
        switch word {
        case .market: market
        }
    }
}

/// How many items are new to the user.
struct NewCount: Sendable {
    let count: Int
    /// Whether there may be more, which were not counted.
    let isAtLeast: Bool

    func badge(in localizer: Localizer) -> Badge {
        let phrase = isAtLeast ? StringKey.newCountOrMore : .newCount
        return Badge(count: count, text: localizer.text(phrase, .count(thousandths: count * 1_000)))
    }
}
