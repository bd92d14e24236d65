import Catalogue
import HomeDocument
import HomeLayout
import Localization
import Recommendations

/// Makes homes. A home is a function of the request, the config, the snapshot of the catalogue, the user's record, the answers of a
/// recommendation service, and the moment. Only the record and the service are waited for.
public struct HomeFeed: Sendable {
    private let config: HomeConfig
    private let users: UserCache
    private let loader: ServiceLoader?
    private let clock: @Sendable () -> Int64
    private let tables: BuilderCaches

    /// A feed of homes.
    /// - Parameters:
    ///   - config: Decides what the homes consist of.
    ///   - users: The users' records.
    ///   - recommendations: The recommendation service; `nil` for the embedded engine.
    ///   - cards: Keeps rendered cards.
    ///   - signingKey: Signs cursors and tokens, 32 secret bytes or more; processes with the same key take each other's.
    ///   - clock: Returns the moment in Unix seconds (UTC); called once for each home.
    public init(
        config: HomeConfig,
        users: UserCache,
        recommendations: (any RecommendationService)? = nil,
        cards: CardCache,
        signingKey: [UInt8],
        clock: @escaping @Sendable () -> Int64
    ) {
        self.config = config
        self.users = users
        loader = recommendations.map { ServiceLoader(service: $0, lastRanked: LastServiceResults()) }
        self.clock = clock
        tables = BuilderCaches(signingKey: signingKey, cards: cards)
    }

    /// Whether clients may ask why homes are as they are.
    public var explains: Bool { config.explains }

    /// The languages of the homes.
    public var languages: SupportedLanguages { config.languages }

    /// The kinds of items that users can search for.
    public var kinds: KindTable { config.kinds }

    /// Whether there is such a market: the config names it, or the catalogue has an item on offer there.
    public func hasMarket(_ market: String, in snapshot: CatalogueSnapshot) -> Bool {
        if config.marketNames[market] != nil { return true }
        let query = ItemQuery(filter: ItemFilter(market: market))
        return !snapshot.find(query, at: clock(), limit: 1).isEmpty
    }

    // MARK: Homes

