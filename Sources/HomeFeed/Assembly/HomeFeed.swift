public import HomeDocument
import HomeLayout
public import Catalogue
public import Recommendations
public import Words

/// Makes homes: a pure function of the config, the request, the moment, the store and the recommendations.
public struct HomeFeed: Sendable {
    private let config: HomeConfig
    private let store: any PropertyStore
    private let recommendations: any Recommendations
    private let clock: @Sendable () -> Int64
    private let composing: Composing
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
        composing = Composing(signingKey: sealingKey)
        self.clock = clock
    }

    /// Whether whoever may ask for homes may ask why they are as they are.
    public var explains: Bool { config.explains }

    /// The languages that the homes can be had in.
    public var languages: Languages { config.languages }

    /// Whether there is such a market: the config names it, or the catalogue has a listing on offer there.
    public func hasMarket(_ market: String) async throws(StoreError) -> Bool {
        if config.marketNames[market] != nil { return true }
        return try await !store.newest(matching: SearchCriteria(market: market), at: clock(), limit: 1).isEmpty
    }

    /// The home that `request` asks for. It is made by the end of its budget: a widget whose source is not done by then
    /// is deferred, one whose source fails says so in its state, and the others are not touched. Where the user cannot be
    /// looked up, so it is with those that are of the user: they fail, or are deferred where half of the budget is over.
    /// - Parameter note: is told how each load went, in the order of the widgets.
    /// - Throws: ``FeedError`` where there is no such segment, or an essential source has nothing to show.
    public func home(
        for request: HomeRequest,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Home {
        let time = config.budget.time(asked: request.budget)
        let start = Instant.now
        let end = start + time
        // The rest is for what can be shown without the user.
        let assembly = try await assembly(AskedHome(request, config), by: start + time / 2, note)
        let contents = try await contents(of: assembly.admission.widgets, ShownToken(), assembly.context, by: end, note)
        let hydration = await Hydration(contents, assembly.context, note)
        return assembly.home(contents, hydration)
    }

    /// The home that `request` asks for, the same as ``home(for:note:)`` makes, where all that it takes is known and
    /// nothing has to be waited for; `nil` where something has to be, and then nothing is noted.
    /// - Throws: ``FeedError`` where there is no such segment.
    public func knownHome(
        for request: HomeRequest,
        note: (SourceLoad) -> Void = { _ in }
    ) throws(FeedError) -> Home? {
        let start = Instant.now
        let asked = try AskedHome(request, config)
        let version = store.version()
        var userLoad: SourceLoad?
        var record = UserRecord.unknown
        if let user = request.user {
            guard let remembered = store.rememberedRecord(of: user) else { return nil }
            record = remembered
            userLoad = SourceLoad(userSince: start, nil)
        }
        let assembly = HomeAssembly(asked, context(asked, .success(record), version), composing)
        let widgets = assembly.admission.widgets
        let gathering = Gathering(context: assembly.context, lastGood: lastGood, end: start)
        guard let outcomes = try gathering.known(widgets) else { return nil }
        let contents = selected(outcomes, for: widgets)
        guard let hydration = Hydration(known: contents, assembly.context) else { return nil }
        if let userLoad { note(userLoad) }
        for outcome in outcomes { outcome.forEachLoad(note) }
        hydration.noteLoad(note)
        return assembly.home(contents, hydration)
    }

    /// The widget `id` of the home that `request` asks for, alone; empty where it has nothing to show.
    /// - Parameters:
    ///   - cursor: the cursor of a page before this one, as it stands in the address of what comes behind; `nil` for
    ///     the beginning.
    ///   - shown: the newest `shown` token that the client has for this segment: the widget has none of those items.
    ///   - note: is told how each load went, in their order.
    /// - Throws: ``FeedError`` where there is no such segment, no such widget in it for this request, the cursor is of no
    ///   use, or nobody can tell since the user cannot be looked up.
    public func widget(
        _ id: String,
        after cursor: String? = nil,
        shown: String? = nil,
        for request: HomeRequest,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Widget {
        let time = config.budget.time(asked: request.budget ?? config.budget.maximum)
        let start = Instant.now
        let end = start + time
        let asked = try AskedHome(request, config)
        guard asked.segment.widgets.contains(where: { $0.id == id }) else { throw .unknownWidget(id) }
        let shown = try self.shown(shown, of: asked)
        var assembly = try await assembly(asked, by: start + time / 2, note)
        let widget = assembly.admission.widgets.first { $0.id == id }
        // Neither whether its gate is open nor whose cursor it is can be told without the user.
        if widget == nil || cursor != nil, let unread = assembly.context.unread { throw .store(unread.storeError) }
        guard let widget else { throw .unknownWidget(id) }
        if let cursor { try assembly.composer.open(cursor, of: widget) }
        let content =
            if let page = assembly.composer.page {
                try await self.content(of: widget, behind: page.cursor, shown, assembly.context, by: end, note)
            } else {
                try await contents(of: [widget], shown, assembly.context, by: end, note)[0]
            }
        let hydration = await Hydration([content], assembly.context, note)
        return assembly.alone(widget, content, hydration, after: shown)
    }

    /// What the client of `asked` shows already, by its token; nothing without one.
    private func shown(_ token: String?, of asked: AskedHome) throws(FeedError) -> ShownToken {
        guard let token else { return ShownToken() }
        let signer = composing.signer
        let (user, segment) = (asked.request.user, asked.segment.id)
        guard let shown = ShownToken(token, signedBy: signer, user: user, segment: segment) else { throw .shown }
        return shown
    }

    /// Reads what is known of who asks, and begins with what that tells.
    private func assembly(
        _ asked: AskedHome,
        by end: Instant,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> HomeAssembly {
        // Before anything is read, so that what is kept is never taken for newer than it is.
        let version = store.version()
        guard let user = asked.request.user else {
            return HomeAssembly(asked, context(asked, .success(.unknown), version), composing)
        }
        let start = Instant.now
        let record: Result<UserRecord, UnreadRecord>
        do throws(UnreadRecord) {
            record = .success(try await store.record(of: user, by: end))
            note(SourceLoad(userSince: start, nil))
        } catch {
            record = .failure(error)
            note(SourceLoad(userSince: start, error))
            if case .failed(let error) = error, let mistake = error.mistake { throw .defect(mistake) }
        }
        return HomeAssembly(asked, context(asked, record, version), composing)
    }

    private func context(
        _ asked: AskedHome,
        _ record: Result<UserRecord, UnreadRecord>,
        _ version: StoreVersion
    ) -> LoadContext {
        LoadContext(
            user: asked.request.user,
            record: record,
            place: asked.request.place,
            now: clock(),
            marketNames: asked.config.marketNames,
            words: asked.words,
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
        _ shown: ShownToken,
        _ context: LoadContext,
        by end: Instant,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> [SelectedContent] {
        let gathering = Gathering(context: context, lastGood: lastGood, reserve: shown.hashes.count, end: end)
        let outcomes = try await gathering.load(widgets)
        for outcome in outcomes { outcome.forEachLoad(note) }
        var settled = outcomes.makeIterator()
        for widget in widgets {
            for part in widget.parts {
                guard let outcome = settled.next() else { break }
                if part.policy.isEssential && outcome.isMissing { throw .essential(widget: widget.id) }
            }
        }
        return selected(outcomes, for: widgets, shown)
    }

    /// - Parameters:
    ///   - outcomes: what became of the widgets' parts, one behind the other.
    ///   - shown: what the client shows already.
    private func selected(
        _ outcomes: [PartOutcome],
        for widgets: [WidgetConfig],
        _ shown: ShownToken = ShownToken()
    ) -> [SelectedContent] {
        var selection = Selection(capacity: widgets.reduce(0) { $0 + $1.limit }, excluding: shown)
        var rest = outcomes[...]
        return widgets.map { widget in
            let own = rest.prefix(widget.parts.count)
            rest = rest.dropFirst(widget.parts.count)
            return selection.select(own, for: widget)
        }
    }

    /// What comes behind in a widget.
    private func content(
        of widget: WidgetConfig,
        behind cursor: Cursor,
        _ shown: ShownToken,
        _ context: LoadContext,
        by end: Instant,
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
            reserve: shown.hashes.count,
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
        var selection = Selection(capacity: part.limit, excluding: shown)
        return selection.select(page: outcome, of: part)
    }
}

/// Why there is no home.
public enum FeedError: Error, Sendable {
    /// A parameter of the request names what is not there.
    case parameter(ParameterError)
    /// The segment has no such widget.
    case unknownWidget(String)
    /// The property store did not say who asks, without which nobody can tell whether there is such a widget or the cursor
    /// is of use.
    case store(StoreError)
    /// The content of this widget, without which there is no home, could not be loaded.
    case essential(widget: String)
    /// The cursor is of no use.
    case cursor(CursorError)
    /// The `shown` token was altered, or belongs to another user or segment.
    case shown
    /// The program is wrong.
    case defect(Defect)
}
