import Catalogue
import HomeLayout
import Localization
import Recommendations

/// Builds homes. A home is a function of the request, the config, the catalogue snapshot, the user record, the
/// recommendation service's results and the time. Requests wait for the user record and the service, and for nothing
/// else.
///
/// A request passes the folders of this module in this order:
///
///     Request     parses the parameters; resolves the segment and the language
///     Gates       chooses the widgets
///     Sources     finds the candidates of each widget
///     Selection   deduplicates; applies limits, minimums and positions
///     Cards       looks up or renders the card of each item
///     Layout      adds texts, state, links and geometry
///     Recording   passes on some homes with their explanation
///
/// `Document` then places the widgets on the page, and `Encoding` writes the home. `Config` declares the widgets,
/// `Cursors` the signed tokens.
public final class HomeFeed: Sendable {
    let config: HomeConfig
    private let users: UserCache
    private let services: ServiceLoader?
    let interactions: InteractionUpdater?
    private let rates: WidgetRates
    private let sampler: HomeSampler?
    private let clock: @Sendable () -> Int64
    let longScans: LongScans
    let caches: FeedCaches

    /// A feed of homes.
    /// - Parameters:
    ///   - config: Declares the segments and widgets.
    ///   - users: The user records.
    ///   - recommendations: The recommendation service; `nil` for the embedded engine.
    ///   - interactions: What the embedded engine learns from users' events; `nil` for nothing.
    ///   - rates: How often all users open the widgets.
    ///   - cards: Keeps rendered cards.
    ///   - signingKey: Signs cursors and tokens, 32 secret bytes or more. Processes with the same key accept each
    ///     other's.
    ///   - sampler: Takes some homes; `nil` for none.
    ///   - longScan: Homes that may scan more items of the catalogue than this are built beside the event loops.
    ///   - clock: Returns the time in Unix seconds; called once for each home.
    public init(
        config: HomeConfig,
        users: UserCache,
        recommendations: (any RecommendationService)? = nil,
        interactions: InteractionUpdater? = nil,
        rates: WidgetRates = WidgetRates(),
        cards: CardCache,
        signingKey: [UInt8],
        sampler: HomeSampler? = nil,
        longScan: Int = HomeFeed.defaultLongScan,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.config = config
        self.users = users
        services = recommendations.map { ServiceLoader(service: $0) }
        self.interactions = interactions
        self.rates = rates
        self.sampler = sampler
        self.clock = clock
        longScans = LongScans(limit: longScan)
        caches = FeedCaches(signingKey: signingKey, cards: cards)
    }

    /// Whether clients may request explanations of homes.
    public var explains: Bool { config.explains }

    public var languages: SupportedLanguages { config.languages }

    /// The kinds of items that users can search for.
    public var kinds: KindTable { config.kinds }

    /// Whether a market exists: the config names it, or the catalogue has an active item in it.
    public func hasMarket(_ market: String, in snapshot: CatalogueSnapshot) -> Bool {
        if config.marketNames[market] != nil { return true }
        let query = ItemQuery(filter: ItemFilter(market: market))
        return !snapshot.find(query, at: clock(), limit: 1).isEmpty
    }

    /// The default number of items beyond which a scan of the catalogue leaves the event loop.
    public static let defaultLongScan = LongScans.defaultLimit

