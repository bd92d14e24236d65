import Bytes
import Catalogue
import HomeLayout
import Localization
import Recommendations

/// Builds a widget of the document from its selected items: texts, geometry, state and links.
struct WidgetBuilder {
    /// A page of a widget after the first.
    struct Page {
        /// The index of the source that has pages.
        let source: Int
        let cursor: Cursor
        /// The cursor as the client sent it.
        let text: String
    }

    /// What the client has selected.
    enum Choice {
        /// In the widgets of a home: the parameter `choices`.
        case home
        /// In a widget alone.
        case widget(ClientChoice)
    }

    private let resolved: ResolvedRequest
    private let context: FeedContext
    private let cursors: CursorSigner
    private let scope: CursorSigner.Scope
    private let frames: FrameBuilder
    private let tokens: SegmentTokens
    private let choice: Choice
    private let requestedPage: Page?
    let links: HomeLinks

    /// The seconds after which a client may retry a failed widget.
    private static let retryAfter = 2

    init(
        resolved: ResolvedRequest,
        context: FeedContext,
        caches: FeedCaches,
        tokens: SegmentTokens,
        choice: Choice,
        page: Page?
    ) {
        self.resolved = resolved
        self.context = context
        self.tokens = tokens
        self.choice = choice
        requestedPage = page
        cursors = caches.cursors
        let common = if case .widget(let choice) = choice { choice } else { ClientChoice.none }
        scope = CursorSigner.Scope(context, segment: resolved.segment.id, common)
        frames = FrameBuilder(device: resolved.request.device, resolved.localizer, caches.frames)
        links = HomeLinks(request: resolved.request)
    }

    var page: PageFrame { frames.page(resolved.config) }

    /// Appends the widget with its items or the reason for their absence, unless it is left out.
    func append(_ selected: SelectedWidget, _ items: consuming ItemList, to widgets: inout [Widget]) {
        let config = selected.config
        switch selected.state {
        case .loaded where !items.isEmpty:
            widgets.append(widget(config, .loaded, items, selected))
        case .stale where !items.isEmpty:
            widgets.append(widget(config, .stale(age: selected.age), items, selected))
        case .deferred:
            widgets.append(widget(config, .deferred(href: href(config), mayShrink: isList(config))))
        case .failed: widgets.append(failure(selected))
        case .loaded, .stale, .empty:
            // The card replaces the widget, not a further page.
            if requestedPage == nil, let card = infoCard(selected) {
                widgets.append(card)
            } else if case .home = choice, choice(of: config).isMade {
                // Its chips take back the choice.
                widgets.append(emptyWidget(config))
            }
        }
    }

    /// The widget without items, as a document of its own. It has room for words of the client.
    func emptyWidget(_ config: WidgetConfig) -> Widget {
        let header = header(of: config)
        return widget(config, frames.message(config, layout(of: config), [], header), header, .empty)
    }

    private func isList(_ config: WidgetConfig) -> Bool { layout(of: config).style.dependsOnItemCount }

    private func layout(of config: WidgetConfig) -> StyledLayout {
        config.layouts.first(supportedBy: resolved.request.layouts) ?? config.layouts.preferred
    }

    /// A widget of one cell that says why there are no items.
    private func failure(_ selected: SelectedWidget) -> Widget {
        let config = selected.config
        let error = widgetError(config, selected.error)
        let header = header(of: config)
        let frame = frames.message(config, layout(of: config), [error.message, tryAgain], header)
        let items: ItemList = requestedPage == nil ? [Item(errorCard(error, of: config, 0))] : []
        return widget(config, frame, header, .error(error), items)
    }

    /// The cell in place of the items of a source that failed.
    func errorCard(in selected: SelectedWidget, for source: Int) -> Card {
        errorCard(widgetError(selected.config, selected.error(of: source)), of: selected.config, source)
    }

    private func errorCard(_ error: WidgetError, of config: WidgetConfig, _ source: Int) -> Card {
        let texts = [error.message, tryAgain]
        return Card(
            id: "error:\(config.id).\(source)",
            kind: .error,
            title: error.message,
            caption: texts,
            label: texts.joined(separator: resolved.localizer.listSeparator)
        ) { $0.write(error) }
    }

    private var tryAgain: String { resolved.localizer.text(.tryAgain) }

    private func infoCard(_ selected: SelectedWidget) -> Widget? {
        let config = selected.config
        let state = selected.hadQuery ? config.whenNothingFound : config.whenEmpty
        guard case .infoCard(let card, let layouts) = state,
            let layout = layouts.first(supportedBy: resolved.request.layouts)
        else { return nil }
        let items: ItemList = [Item(card)]
        let header = selected.hadQuery ? header(of: config) : .empty
        let frame = frames.replacement(of: config, by: items, layout, among: layouts, header)
        return widget(config, frame, header, .empty, items)
    }

    private func widget(
        _ config: WidgetConfig,
        _ state: WidgetState,
        _ items: consuming ItemList = [],
        _ selected: SelectedWidget? = nil
    ) -> Widget {
        let header = header(of: config)
        return widget(config, frames.frame(config, layout(of: config), items, header), header, state, items, selected)
    }

