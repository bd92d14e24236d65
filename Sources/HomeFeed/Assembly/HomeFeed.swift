public import HomeDocument
import HomeLayout
public import PropertyStore
public import Recommendations
public import Words

/// Makes homes: a pure function of the config, the request, the moment, the store and the recommendations.
public struct HomeFeed: Sendable {
    private let config: HomeConfig
    private let store: any PropertyStore
    private let recommendations: any Recommendations
    private let clock: @Sendable () -> Int64
    private let seal: CursorSeal
    private let subjects = Subjects()
    private let known = KnownAnswers()
    private let lastGood = LastGood()

    /// A feed of homes as `config` says, out of `store` and `recommendations`.
    /// - Parameters:
    ///   - sealingKey: seals the cursors of pages, 32 secret bytes or more; whoever has the same takes the same cursors.
    ///   - clock: tells the moment in Unix seconds, once for each home.
    public init(
        config: HomeConfig,
        store: any PropertyStore,
        recommendations: any Recommendations,
        sealingKey: [UInt8],
        clock: @escaping @Sendable () -> Int64
    ) {
        self.config = config
        self.store = store
        self.recommendations = recommendations
        seal = CursorSeal(key: sealingKey)
        self.clock = clock
    }

    /// Whether whoever may ask for homes may ask why they are as they are.
    public var explains: Bool { config.explains }

    /// The languages that the homes can be had in.
    public var languages: Languages { config.languages }

