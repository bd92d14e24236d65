import Bytes
import Catalogue
import HomeDocument
import HomeLayout
import Localization
import Recommendations

/// Builds a widget of the document from its selected items: texts, geometry, state and addresses.
struct WidgetBuilder {
    /// A page of a widget after the first.
    struct Page {
        let cursor: Cursor
        /// The cursor as the client sent it.
        let text: String
    }

    private let resolved: ResolvedRequest
    private let context: FeedContext
    private let cursors: CursorSigner
    private let scope: CursorSigner.Scope
    private let frames: FrameBuilder
    private let tokens: SegmentTokens
    private let choice: ClientChoice
    private let page: Page?
    let link: HomeLinks

    /// After how many seconds a client may try a failed widget again.
    private static let retryAfter = 2

    init(
        resolved: ResolvedRequest,
        context: FeedContext,
        tables: BuilderCaches,
        tokens: SegmentTokens,
        choice: ClientChoice,
        page: Page?
    ) {
        self.resolved = resolved
        self.context = context
        self.tokens = tokens
        self.choice = choice
        self.page = page
        cursors = tables.cursors
        scope = CursorSigner.Scope(context, segment: resolved.segment.id, choice)
        frames = FrameBuilder(device: resolved.request.device, tables.frames)
        link = HomeLinks(request: resolved.request)
    }

    /// The header above the page.
    func pageHeader(_ title: String) -> Header {
        Header(.plain(title: title), metrics: frames.bars.page)
    }

    /// The widget with its items, or with the reason why it has none; `nil` where it is left out.
    func widget(_ selected: SelectedWidget, _ items: [Item]) -> Widget? {
        let config = selected.config
        switch selected.state {
        case .loaded where !items.isEmpty:
            return widget(config, .loaded, items, selected)
        case .stale where !items.isEmpty:
            return widget(config, .stale(age: selected.age), items, selected)
        case .deferred:
            return widget(config, .deferred(href: href(config)))
        case .failed:
            return widget(config, .error(widgetError(config, selected.error)))
        case .loaded, .stale, .empty:
            // The card stands in for the widget, not for a page of it.
            return page == nil ? infoCard(selected) : nil
        }
    }

    /// The widget, or the page of it, as a document of its own: where it has nothing to show, it says so.
    func alone(_ selected: SelectedWidget, _ items: [Item]) -> Widget {
        widget(selected, items) ?? widget(selected.config, .empty)
    }

    private func infoCard(_ selected: SelectedWidget) -> Widget? {
        let config = selected.config
        let state = selected.hadQuery ? config.whenNothingFound : config.whenEmpty
        guard case .infoCard(let card, let layouts) = state,
            let link = layouts.first(knownTo: resolved.request.layouts)
        else { return nil }
        return Widget(
            frame: frames.standIn(for: config, link, of: layouts),
            filters: filters(config),
            sorts: sorts(config),
            state: .empty,
            items: [Item(card)],
            tracking: tokens.token(of: config.id),
            localizer: resolved.localizer
        )
    }

    private func widget(
        _ config: WidgetConfig,
        _ state: WidgetState,
        _ items: [Item] = [],
        _ selected: SelectedWidget? = nil
    ) -> Widget {
        // A widget without items is measured as if it had all of them, so that nothing moves when they come.
        let itemCount = items.isEmpty ? config.limit : items.count
        let link = config.layouts.first(knownTo: resolved.request.layouts) ?? config.layouts.wanted
        return Widget(
            frame: frames.frame(config, link, itemCount: itemCount, context),
            badge: selected?.badge?.badge(in: resolved.localizer),
            filters: filters(config),
            sorts: sorts(config),
            state: state,
            fallback: selected?.fallback,
            items: items,
            firstRank: firstRank,
            loadMore: selected?.next.flatMap { loadMore(config, behind: $0, shown: firstRank + items.count) },
            tracking: tokens.token(of: config.id),
            localizer: resolved.localizer
        )
    }

    // MARK: Addresses

    /// How many items of the widget the pages before this one have shown.
    private var firstRank: Int { page?.cursor.shown ?? 0 }

    /// The address of the widget, or of the page of it that was asked for.
    private func href(_ config: WidgetConfig) -> String {
        link.href(widget: config.id, in: resolved.segment.id, choice, cursor: page?.text)
    }

    private func loadMore(_ config: WidgetConfig, behind position: SortPosition, shown: Int) -> String? {
        // The cursor is signed with the user's last search, which has to be known.
        guard let source = config.pagedSource, context.unread == nil else { return nil }
        let cursor = Cursor(config: resolved.config.revision, source: source, position: position, shown: shown)
        let text = cursors.sign(cursor, of: config.id, for: scope)
        return link.href(widget: config.id, in: resolved.segment.id, choice, cursor: text)
    }

    /// The filters that the client can switch on and off.
    private func filters(_ config: WidgetConfig) -> [Chip] {
        config.choices.filters.map { filter in
            Chip(
                id: filter.id,
                title: filter.title,
                selected: choice.filters.contains(filter.id),
                href: link.href(widget: config.id, in: resolved.segment.id, choice.toggling(filter, of: config))
            )
        }
    }

    /// The orders that the client can choose.
    private func sorts(_ config: WidgetConfig) -> [Chip] {
        config.choices.sorts.map { sort in
            Chip(
                id: sort.id,
                title: sort.title,
                selected: choice.sortID == sort.id,
                href: link.href(widget: config.id, in: resolved.segment.id, choice.toggling(sort))
            )
        }
    }

    private func widgetError(_ config: WidgetConfig, _ error: SourceError?) -> WidgetError {
        let (code, phrase): (WidgetError.Code, StringKey) =
            switch error {
            case .store: (.storeUnavailable, .storeUnavailable)
            case .recommendations(.unavailable): (.upstreamUnavailable, .upstreamUnavailable)
            case .recommendations(.overloaded): (.upstreamOverloaded, .upstreamOverloaded)
            case .recommendations(.timedOut), .recommendations(.cancelled): (.upstreamTimeout, .upstreamTimeout)
            case .timedOut, nil: (.sourceTimeout, .sourceTimeout)
            }
        return WidgetError(
            code: code,
            message: resolved.localizer.text(phrase),
            retryAfter: Self.retryAfter,
            retry: href(config)
        )
    }
}
