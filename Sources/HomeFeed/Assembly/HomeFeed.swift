public import HomeDocument
import HomeLayout
public import PropertyStore
public import Recommendations

/// Makes homes: a pure function of the config, the request, the store and the recommendations.
public struct HomeFeed: Sendable {
    private let config: HomeConfig
    private let store: any PropertyStore
    private let recommendations: any Recommendations
    private let cards = CardCache()

    /// A feed of homes as `config` says, out of `store` and `recommendations`.
    public init(config: HomeConfig, store: any PropertyStore, recommendations: any Recommendations) {
        self.config = config
        self.store = store
        self.recommendations = recommendations
    }

    /// The home that `request` asks for. A widget whose source fails says so in its state; the others are not touched.
    /// - Parameter note: is told how each load went, in their order.
    /// - Throws: ``FeedError`` where there is no such segment, or the user cannot be looked up.
    public func home(
        for request: HomeRequest,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Home {
        let segment = try segment(of: request)
        let context = try await context(for: request, note)
        let composer = WidgetComposer(request: request, segment: segment.id, context: context)
        var selection = Selection()
        var widgets: [Widget] = []
        widgets.reserveCapacity(segment.widgets.count)
        for widget in segment.widgets {
            let loaded = await load(widget, context, &selection, note)
            if let composed = composer.widget(widget, loaded) { widgets.append(composed) }
        }
        return Home(
            device: request.device,
            style: config.page,
            header: composer.pageHeader(config.title),
            segments: config.segments.map {
                Segment(
                    id: $0.id,
                    title: $0.title,
                    href: $0.id == segment.id ? nil : composer.link.href(segment: $0.id)
                )
            },
            widgets: widgets
        )
    }

    /// The widget `id` of the home that `request` asks for, alone; empty where it has nothing to show.
    /// - Parameter note: is told how each load went, in their order.
    /// - Throws: ``FeedError`` where there is no such segment or widget, or the user cannot be looked up.
    public func widget(
        _ id: String,
        for request: HomeRequest,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Widget {
        let segment = try segment(of: request)
        guard let widget = segment.widgets.first(where: { $0.id == id }) else { throw .unknownWidget(id) }
        let context = try await context(for: request, note)
        var selection = Selection()
        let loaded = await load(widget, context, &selection, note)
        let composer = WidgetComposer(request: request, segment: segment.id, context: context)
        return composer.widget(widget, loaded) ?? composer.empty(widget)
    }

    private func segment(of request: HomeRequest) throws(FeedError) -> SegmentConfig {
        if let segment = config.segment(request.segment) { return segment }
        let known = config.segments.map { "\"\($0.id)\"" }.joined(separator: ", ")
        throw .parameter(.invalid("segment", "one of \(known)", found: request.segment ?? ""))
    }

    private func context(
        for request: HomeRequest,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> LoadContext {
        var record = UserRecord.unknown
        if let user = request.user {
            do {
                record = try await SourceLoad.measure(
                    SourceLoad.user,
                    for: nil,
                    note: note,
                    explain: { "the property store: \($0)" },
                    { () throws(StoreError) in try await store.record(of: user) }
                )
            } catch {
                throw .store(error)
            }
        }
        return LoadContext(
            user: request.user,
            record: record,
            place: request.place,
            marketNames: config.marketNames,
            store: store,
            recommendations: recommendations,
            cards: cards
        )
    }

    private func load(
        _ widget: WidgetConfig,
        _ context: LoadContext,
        _ selection: inout Selection,
        _ note: (SourceLoad) -> Void
    ) async -> Result<SourceContent, SourceError> {
        var contents: [SourceContent] = []
        for part in widget.parts {
            do {
                let content = try await SourceLoad.measure(
                    type(of: part.source).kind,
                    for: widget.id,
                    note: note,
                    explain: \.explanation,
                    { () throws(SourceError) in
                        try await part.source.load(context, limit: part.limit + part.reserve)
                    }
                )
                contents.append(content)
            } catch {
                return .failure(error)
            }
        }
        return .success(selection.select(contents, for: widget.parts))
    }
}

/// Why there is no home.
public enum FeedError: Error, Sendable {
    /// A parameter of the request names what is not there.
    case parameter(ParameterError)
    /// The segment has no such widget.
    case unknownWidget(String)
    /// The property store did not answer.
    case store(StoreError)
}
