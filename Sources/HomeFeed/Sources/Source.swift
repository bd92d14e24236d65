import Catalogue
import HomeDocument
import JSON
import Recommendations

/// Finds the candidates of a widget: the items that it may show, best first. Each kind is one file and one line in ``SourceTable``;
/// a config names it by its kind.
///
/// A source is a synchronous function of its context: the catalogue, the user's record and the request. It neither waits nor fails.
protocol Source: Sendable {
    /// The word that names it in a config: `lastSearch`.
    static var kind: String { get }

    /// Whether it depends on what has to be waited for, the user's record or a recommendation service. A config may say what happens
    /// when that is missing: see ``SourcePolicy``.
    static var canFail: Bool { get }

    /// Whether a recommendation service ranks its items, where one is configured.
    static var asksService: Bool { get }

    /// Reads the options that stand beside `kind` in a config; `nil` where one is wrong, which was then reported.
    init?(options: inout CheckedObject, _ kinds: KindTable)

    /// The cards that stand in the config itself; none where the items come from the catalogue.
    var cards: [Card] { get }

    /// Whether a client can load the items after those of a home.
    var isPaged: Bool { get }

    /// Whether it needs the user's record, so that the widget fails where that cannot be read.
    func needsUser(_ context: FeedContext) -> Bool

    /// Its text in the widget's header, known before any candidate is found.
    func heading(_ context: FeedContext) -> Heading

    /// The question to the recommendation service; `nil` where the source has none.
    func question(_ context: FeedContext) -> RecommendationQuery?

    /// The candidates of a page; `nil` where there is nothing to look for: the user has not searched, the place is not known.
    /// - Parameter excluded: Items that are shown already.
    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates?
}

extension Source {
    static var canFail: Bool { asksService }

    static var asksService: Bool { false }

    var cards: [Card] { [] }

    var isPaged: Bool { true }

    func needsUser(_ context: FeedContext) -> Bool { Self.canFail }

    func heading(_ context: FeedContext) -> Heading { Heading() }

    func question(_ context: FeedContext) -> RecommendationQuery? { nil }
}

/// A source of catalogue items, which the config, and where it allows that the client, may filter and sort.
protocol ItemSource: Source {
    /// The kinds, the filter and the order of its items.
    var options: ItemQueryOptions { get }
}
