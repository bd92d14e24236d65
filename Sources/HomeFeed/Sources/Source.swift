import Catalogue

/// Finds the candidates of a widget: the items that it may show, best first. To add a source, write a type and add it
/// to ``SourceKind/all``.
///
/// A source is a synchronous function of its context: the catalogue, the user record and the request. It does not wait
/// or throw.
protocol Source: Sendable {
    /// Whether it waits for the user record or a recommendation service. Its config may then have a ``SourcePolicy``.
    var canFail: Bool { get }

    var isPaged: Bool { get }

    /// Whether it needs the user record, so that the widget fails without it.
    func needsUser(_ context: FeedContext) -> Bool

    /// Whether it may read every item of the catalogue: no earlier result is cached, or no index has the order.
    func mayScan(_ context: FeedContext) -> Bool

    /// Must not depend on the candidates.
    func heading(_ context: FeedContext) -> Heading

    /// Appends the candidates of a page, best first, without ``Candidates/excluded``.
    /// - Returns: `false` without anything to search for, such as a last search or a place.
    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool
}

extension Source {
    var canFail: Bool { false }

    var isPaged: Bool { true }

    func needsUser(_ context: FeedContext) -> Bool { canFail }

    func mayScan(_ context: FeedContext) -> Bool { false }

    func heading(_ context: FeedContext) -> Heading { Heading() }
}

/// A source of catalogue items. The config can restrict them by kind and filter, and let clients filter and sort.
protocol ItemSource: Source {
    var options: ItemQueryOptions { get }
}

extension ItemSource {
    func mayScan(_ context: FeedContext) -> Bool { options.isScan }
}