    /// The home; `nil`, without a call of `note`, if the user record or the recommendation service has to be waited
    /// for, or the catalogue may have to be scanned for longer than an event loop has time.
    /// - Parameter note: Receives the load of each source, in the order of the widgets.
    /// - Throws: ``FeedError`` if the segment does not exist or an essential source has failed.
    public func immediateHome(
        for request: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in }
    ) throws(FeedError) -> Home? {
        let start = ContinuousClock.now
        let resolved = try ResolvedRequest(request, config)
        var state = CachedUser.empty
        if let user = request.user {
            guard let cached = users.cachedUser(user) else { return nil }
            state = cached
        }
        let builder = builder(resolved, .success(state), snapshot)
        if services != nil, ServiceLoader.isNeeded(by: builder.widgets) { return nil }
        let isFiltered = !request.choices.isEmpty
        if longScans.areNeeded(by: builder.widgets, builder.context, isFiltered: isFiltered) { return nil }
        if request.user != nil { note(SourceLoad(userSince: start, nil)) }
        return try home(of: builder, .none, since: start, note)
    }

    /// The home, within the request's time budget. A widget is deferred if its source misses the budget, and has an
    /// error if its source fails; the other widgets are not affected. Half of the budget is for the user record:
    /// without it, only the widgets that need it fail.
    /// - Parameter note: Receives the load of each source, in the order of the widgets.
    /// - Throws: ``FeedError`` if the segment does not exist or an essential source has failed.
    public func home(
        for request: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Home {
        let resolved = try ResolvedRequest(request, config)
        let budget = config.budget.time(requested: request.budget)
        let start = ContinuousClock.now
        let state = try await state(of: request.user, by: start + budget / 2, note)
        let builder = builder(resolved, state, snapshot)
        let outcomes = await serviceOutcomes(for: builder.widgets, builder.context, by: start + budget)
        let isLong = longScans.areNeeded(
            by: builder.widgets,
            builder.context,
            isFiltered: !request.choices.isEmpty
        )
        return try await longScans.run(isLong) { () throws(FeedError) in
            try home(of: builder, outcomes, since: start, note)
        }
    }

    /// The home of a request that began at `start`. Some are recorded.
    private func home(
        of builder: HomeBuilder,
        _ outcomes: ServiceOutcomes,
        since start: ContinuousClock.Instant,
        _ note: (SourceLoad) -> Void
    ) throws(FeedError) -> Home {
        guard let sampler, !builder.resolved.request.explains, sampler.selects(start) else {
            return try builder.home(outcomes, note: note)
        }
        var home = try builder.home(outcomes, isExplained: true, note: note)
        sampler.take(RecordedHome(home, builder, since: start))
        home.explanation = nil
        return home
    }

    /// The request with its context and evaluated gates.
    func builder(
        _ resolved: ResolvedRequest,
        _ state: Result<CachedUser, UserRecordFailure>,
        _ snapshot: CatalogueSnapshot,
        subject: CatalogueItem.ID? = nil
    ) -> HomeBuilder {
        let context = FeedContext(
            snapshot: snapshot,
            user: resolved.request.user,
            state: state,
            place: resolved.request.place,
            now: clock(),
            marketNames: resolved.config.marketNames,
            interactions: interactions,
            weights: resolved.config.weights,
            rates: rates,
            subject: subject
        )
        return HomeBuilder(resolved, context, caches)
    }

    /// The user's state, or why it could not be read by `deadline`.
    func state(
        of user: UserID?,
        by deadline: ContinuousClock.Instant,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> Result<CachedUser, UserRecordFailure> {
        guard let user else { return .success(.empty) }
        let start = ContinuousClock.now
        do throws(UserRecordFailure) {
            let state = try await users.user(user, by: deadline)
            note(SourceLoad(userSince: start, nil))
            return .success(state)
        } catch {
            note(SourceLoad(userSince: start, error))
            if case .failed(.defect(let description)) = error { throw .defect("the store: \(description)") }
            return .failure(error)
        }
    }

    /// The recommendation service's results for the sources of `widgets`.
    func serviceOutcomes(
        for widgets: [WidgetConfig],
        _ context: FeedContext,
        after shown: ShownToken = ShownToken(),
        by deadline: ContinuousClock.Instant
    ) async -> ServiceOutcomes {
        guard let services, ServiceLoader.isNeeded(by: widgets) else { return .none }
        return await services.outcomes(for: widgets, context, shownCount: shown.hashes.count, by: deadline)
    }
}

/// Why there is no home or widget.
public enum FeedError: Error, Sendable {
    /// A parameter is missing or invalid.
    case parameter(ParameterError)
    /// The segment has no such widget.
    case unknownWidget(String)
    /// There is no such item that the widget could be about.
    case unknownItem(String)
    /// The user record could not be read; the widget's gate or the cursor depends on it.
    case store(StoreError)
    /// An essential source of this widget has failed.
    case essential(widget: String)
    /// The cursor is not valid for the request.
    case cursor(CursorError)
    /// The `shown` token was altered, or belongs to another user or segment.
    case shown
    /// A defect of the program; it is never reported as a failing source.
    case defect(String)
}