    /// The home, where nothing has to be waited for; otherwise `nil`, and nothing is noted.
    /// - Parameter note: Receives the work of each source, in the order of the widgets.
    /// - Throws: ``FeedError`` where there is no such segment, or an essential source has nothing to show.
    public func immediateHome(
        for request: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in }
    ) throws(FeedError) -> Home? {
        let start = ContinuousClock.now
        let resolved = try ResolvedRequest(request, config)
        var record = CachedUserRecord.empty
        if let user = request.user {
            guard let cached = users.cachedRecord(of: user) else { return nil }
            record = cached
        }
        let builder = builder(resolved, .success(record), snapshot)
        if loader != nil, ServiceLoader.isNeeded(by: builder.evaluation.widgets) { return nil }
        if request.user != nil { note(SourceLoad(userSince: start, nil)) }
        return try builder.home(.none, note: note)
    }

    /// The home. It is made by the end of its budget: a widget whose source is not done by then is deferred, one whose source fails
    /// has the error in its state, and the others are not affected. Where the user's record cannot be read, or not within half of
    /// the budget, that concerns the widgets that need it.
    /// - Parameter note: Receives the work of each source, in the order of the widgets.
    /// - Throws: ``FeedError`` where there is no such segment, or an essential source has nothing to show.
    public func home(
        for request: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Home {
        let resolved = try ResolvedRequest(request, config)
        let time = config.budget.time(asked: request.budget)
        let start = ContinuousClock.now
        // The other half of the time is for the widgets that can be shown without the record.
        let record = try await record(of: request.user, by: start + time / 2, note)
        let builder = builder(resolved, record, snapshot)
        let answers = await answers(for: builder.evaluation.widgets, builder.context, by: start + time)
        return try builder.home(answers, note: note)
    }

    // MARK: Widgets

    /// One widget of a home, or a page of it; empty where it has nothing to show.
    /// - Parameters:
    ///   - request: The widget.
    ///   - home: The home that it is a part of.
    ///   - note: Receives the work of each source, in order.
    /// - Throws: ``FeedError`` where there is no such segment, no such widget in it for this request, a parameter is unusable, or
    ///   the user's record, on which that depends, cannot be read.
    public func widget(
        _ request: WidgetRequest,
        for home: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Widget {
        let resolved = try ResolvedRequest(home, config)
        guard let config = resolved.segment.widgets.first(where: { $0.id == request.id }) else {
            throw .unknownWidget(request.id)
        }
        let choice: ClientChoice
        do { choice = try ClientChoice(request, of: config) } catch { throw .parameter(error) }
        let shown = try self.shown(request.shown, of: resolved)
        let time = self.config.budget.time(asked: home.budget ?? self.config.budget.maximum)
        let start = ContinuousClock.now
        let record = try await record(of: home.user, by: start + time / 2, note)
        let builder = builder(resolved, record, snapshot, subject: choice.item)
        let isOpen = builder.evaluation.widgets.contains { $0.id == request.id }
        // Both the widget's gate and the cursor may depend on the record.
        if !isOpen || request.cursor != nil, let unread = builder.context.unread { throw .store(unread.storeError) }
        guard isOpen else { throw .unknownWidget(request.id) }
        let page = try request.cursor.map { text throws(FeedError) in
            try self.page(text, of: config, choice, resolved, builder.context)
        }
        let answers = await answers(for: [config], builder.context, after: shown, by: start + time)
        return try builder.widget(config, choice, page: page, after: shown, answers, note: note)
    }

    private func page(
        _ text: String,
        of widget: WidgetConfig,
        _ choice: ClientChoice,
        _ resolved: ResolvedRequest,
        _ context: FeedContext
    ) throws(FeedError) -> WidgetBuilder.Page {
        let cursor: Cursor
        do {
            cursor = try tables.cursors.verify(
                text,
                of: widget.id,
                for: CursorSigner.Scope(context, segment: resolved.segment.id, choice)
            )
        } catch {
            throw .cursor(error)
        }
        guard cursor.config == config.revision else { throw .cursor(.outdated) }
        // Not reached: this config has signed a cursor of another source.
        guard cursor.source == widget.pagedSource else { throw .cursor(.invalid) }
        return WidgetBuilder.Page(cursor: cursor, text: text)
    }

    /// The items that the client shows already, by its token; none without one.
    private func shown(_ token: String?, of resolved: ResolvedRequest) throws(FeedError) -> ShownToken {
        guard let token else { return ShownToken() }
        let (user, segment) = (resolved.request.user, resolved.segment.id)
        guard let shown = ShownToken(token, signedBy: tables.signer, user: user, segment: segment) else { throw .shown }
        return shown
    }

    // MARK: Waiting

    private func record(
        of user: UserID?,
        by end: ContinuousClock.Instant,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> Result<CachedUserRecord, UserRecordFailure> {
        guard let user else { return .success(.empty) }
        let start = ContinuousClock.now
        do throws(UserRecordFailure) {
            let record = try await users.record(of: user, by: end)
            note(SourceLoad(userSince: start, nil))
            return .success(record)
        } catch {
            note(SourceLoad(userSince: start, error))
            if case .failed(let error) = error, let defect = error.programDefect { throw .defect(defect) }
            return .failure(error)
        }
    }

    private func answers(
        for widgets: [WidgetConfig],
        _ context: FeedContext,
        after shown: ShownToken = ShownToken(),
        by end: ContinuousClock.Instant
    ) async -> ServiceResults {
        guard let loader, ServiceLoader.isNeeded(by: widgets) else { return .none }
        return await loader.answers(for: widgets, context, shownCount: shown.hashes.count, by: end)
    }

    private func builder(
        _ resolved: ResolvedRequest,
        _ record: Result<CachedUserRecord, UserRecordFailure>,
        _ snapshot: CatalogueSnapshot,
        subject: CatalogueItem.ID? = nil
    ) -> HomeBuilder {
        let context = FeedContext(
            snapshot: snapshot,
            user: resolved.request.user,
            record: record,
            place: resolved.request.place,
            now: clock(),
            marketNames: resolved.config.marketNames,
            subject: subject
        )
        return HomeBuilder(resolved, context, tables)
    }
}

/// Why there is no home.
public enum FeedError: Error, Sendable {
    /// A parameter of the request cannot be used.
    case parameter(ParameterError)
    /// The segment has no such widget.
    case unknownWidget(String)
    /// The user's record could not be read, and it is needed to tell whether the user gets the widget or the cursor is valid.
    case store(StoreError)
    /// An essential source of this widget has failed.
    case essential(widget: String)
    /// The cursor cannot be used.
    case cursor(CursorError)
    /// The `shown` token was altered, or belongs to another user or segment.
    case shown
    /// The program has a defect.
    case defect(InternalError)
}

/// A defect of the program. It is never taken for a source that fails: the client is told that it is one.
public struct InternalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The condition that was expected not to occur.
    public let description: String

    /// A defect with this description.
    public init(_ description: String) {
        self.description = description
    }
}
