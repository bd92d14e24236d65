import Catalogue
import HomeLayout
import Localization
import Recommendations

/// A home is a function of the request, the config, the catalogue snapshot, the user record, the recommendation
/// service's results and the time. Requests wait for the user record and the service alone.
///
/// A request passes the folders of this module in this order:
///
///     Request     parses the parameters
///     Plan        caches the parts that depend on neither user nor items: segment, language, geometry
///     Gates       chooses the widgets
///     Pass        makes the home: HomePass.swift shows every step
///     Sources     finds the candidates of each widget
///     Cards       renders the card of each item
///     Recording   passes on some homes with their explanation
///
/// `Document` is JSON, `Config` declares the widgets, `Tokens` the signed cursors and tokens.
public final class HomeFeed: Sendable {
    public let config: HomeConfig
    private let users: UserCache
    private let services: ServiceLoader?
    let interactions: InteractionUpdater?
    private let rates: WidgetRates
    private let sampler: HomeSampler?
    private let clock: @Sendable () -> Instant
    /// The most items that a home may scan on the event loop.
    let longScan: Int
    let caches: FeedCaches
    let plans = SegmentPlans()

    /// - Parameters:
    ///   - recommendations: `nil` for the embedded engine.
    ///   - interactions: Events of users from which the embedded engine learns; `nil` for none.
    ///   - signingKey: 32 secret bytes or more. Processes with the same key accept each other's cursors and tokens.
    ///   - longScan: Homes that may scan more items of the catalogue than this are built beside the event loops.
    ///   - clock: Returns the time; called once for each home.
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
        clock: @escaping @Sendable () -> Instant
    ) {
        self.config = config
        self.users = users
        services = recommendations.map { ServiceLoader(service: $0) }
        self.interactions = interactions
        self.rates = rates
        self.sampler = sampler
        self.clock = clock
        self.longScan = longScan
        caches = FeedCaches(signer: TokenSigner(key: signingKey), cards: cards)
    }

    /// Whether a market exists: the config names it, or the catalogue has an active item in it.
    public func hasMarket(_ market: String, in snapshot: CatalogueSnapshot) -> Bool {
        if config.marketNames[market] != nil { return true }
        let query = ItemQuery(filter: ItemFilter(market: market))
        return !snapshot.find(query, at: clock(), limit: 1).isEmpty
    }

    /// The home; `nil`, without a call of `note`, if the user record or the recommendation service has to be waited
    /// for, or the catalogue may have to be scanned for longer than an event loop has time.
    /// - Parameters:
    ///   - note: Receives the load of each source, in the order of the widgets.
    ///   - memory: Returns empty memory for the document.
    /// - Throws: ``FeedError`` if the segment does not exist or an essential source has failed.
    public func immediateHome(
        for request: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in },
        memory: () -> [UInt8] = { [] }
    ) throws(FeedError) -> HomeDocument? {
        let start = ContinuousClock.now
        var state = CachedUser.empty
        if let user = request.user {
            guard let cached = users.cachedUser(user) else { return nil }
            state = cached
        }
        let inputs = try inputs(request, .success(state), snapshot)
        if services != nil, inputs.widgets.contains(where: \.config.usesService) { return nil }
        if areScansLong(for: inputs, inputs.widgets) { return nil }
        if request.user != nil { note(SourceLoad(userSince: start, nil)) }
        return try home(of: inputs, [:], since: start, memory: memory, note)
    }

    /// The home, within the request's time budget. A widget is deferred if its source misses the budget, and has an
    /// error if its source fails; the other widgets are not affected. Half of the budget is for the user record:
    /// without it, only the widgets that need it fail.
    /// - Throws: ``FeedError`` if the segment does not exist or an essential source has failed.
    public func home(
        for request: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in },
        memory: () -> [UInt8] = { [] }
    ) async throws(FeedError) -> HomeDocument {
        let budget = config.budget.time(requested: request.budget)
        let start = ContinuousClock.now
        let state = try await state(of: request.user, by: start + budget / 2, note)
        let inputs = try inputs(request, state, snapshot)
        let outcomes = await serviceOutcomes(for: inputs.widgets, inputs.context, by: start + budget)
        let isLong = areScansLong(for: inputs, inputs.widgets)
        return try await run(scans: isLong) { () throws(FeedError) in
            // The caller's memory belongs to its event loop.
            try home(of: inputs, outcomes, since: start, memory: { isLong ? [] : memory() }, note)
        }
    }

    /// Records some homes.
    private func home(
        of inputs: HomeInputs,
        _ outcomes: ServiceOutcomes,
        since start: ContinuousClock.Instant,
        memory: () -> [UInt8],
        _ note: (SourceLoad) -> Void
    ) throws(FeedError) -> HomeDocument {
        guard let sampler, !inputs.context.request.explains, sampler.selects(start) else {
            return try inputs.document(outcomes, memory: memory, note: note)
        }
        var home = try inputs.document(outcomes, isExplained: true, memory: memory, note: note)
        sampler.take(RecordedHome(home: home, inputs: inputs, start: start))
        home.explanation = nil
        return home
    }

    /// Everything that the home of a request depends on, but the recommendation service.
    /// - Throws: ``FeedError/parameter(_:)`` if the segment does not exist.
    func inputs(
        _ request: HomeRequest,
        _ state: Result<CachedUser, SourceError>,
        _ snapshot: CatalogueSnapshot,
        subject: CatalogueItem.ID? = nil
    ) throws(FeedError) -> HomeInputs {
        var request = request
        let plan = try plans.plan(for: &request, of: config)
        let context = FeedContext(
            snapshot: snapshot,
            request: request,
            state: state,
            locale: plan.localizer.locale,
            now: clock(),
            marketNames: plan.config.marketNames,
            interactions: interactions,
            weights: plan.config.weights,
            rates: rates,
            subject: subject
        )
        return HomeInputs(plan, context, caches)
    }

    /// The last known state if the store does not answer in time.
    /// - Throws: ``FeedError/defect(_:)`` alone. Other failures are results, because a home can do without the record.
    func state(
        of user: UserID?,
        by deadline: ContinuousClock.Instant,
        _ note: (SourceLoad) -> Void
    ) async throws(FeedError) -> Result<CachedUser, SourceError> {
        guard let user else { return .success(.empty) }
        let start = ContinuousClock.now
        let read = await result(by: deadline) { [users] () async throws(StoreError) in try await users.user(user) }
        if case .success(let state) = read {
            note(SourceLoad(userSince: start, nil))
            return .success(state)
        }
        let error: SourceError = if case .failure(let error) = read { .store(error) } else { .late }
        if case .store(.defect(let description)) = error {
            note(SourceLoad(userSince: start, error))
            throw .defect("the store: \(description)")
        }
        let known = users.lastKnownUser(user)
        note(SourceLoad(userSince: start, known == nil ? error : nil))
        return known.map { .success($0) } ?? .failure(error)
    }

    func serviceOutcomes(
        for widgets: [WidgetPlan],
        _ context: FeedContext,
        after shown: ShownToken = ShownToken(),
        by deadline: ContinuousClock.Instant
    ) async -> ServiceOutcomes {
        guard let services, widgets.contains(where: \.config.usesService) else { return [:] }
        return await services.outcomes(for: widgets, context, shownCount: shown.hashes.count, by: deadline)
    }
}

public enum FeedError: Error, Sendable {
    case parameter(ParameterError)
    case unknownWidget(String)
    /// There is no such item that the widget could be about.
    case unknownItem(String)
    /// The user record could not be read; the widget's gate or the cursor depends on it.
    case store(StoreError)
    /// An essential source of this widget has failed.
    case essential(widget: String)
    case cursor(CursorError)
    /// The `shown` token was altered, or belongs to another user or segment.
    case shown
    /// A defect of the program; it is never reported as a failing source.
    case defect(String)
}
