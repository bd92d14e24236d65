import HomeDocument
import HomeLayout
import Catalogue
import Recommendations
import Revisions
import Words

/// Makes a widget of the document out of what its source has loaded: the words, the geometry, the state.
struct WidgetComposer {
    private let asked: AskedHome
    private let context: LoadContext
    private let composing: Composing
    private let scope: CursorSigner.Scope
    private let framing: Framing
    private let tokens: SegmentTokens
    let link: HomeLink
    /// The cursor of the page that is asked for, and the text that it came as; `nil` is the widget's beginning.
    private(set) var page: (cursor: Cursor, text: String)?

    /// After how many seconds a failed widget is worth another try.
    private static let retryAfter = 2

    init(
        asked: AskedHome,
        context: LoadContext,
        composing: Composing,
        tokens: SegmentTokens
    ) {
        self.asked = asked
        self.context = context
        self.composing = composing
        scope = CursorSigner.Scope(
            user: context.user,
            search: context.record.searchRevision,
            place: context.place,
            segment: asked.segment.id
        )
        self.tokens = tokens
        framing = Framing(device: asked.request.device, composing)
        link = HomeLink(request: asked.request)
    }

    /// What stands above the page.
    func pageHeader(_ title: String) -> Header {
        Header(.plain(title: title), metrics: framing.bars.page)
    }

    /// The widget with its content, or with why it has none; `nil` where it is to be left out.
    func widget(_ config: WidgetConfig, _ content: SelectedContent, _ items: Result<[Item], StoreError>) -> Widget? {
        let known: [Item]
        do {
            known = try items.get()
        } catch {
            return widget(config, .error(widgetError(config, .store(error))))
        }
        switch content.state {
        case .loaded where !known.isEmpty:
            return widget(config, .loaded, known, content)
        case .stale where !known.isEmpty:
            return widget(config, .stale(age: content.age), known, content)
        case .deferred:
            return widget(config, .deferred(href: href(config)))
        case .failed:
            return widget(config, .error(widgetError(config, content.error)))
        case .loading, .fallingBack, .loaded, .stale, .empty:
            // It stands in for the widget, and not for what comes behind.
            return page == nil ? infoCard(config) : nil
        }
    }

    /// The widget, or the page of it, as somebody asks for it alone: where it has nothing to show, it says so.
    func alone(_ config: WidgetConfig, _ content: SelectedContent, _ items: Result<[Item], StoreError>) -> Widget {
        widget(config, content, items) ?? widget(config, .empty)
    }

    /// From now on it is the page behind this cursor that is asked for.
    mutating func open(_ text: String, of config: WidgetConfig) throws(FeedError) {
        do {
            page = (try composing.cursors.verify(text, of: config.id, for: scope), text)
        } catch {
            throw .cursor(error)
        }
    }

    private func infoCard(_ config: WidgetConfig) -> Widget? {
        let state = hasQuery(config) ? config.whenNothingFound : config.whenEmpty
        guard case .infoCard(let card, let layouts) = state,
            let link = layouts.first(knownTo: asked.request.layouts)
        else { return nil }
        return Widget(
            frame: framing.standIn(for: config, link, of: layouts),
            state: .empty,
            items: [Item(card)],
            tracking: tokens.token(of: config.id),
            words: context.words
        )
    }

    /// Whether a source of the widget has something to look for.
    private func hasQuery(_ config: WidgetConfig) -> Bool {
        config.parts.contains { !$0.isFixed && $0.source.query(context, Page(limit: 1)) != nil }
    }

    private func widget(
        _ config: WidgetConfig,
        _ state: WidgetState,
        _ items: [Item] = [],
        _ content: SelectedContent? = nil
    ) -> Widget {
        // What is not there yet is measured as if all of it were, so that nothing jumps when it comes.
        let itemCount = items.isEmpty ? config.limit : items.count
        let link = config.layouts.first(knownTo: asked.request.layouts) ?? config.layouts.wanted
        return Widget(
            frame: framing.frame(config, link, itemCount: itemCount, context),
            badge: content?.badge?.badge(in: context.words),
            state: state,
            fallback: content?.fallback,
            items: items,
            firstRank: firstRank,
            loadMore: content?.next.flatMap { loadMore(config, behind: $0, shown: firstRank + items.count) },
            tracking: tokens.token(of: config.id),
            words: context.words
        )
    }

    /// How many items of the widget the pages before the one that is asked for have shown.
    private var firstRank: Int { page?.cursor.shown ?? 0 }

    /// What loads the widget, or the page of it that is asked for.
    private func href(_ config: WidgetConfig) -> String {
        guard let page else { return link.href(widget: config.id, in: asked.segment.id) }
        return link.href(widget: config.id, in: asked.segment.id, cursor: page.text)
    }

    private func loadMore(_ config: WidgetConfig, behind position: Position, shown: Int) -> String? {
        // Sealed with the user's search, which nobody knows: the cursor would be of no use.
        guard let part = config.pagedPart, context.unread == nil else { return nil }
        let cursor = Cursor(config: asked.config.revision, part: part, position: position, shown: shown)
        return link.href(
            widget: config.id,
            in: asked.segment.id,
            cursor: composing.cursors.sign(cursor, of: config.id, for: scope)
        )
    }

    private func widgetError(_ config: WidgetConfig, _ error: SourceError?) -> WidgetError {
        let (code, phrase): (WidgetError.Code, Phrase) =
            switch error {
            case .store, .recommendations(.store): (.storeUnavailable, .storeUnavailable)
            case .recommendations(.unavailable): (.upstreamUnavailable, .upstreamUnavailable)
            case .recommendations(.overloaded): (.upstreamOverloaded, .upstreamOverloaded)
            case .recommendations(.timedOut), .recommendations(.cancelled): (.upstreamTimeout, .upstreamTimeout)
            case .timedOut, nil: (.sourceTimeout, .sourceTimeout)
            }
        return WidgetError(
            code: code,
            message: context.words.text(phrase),
            retryAfter: Self.retryAfter,
            retry: href(config)
        )
    }
}
