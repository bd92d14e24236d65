import Catalogue
import JSON
import Recommendations

/// Finds the candidates of a widget: the items that it may show, best first. To add a source, write a type and add it
/// to ``SourceTable``; a config names it by its kind.
///
/// A source is a synchronous function of its context: the catalogue, the user record and the request. It does not wait
/// or throw.
protocol Source: Sendable {
    /// The name in a config, such as `lastSearch`.
    static var kind: StaticString { get }

    /// Whether it waits for the user record or a recommendation service. Its config may then have a ``SourcePolicy``.
    static var canFail: Bool { get }

    /// Whether the recommendation service ranks its items, if one is configured.
    static var usesService: Bool { get }

    static var hasBadge: Bool { get }

    /// Reads the options beside `kind`; `nil` if one is invalid, which is then reported.
    init?(options: inout CheckedObject, _ scope: ConfigScope)

    /// Empty if the items come from the catalogue.
    var cards: [ConfigCard] { get }

    var isPaged: Bool { get }

    /// Whether it needs the user record, so that the widget fails without it.
    func needsUser(_ context: FeedContext) -> Bool

    /// Whether it may read every item of the catalogue: no earlier result is cached, or no index has the order.
    func mayScan(_ context: FeedContext) -> Bool

    /// Must not depend on the candidates.
    func heading(_ context: FeedContext) -> Heading

    func recommendationQuery(_ context: FeedContext) -> RecommendationQuery?

    /// Appends the candidates of a page, best first, without ``Candidates/excluded``.
    /// - Returns: `false` without anything to search for, such as a last search or a place.
    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool
}

extension Source {
    static var canFail: Bool { usesService }

    static var usesService: Bool { false }

    static var hasBadge: Bool { false }

    var cards: [ConfigCard] { [] }

    var isPaged: Bool { true }

    func needsUser(_ context: FeedContext) -> Bool { Self.canFail }

    func mayScan(_ context: FeedContext) -> Bool { false }

    func heading(_ context: FeedContext) -> Heading { Heading() }

    func recommendationQuery(_ context: FeedContext) -> RecommendationQuery? { nil }
}

/// A source of catalogue items. The config can restrict them by kind and filter, and let clients filter and sort.
protocol ItemSource: Source {
    /// The kinds if the config names none; empty for all.
    static var defaultKinds: [String] { get }

    /// Whether the config and the client can choose the order.
    static var isSortable: Bool { get }

    var options: ItemQueryOptions { get }

    init(options: ItemQueryOptions)
}

extension ItemSource {
    static var defaultKinds: [String] { [] }

    static var isSortable: Bool { true }

    func mayScan(_ context: FeedContext) -> Bool { options.isScan }

    init?(options object: inout CheckedObject, _ scope: ConfigScope) {
        guard let options = ItemQueryOptions(&object, scope.kinds, of: Self.self) else { return nil }
        self.init(options: options)
    }
}
