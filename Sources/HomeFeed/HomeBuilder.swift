import Catalogue
import Localization

/// The caches and signers that all homes of a feed share.
struct FeedCaches: Sendable {
    let signer: TokenSigner
    let cursors: CursorSigner
    let frames = FrameCache()
    let trackingTokens = TrackingTokenCache()
    let cards: CardCache

    init(signingKey: [UInt8], cards: CardCache) {
        signer = TokenSigner(key: signingKey)
        cursors = CursorSigner(signer)
        self.cards = cards
    }
}

/// Builds a home, or a widget alone, from data that needs no waiting: gates, candidates, selection, cards, layout.
struct HomeBuilder {
    let resolved: ResolvedRequest
    let context: FeedContext
    let gates: GateEvaluation
    /// The widgets of the home, in order: those whose gates are open, and that the user does not hide.
    let widgets: [WidgetConfig]
    private let gateContext: GateContext
    private let caches: FeedCaches

    init(_ resolved: ResolvedRequest, _ context: FeedContext, _ caches: FeedCaches) {
        self.resolved = resolved
        self.context = context
        self.caches = caches
        gateContext = GateContext(
            request: resolved.request,
            hasLastSearch: context.unread == nil ? context.cached.searchRevision != nil : nil,
            locale: resolved.localizer.locale,
            now: context.now
        )
        gates = GateEvaluation(of: resolved.segment, gateContext)
        widgets = WidgetOrder(of: resolved.segment, context).order(gates.widgets, gateContext)
    }

    /// The home.
    /// - Parameter isExplained: Whether it has an explanation, asked for or not.
    /// - Throws: ``FeedError/essential(widget:)``.
    func home(
        _ outcomes: ServiceOutcomes,
        isExplained: Bool = false,
        note: (SourceLoad) -> Void
    ) throws(FeedError) -> Home {
        var selection = Selection(context, gateContext, outcomes, excluding: ShownToken())
        let choices = resolved.request.choices
        let selected = widgets.map { selection.select($0, choices.choice(of: $0) ?? .none) }
        for load in selection.loads { note(load) }
        if let missing = selected.firstIndex(where: \.isMissingEssential) {
            throw .essential(widget: selected[missing].config.id)
        }

        var cards = cardLookup()
        var shown = ShownToken()
        let layout = widgetBuilder(.home)
        var built: [Widget] = []
        built.reserveCapacity(selected.count)
        cards.items(of: selected, adding: &shown, errorCard: layout.errorCard(in:for:)) {
            layout.append($0, $1, to: &built)
        }
        let nextStart = context.snapshot.nextStart(after: context.now)
        return Home(
            device: resolved.request.device,
            localizer: resolved.localizer,
            style: resolved.config.page,
            frame: layout.page,
            segments: resolved.config.segments.map {
                Segment(
                    id: $0.id,
                    title: $0.title,
                    href: $0.id == resolved.segment.id ? nil : layout.links.href(segment: $0.id)
                )
            },
            experiments: gates.arms,
            widgets: built,
            shown: sign(shown),
            freshness: resolved.config.freshness.freshness(
                at: context.now,
                until: min(resolved.segment.nextChange(after: context.now), cards.firstExpiry, nextStart)
            ),
            explanation: isExplained || resolved.request.explains
                ? explanation(of: resolved.segment.widgets, selected, built, selection, cards) : nil
        )
    }

    /// One widget alone, or a page of it; empty if it has nothing to show.
    /// - Parameters:
    ///   - page: The page with its cursor; `nil` for the first.
    ///   - shown: The items that the client already shows.
    func widget(
        _ widget: WidgetConfig,
        _ choice: ClientChoice,
        page: WidgetBuilder.Page?,
        after shown: ShownToken,
        _ outcomes: ServiceOutcomes,
        note: (SourceLoad) -> Void
    ) throws(FeedError) -> Widget {
        // A choice replaces the widget's items, which the client's token contains.
        let excluded = choice.isMade && page == nil ? ShownToken() : shown
        var selection = Selection(context, gateContext, outcomes, excluding: excluded)
        let selected =
            if let page {
                selection.select(pageOf: widget, page.source, after: page.cursor.position, choice)
            } else {
                selection.select(widget, choice)
            }
        for load in selection.loads { note(load) }
        if selected.isMissingEssential { throw .essential(widget: widget.id) }

        var cards = cardLookup()
        var shown = shown
        let layout = widgetBuilder(.widget(choice), page)
        var widgets: [Widget] = []
        cards.items(of: [selected], adding: &shown, errorCard: layout.errorCard(in:for:)) {
            layout.append($0, $1, to: &widgets)
        }
        var built = widgets.first ?? layout.emptyWidget(widget)
        built.shown = sign(shown)
        if resolved.request.explains {
            built.explanation = explanation(of: [widget], [selected], [built], selection, cards)
        }
        return built
    }

    private func explanation(
        of widgets: [WidgetConfig],
        _ selected: [SelectedWidget],
        _ built: [Widget],
        _ selection: Selection,
        _ cards: CardLookup
    ) -> Explanation {
        ExplanationBuilder(gates: gateContext, loads: selection.loads, cards: cards)
            .explanation(of: widgets, selected, built)
    }

    private func cardLookup() -> CardLookup {
        CardLookup(
            context,
            resolved.localizer,
            caches.cards,
            resolved.config.marks,
            resolved.config.images,
            resolved.config.brandLink
        )
    }

    private func sign(_ shown: ShownToken) -> [UInt8] {
        shown.signed(by: caches.signer, user: context.user, segment: resolved.segment.id)
    }

    private func widgetBuilder(_ choice: WidgetBuilder.Choice, _ page: WidgetBuilder.Page? = nil) -> WidgetBuilder {
        WidgetBuilder(
            resolved: resolved,
            context: context,
            caches: caches,
            tokens: caches.trackingTokens.tokens(
                config: resolved.config.revision,
                segment: resolved.segment.id,
                arms: gates.arms
            ),
            choice: choice,
            page: page
        )
    }
}
