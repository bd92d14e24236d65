import Catalogue
import HomeDocument
import HomeLayout
import Localization

/// The tables and signers that all homes are built with.
struct BuilderCaches: Sendable {
    let signer: TokenSigner
    let cursors: CursorSigner
    let frames = FrameCache()
    let tokens = TrackingTokenCache()
    let cards: CardCache

    init(signingKey: [UInt8], cards: CardCache) {
        signer = TokenSigner(key: signingKey)
        cursors = CursorSigner(signer)
        self.cards = cards
    }
}

/// Builds a home once the user's record and the service's answers are known: it selects the items, makes their cards and lays them
/// out.
struct HomeBuilder {
    let resolved: ResolvedRequest
    let context: FeedContext
    let evaluation: GateEvaluation
    private let gates: GateContext
    private let tables: BuilderCaches

    init(_ resolved: ResolvedRequest, _ context: FeedContext, _ tables: BuilderCaches) {
        self.resolved = resolved
        self.context = context
        self.tables = tables
        gates = GateContext(
            request: resolved.request,
            record: context.unread == nil ? context.record : nil,
            locale: resolved.localizer.locale.description,
            now: context.now
        )
        evaluation = GateEvaluation(of: resolved.segment, gates)
    }

    /// The home.
    /// - Throws: ``FeedError/essential(widget:)``.
    func home(_ answers: ServiceResults, note: (SourceLoad) -> Void) throws(FeedError) -> Home {
        var selection = Selection(context, answers, excluding: ShownToken())
        var selected: [SelectedWidget] = []
        selected.reserveCapacity(evaluation.widgets.count)
        for widget in evaluation.widgets { selected.append(selection.select(widget)) }
        for load in selection.loads { note(load) }
        for widget in selected where widget.isMissingEssential { throw .essential(widget: widget.config.id) }

        let builder = widgetBuilder(.none)
        var cards = CardLookup(context.snapshot, resolved.localizer, tables.cards)
        var shown = ShownToken()
        var widgets: [Widget] = []
        widgets.reserveCapacity(selected.count)
        for (widget, items) in zip(selected, cards.items(of: selected, adding: &shown)) {
            if let built = builder.widget(widget, items) { widgets.append(built) }
        }
        var home = Home(
            device: resolved.request.device,
            localizer: resolved.localizer,
            style: resolved.config.page,
            header: builder.pageHeader(resolved.config.title),
            segments: resolved.config.segments.map {
                Segment(
                    id: $0.id,
                    title: $0.title,
                    href: $0.id == resolved.segment.id ? nil : builder.link.href(segment: $0.id)
                )
            },
            experiments: evaluation.arms,
            widgets: widgets,
            shown: sign(shown)
        )
        if resolved.request.explains {
            let explanation = ExplanationBuilder(gates: gates, loads: selection.loads, cards: cards)
            home.explanation = explanation.explanation(of: resolved.segment.widgets, selected, widgets)
        }
        return home
    }

    /// One widget alone, or a page of it; empty where it has nothing to show.
    /// - Parameters:
    ///   - page: The page, with the cursor's text; `nil` for the beginning.
    ///   - shown: The items that the client shows already.
    func widget(
        _ widget: WidgetConfig,
        _ choice: ClientChoice,
        page: WidgetBuilder.Page?,
        after shown: ShownToken,
        _ answers: ServiceResults,
        note: (SourceLoad) -> Void
    ) throws(FeedError) -> Widget {
        // A choice replaces the items that the widget shows, which are among those of the client.
        let excluded = choice.isMade && page == nil ? ShownToken() : shown
        var selection = Selection(context, answers, excluding: excluded)
        let selected =
            if let page {
                selection.select(pageOf: widget, page.cursor.source, behind: page.cursor.position, choice)
            } else {
                selection.select(widget, choice)
            }
        for load in selection.loads { note(load) }
        if selected.isMissingEssential { throw .essential(widget: widget.id) }

        var cards = CardLookup(context.snapshot, resolved.localizer, tables.cards)
        var shown = shown
        let items = cards.items(of: [selected], adding: &shown)[0]
        var built = widgetBuilder(choice, page).alone(selected, items)
        built.shown = sign(shown)
        if resolved.request.explains {
            let explanation = ExplanationBuilder(gates: gates, loads: selection.loads, cards: cards)
            built.explanation = explanation.explanation(of: [widget], [selected], [built])
        }
        return built
    }

    private func sign(_ shown: ShownToken) -> String {
        shown.signed(by: tables.signer, user: context.user, segment: resolved.segment.id)
    }

    private func widgetBuilder(_ choice: ClientChoice, _ page: WidgetBuilder.Page? = nil) -> WidgetBuilder {
        WidgetBuilder(
            resolved: resolved,
            context: context,
            tables: tables,
            tokens: tables.tokens.tokens(
                config: resolved.config.revision,
                segment: resolved.segment.id,
                arms: evaluation.arms
            ),
            choice: choice,
            page: page
        )
    }
}