    private func header(of config: WidgetConfig) -> Header {
        config.header(context, in: resolved.localizer.direction)
    }

    private func widget(
        _ config: WidgetConfig,
        _ frame: WidgetFrame,
        _ header: Header,
        _ state: WidgetState,
        _ items: consuming ItemList = [],
        _ selected: SelectedWidget? = nil
    ) -> Widget {
        Widget(
            frame: frame,
            header: header,
            badge: selected?.badge?.badge(in: resolved.localizer),
            filters: config.choices.isEmpty ? [] : filters(config),
            sorts: config.choices.isEmpty ? [] : sorts(config),
            state: state,
            fallback: selected?.fallback.map { "\($0)" },
            items: items,
            map: selected.flatMap { map(of: $0, frame, itemCount: items.count) },
            firstRank: firstRank,
            loadMore: selected?.next.flatMap { loadMore(config, after: $0, shown: firstRank + items.count) },
            tracking: tokens.token(of: config.id, at: config.place),
            isDismissible: config.dismissalTime != nil && context.user != nil,
            localizer: resolved.localizer
        )
    }

    /// The region and the clusters of a map; `nil` for other layouts and without places. Also `nil` if an item could not
    /// be decoded, since clusters name items by index.
    private func map(of selected: SelectedWidget, _ frame: WidgetFrame, itemCount: Int) -> MapRegion? {
        guard frame.content.layout == .map, selected.items.count == itemCount else { return nil }
        let places = selected.items.map { item -> MapPlace? in
            guard case .item(let row) = item.candidate.content else { return nil }
            return context.snapshot.place(of: row).map { MapPlace(latitude: $0.latitude, longitude: $0.longitude) }
        }
        return MapRegion(of: places, on: frame.content.metrics.metrics.itemSize)
    }

    // MARK: Links

    /// The client's selection in a widget.
    private func choice(of config: WidgetConfig) -> ClientChoice {
        switch choice {
        case .home: resolved.request.choices.choice(of: config) ?? .none
        case .widget(let choice): choice
        }
    }

    /// What cursors of a widget are signed for.
    private func scope(of config: WidgetConfig) -> CursorSigner.Scope {
        guard case .home = choice, let choice = resolved.request.choices.choice(of: config) else { return scope }
        return CursorSigner.Scope(context, segment: resolved.segment.id, choice)
    }

    /// The number of items on earlier pages.
    private var firstRank: Int { requestedPage?.cursor.shown ?? 0 }

    /// The URL of the widget or of the requested page.
    private func href(_ config: WidgetConfig) -> String {
        links.href(widget: config.id, in: resolved.segment.id, choice(of: config), cursor: requestedPage?.text)
    }

    /// The URL of the next page.
    private func loadMore(_ config: WidgetConfig, after position: SortPosition, shown: Int) -> [UInt8]? {
        // The cursor is signed for the user's last search, which must be known.
        guard let source = config.pagedSource, context.unread == nil else { return nil }
        let choice = choice(of: config)
        let cursor = Cursor(source: config.revision(of: source, choice), position: position, shown: shown)
        return links.url(ofWidget: config.id, in: resolved.segment.id, choice) {
            cursors.sign(cursor, of: config.id, for: scope(of: config), to: &$0)
        }
    }

    /// The filters that the client can select.
    private func filters(_ config: WidgetConfig) -> [Chip] {
        let choice = choice(of: config)
        return chips(config.choices.filters, of: config, choice.filters) { choice.toggling($0, of: config) }
    }

    /// The orders that the client can select.
    private func sorts(_ config: WidgetConfig) -> [Chip] {
        let choice = choice(of: config)
        return chips(config.choices.sorts, of: config, choice.sortID.map { [$0] } ?? [], choice.toggling)
    }

    private func chips<Value>(
        _ choices: [ClientChoices.Choice<Value>],
        of config: WidgetConfig,
        _ selected: [String],
        _ toggled: (ClientChoices.Choice<Value>) -> ClientChoice
    ) -> [Chip] {
        choices.map { choice in
            Chip(
                id: choice.id,
                title: choice.title,
                selected: selected.contains(choice.id),
                href: links.href(widget: config.id, in: resolved.segment.id, toggled(choice))
            )
        }
    }

    private func widgetError(_ config: WidgetConfig, _ error: SourceError?) -> WidgetError {
        let (code, key): (WidgetError.Code, StringKey) =
            switch error {
            case .store: (.storeUnavailable, .storeUnavailable)
            case .recommendations(.unavailable): (.upstreamUnavailable, .upstreamUnavailable)
            case .recommendations(.overloaded): (.upstreamOverloaded, .upstreamOverloaded)
            case .recommendations(.timedOut), .recommendations(.cancelled): (.upstreamTimeout, .upstreamTimeout)
            case .timedOut, nil: (.sourceTimeout, .sourceTimeout)
            }
        return WidgetError(
            code: code,
            message: resolved.localizer.text(key),
            retryAfter: Self.retryAfter,
            retry: href(config)
        )
    }
}
