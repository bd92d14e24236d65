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
    /// `nil` for a home.
    let alone: LoneWidget?
    var candidates = Candidates()
    var widgets: [PassWidget] = []
    var loads: [SourceLoad] = []
    /// The end of the last load.
    var time = ContinuousClock.now
    /// The items that the client shows after it shows the document.
    var shown: ShownToken
    var markTable: MarkTable
    /// ``Instant/distantFuture`` for never.
    var firstExpiry = Instant.distantFuture
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

    init(_ inputs: HomeInputs, _ outcomes: ServiceOutcomes, _ alone: LoneWidget? = nil) {
        let wanted = alone.map { [$0.plan] } ?? inputs.widgets
        self.inputs = inputs
        context = inputs.context
        self.outcomes = outcomes
        self.alone = alone
        shown = alone?.shown ?? ShownToken()
        candidates.excluded = (alone?.replacesItems == true ? ShownToken() : shown).excluded
        markTable = MarkTable(inputs.plan.localizer)
        tables = inputs.caches.cards.tables
        candidates.items.reserveCapacity(Self.usualCounts.items)
        candidates.found.reserveCapacity(Self.usualCounts.items)
        candidates.nearbyDemand = NearbyDemand(of: wanted)
        widgets.reserveCapacity(wanted.count)
        loads.reserveCapacity(Self.usualCounts.loads)
        for hash in context.cached.dismissedHashes { candidates.excluded.insert(hash: hash) }
    }
}

extension HomePass {
    var page: LoneWidget.Page? { alone?.page }

    /// The number of items on earlier pages.
    var firstRank: Int { page?.cursor.shown ?? 0 }

    /// Of the widget, or of its requested page.
    func url(of widget: Int) -> [UInt8] {
        inputs.links.url(widgets[widget].plan.url, widgets[widget].choice, cursor: page?.text)
    }

    /// `nil` on the last page.
    func nextCursor(of widget: Int) -> Cursor? {
        let (config, choice) = (widgets[widget].plan.config, widgets[widget].choice)
        guard let next = widgets[widget].next, let source = config.pagedSource else { return nil }
        return Cursor(
            source: config.revision(of: source, choice),
            position: next,
            shown: firstRank + widgets[widget].items.count
        )
    }
}

/// A widget that is a document of its own.
struct LoneWidget: Sendable {
    let plan: WidgetPlan
    let choice: ClientChoice
    /// `nil` for the first.
    let page: Page?
    /// The items that the client already shows.
    let shown: ShownToken

    /// The cursor, also as the client sent it.
    typealias Page = (cursor: Cursor, text: String)

    /// A choice replaces the widget's items, which the client's token contains.
    fileprivate var replacesItems: Bool { choice.isMade && page == nil }
}

extension HomeInputs {
    /// - Parameters:
    ///   - alone: `nil` for a home.
    ///   - isExplained: Whether it has an explanation even if the request does not ask for one.
    /// - Throws: ``FeedError/essential(widget:)``.
    func document(
        of alone: LoneWidget? = nil,
        _ outcomes: ServiceOutcomes,
        isExplained: Bool = false,
        memory: () -> [UInt8],
        note: (SourceLoad) -> Void
    ) throws(FeedError) -> HomeDocument {
        var pass = HomePass(self, outcomes, alone)
        if let alone {
            pass.fill(alone.plan, alone.choice)
        } else {
            for widget in widgets { pass.fill(widget, context.request.choices.choice(of: widget.config) ?? .none) }
        }
        for load in pass.loads { note(load) }
        for widget in pass.widgets where widget.isMissingEssential { throw .essential(widget: widget.plan.config.id) }
        pass.findCards()
        pass.layOut()
        var writer = PassWriter(memory())
        let revision = alone == nil ? writer.write(homeOf: pass) : writer.write(widgetOf: pass)
        let explains = context.request.explains
        let explanation = explains || isExplained ? Explanation(of: pass) : nil
        if explains, let explanation { writer.add(explanation) }
        return HomeDocument(
            bytes: writer.finish(),
            revision: revision,
            localizer: plan.localizer,
            explanation: explanation
        )
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
}