    /// The home that `request` asks for. It is made by the end of its budget: a widget whose source is not done by then
    /// is deferred, one whose source fails says so in its state, and the others are not touched.
    /// - Parameter note: is told how each load went, in the order of the widgets.
    /// - Throws: ``FeedError`` where there is no such segment, the user cannot be looked up, or an essential source has
    ///   nothing to show.
    public func home(
        for request: HomeRequest,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Home {
        let end = ContinuousClock.now + config.budget.time(asked: request.budget)
        let (request, config, words) = speaking(request)
        let segment = try segment(of: request, config)
        let context = try await context(for: request, config, words, note)
        let gates = gates(request, context)
        let admission = Admission(to: segment, gates)
        let composer = composer(for: request, segment, admission, context)
        let contents = try await contents(of: admission.widgets, context, by: end, note)
        let hydration = await Hydration(contents, context, note)
        let made = zip(admission.widgets, contents).map { widget, content in
            (widget: widget, content: content, made: composer.widget(widget, content, hydration))
        }
        var home = Home(
            device: request.device,
            words: words,
            style: config.page,
            header: composer.pageHeader(config.title),
            segments: config.segments.map {
                Segment(
                    id: $0.id,
                    title: $0.title,
                    href: $0.id == segment.id ? nil : composer.link.href(segment: $0.id)
                )
            },
            experiments: admission.arms,
            widgets: made.compactMap(\.made)
        )
        if request.explains {
            home.explanation =
                Explaining(widgets: segment.widgets, gates: gates, contents: made, hydration: hydration).explanation
        }
        return home
    }

    /// The widget `id` of the home that `request` asks for, alone; empty where it has nothing to show.
    /// - Parameters:
    ///   - cursor: the cursor of a page before this one, as it stands in the address of what comes behind; `nil` for
    ///     the beginning.
    ///   - note: is told how each load went, in their order.
    /// - Throws: ``FeedError`` where there is no such segment, no such widget in it for this request, the user cannot be
    ///   looked up, or the cursor is of no use.
    public func widget(
        _ id: String,
        after cursor: String? = nil,
        for request: HomeRequest,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Widget {
        let end = ContinuousClock.now + config.budget.time(asked: request.budget ?? config.budget.maximum)
        let (request, config, words) = speaking(request)
        let segment = try segment(of: request, config)
        guard segment.widgets.contains(where: { $0.id == id }) else { throw .unknownWidget(id) }
        let context = try await context(for: request, config, words, note)
        let gates = gates(request, context)
        let admission = Admission(to: segment, gates)
        guard let widget = admission.widgets.first(where: { $0.id == id }) else { throw .unknownWidget(id) }
        var composer = composer(for: request, segment, admission, context)
        if let cursor { try composer.open(cursor, of: widget) }
        let content =
            if let page = composer.page {
                try await self.content(of: widget, behind: page.cursor, context, by: end, note)
            } else {
                try await contents(of: [widget], context, by: end, note)[0]
            }
        let hydration = await Hydration([content], context, note)
        var made = composer.alone(widget, content, hydration)
        if request.explains {
            let contents = [(widget: widget, content: content, made: Optional(made))]
            made.explanation =
                Explaining(widgets: [widget], gates: gates, contents: contents, hydration: hydration).explanation
        }
        return made
    }

    /// What comes behind in a widget.
    private func content(
        of widget: WidgetConfig,
        behind cursor: Cursor,
        _ context: LoadContext,
        by end: ContinuousClock.Instant,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> SelectedContent {
        guard cursor.config == config.revision else { throw .cursor(.outdated) }
        // Not reached: this config has sealed a cursor of another part.
        guard cursor.part == widget.pagedPart else { throw .cursor(.invalid) }
        let part = widget.parts[cursor.part]
        let load = PartLoad(
            widget: widget.id,
            part: part,
            context: context,
            lastGood: lastGood,
            after: cursor.position,
            end: end
        )
        let outcome: PartOutcome
        do {
            outcome = try await load.run()
        } catch {
            throw .defect(error)
        }
        outcome.forEachLoad(note)
        var selection = Selection(capacity: part.limit)
        return selection.select(page: outcome, of: part)
    }

    private func gates(_ request: HomeRequest, _ context: LoadContext) -> GateContext {
        GateContext(
            request: request,
            record: context.record,
            locale: context.words.locale.description,
            now: context.now
        )
    }

    private func composer(
        for request: HomeRequest,
        _ segment: SegmentConfig,
        _ admission: Admission,
        _ context: LoadContext
    ) -> WidgetComposer {
        WidgetComposer(
            request: request,
            segment: segment.id,
            context: context,
            configRevision: config.revision,
            arms: admission.arms,
            seal: seal
        )
    }

    /// The words that a request gets, the config in their language, and the request with no locale but one that is spoken.
    private func speaking(_ request: HomeRequest) -> (HomeRequest, HomeConfig, Wording) {
        let words = request.locale.flatMap { languages.wording(for: $0) }
        var request = request
        request.locale = words?.locale
        let spoken = words ?? languages.standard
        return (request, config.speaking(spoken), spoken)
    }

    private func segment(of request: HomeRequest, _ config: HomeConfig) throws(FeedError) -> SegmentConfig {
        if let segment = config.segment(request.segment) { return segment }
        let known = config.segments.map { "\"\($0.id)\"" }.joined(separator: ", ")
        throw .parameter(.invalid("segment", "one of \(known)", found: request.segment ?? ""))
    }

    private func context(
        for request: HomeRequest,
        _ config: HomeConfig,
        _ words: Wording,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> LoadContext {
        // Before anything is read, so that what is kept is never taken for newer than it is.
        let version = store.version()
        var record = UserRecord.unknown
        if let user = request.user {
            let start = ContinuousClock.now
            var failure: StoreError?
            do throws(StoreError) {
                record = try await store.record(of: user)
            } catch {
                failure = error
            }
            note(SourceLoad(SourceLoad.user, since: start, failure))
            if let failure { throw .store(failure) }
        }
        return LoadContext(
            user: request.user,
            record: record,
            place: request.place,
            now: clock(),
            marketNames: config.marketNames,
            words: words,
            store: store,
            recommendations: recommendations,
            subjects: subjects,
            known: known,
            version: version
        )
    }

    /// What each of the widgets is to show: loaded side by side, then chosen in their order.
    private func contents(
        of widgets: [WidgetConfig],
        _ context: LoadContext,
        by end: ContinuousClock.Instant,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> [SelectedContent] {
        let outcomes: [[PartOutcome]]
        do {
            outcomes = try await Gathering(context: context, lastGood: lastGood, end: end).load(widgets)
        } catch {
            throw .defect(error)
        }
        for outcome in outcomes.joined() { outcome.forEachLoad(note) }
        for (widget, parts) in zip(widgets, outcomes) {
            for (part, outcome) in zip(widget.parts, parts) where part.policy.isEssential && outcome.isMissing {
                throw .essential(widget: widget.id)
            }
        }
        var selection = Selection(capacity: widgets.reduce(0) { $0 + $1.limit })
        return zip(widgets, outcomes).map { selection.select($1, for: $0) }
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
    /// The content of this widget, without which there is no home, could not be loaded.
    case essential(widget: String)
    /// The cursor is of no use.
    case cursor(CursorError)
    /// The program is wrong.
    case defect(Defect)
}
