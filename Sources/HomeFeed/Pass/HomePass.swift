import Bytes
import Catalogue
import HomeLayout
import Localization

/// The making of one home: one array of items, which each stage completes.
///
///     fill        each source appends the rows and marks of its items
///     findCards   finds the cards of all items, and completes their marks
///     layOut      decides what each widget shows, and solves its geometry
///     PassWriter  writes the document
///
/// There is no other representation of a home.
struct HomePass: ~Copyable {
    let inputs: HomeInputs
    let context: FeedContext
    let outcomes: ServiceOutcomes
    let page: RequestedPage?
    var candidates = Candidates()
    var widgets: [PassWidget] = []
    var loads: [SourceLoad] = []
    /// The end of the last load.
    var time = ContinuousClock.now
    /// The items that the client shows after it shows the document.
    var shown: ShownToken
    var subjects: SubjectTable
    var priceDrops = PriceDropTable()
    /// In Unix seconds; `.max` for never.
    var firstExpiry = Int64.max
    /// Keep the cards that are in the cache.
    let tables: CardCache.Tables
    /// For the younger table of the cache.
    var cardsToKeep: [(key: UInt64, card: Card)] = []
    /// The cards that are of this home alone.
    var ownCards: [Card] = []
    /// Cards looked up, and cards rendered because the cache did not have them.
    var cardCounts = (found: 0, rendered: 0)
    var contentHeight: Points = 0

    private static let usualCounts = (items: 64, loads: 16)

    /// - Parameters:
    ///   - shown: The items that the client already shows.
    ///   - excluded: Those of them that the client must not get again.
    init(
        _ inputs: HomeInputs,
        of wanted: [WidgetPlan],
        _ outcomes: ServiceOutcomes,
        page: RequestedPage? = nil,
        after shown: ShownToken = ShownToken(),
        excluding excluded: ShownToken = ShownToken()
    ) {
        self.inputs = inputs
        context = inputs.context
        self.outcomes = outcomes
        self.page = page
        self.shown = shown
        candidates.excluded = excluded.excluded
        subjects = SubjectTable(in: inputs.plan.localizer.direction)
        tables = inputs.caches.cards.tables
        candidates.items.reserveCapacity(Self.usualCounts.items)
        candidates.found.reserveCapacity(Self.usualCounts.items)
        candidates.nearestDemand = NearestDemand(of: wanted)
        widgets.reserveCapacity(wanted.count)
        loads.reserveCapacity(Self.usualCounts.loads)
        for hash in context.cached.dismissedHashes { candidates.excluded.insert(hash: hash) }
    }

    /// - Throws: ``FeedError/essential(widget:)``.
    func endLoads(_ note: (SourceLoad) -> Void) throws(FeedError) {
        for load in loads { note(load) }
        for widget in widgets where widget.isMissingEssential { throw .essential(widget: widget.plan.config.id) }
    }
}

/// A page of a widget after the first.
struct RequestedPage: Sendable {
    /// The index of the source that has pages.
    let source: Int
    let cursor: Cursor
    /// The cursor as the client sent it.
    let text: String
}

extension HomeInputs {
    /// - Parameter isExplained: Whether it has an explanation even if the request does not ask for one.
    /// - Throws: ``FeedError/essential(widget:)``.
    func home(
        _ outcomes: ServiceOutcomes,
        isExplained: Bool = false,
        memory: () -> [UInt8],
        note: (SourceLoad) -> Void
    ) throws(FeedError) -> HomeDocument {
        var pass = HomePass(self, of: widgets, outcomes)
        for widget in widgets { pass.fill(widget, choice(of: widget.config)) }
        try pass.endLoads(note)
        pass.findCards()
        pass.layOut(isAlone: false)
        var writer = PassWriter(memory())
        let revision = writer.write(homeOf: pass)
        let explains = gates.request.explains
        let explanation = explains || isExplained ? Explanation(of: plan.segment.widgets, pass) : nil
        if explains, let explanation { writer.add(explanation) }
        return HomeDocument(bytes: writer.finish(), revision: revision, plan.localizer, explanation)
    }

    func widget(
        _ widget: WidgetPlan,
        _ choice: ClientChoice,
        page: RequestedPage?,
        after shown: ShownToken,
        _ outcomes: ServiceOutcomes,
        memory: () -> [UInt8],
        note: (SourceLoad) -> Void
    ) throws(FeedError) -> HomeDocument {
        // A choice replaces the widget's items, which the client's token contains.
        let excluded = choice.isMade && page == nil ? ShownToken() : shown
        var pass = HomePass(self, of: [widget], outcomes, page: page, after: shown, excluding: excluded)
        pass.fill(widget, choice)
        try pass.endLoads(note)
        pass.findCards()
        pass.layOut(isAlone: true)
        var writer = PassWriter(memory())
        let revision = writer.write(widgetOf: pass)
        let explanation = gates.request.explains ? Explanation(of: [widget.config], pass) : nil
        if let explanation { writer.add(explanation) }
        return HomeDocument(bytes: writer.finish(), revision: revision, plan.localizer, explanation)
    }
}

/// The bytes of a home, or of a widget alone.
public struct HomeDocument: Sendable {
    public let bytes: [UInt8]
    /// Of everything but the explanation.
    public let revision: Revision
    public let localizer: Localizer
    /// Why it has this content; `nil` unless the request asks for it. It is also in the bytes.
    public internal(set) var explanation: Explanation?

    init(bytes: [UInt8], revision: Revision, _ localizer: Localizer, _ explanation: Explanation?) {
        self.bytes = bytes
        self.revision = revision
        self.localizer = localizer
        self.explanation = explanation
    }
}
