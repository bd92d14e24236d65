import Bytes
import Catalogue
import Observability
import Synchronization

/// A client of Gorse's REST API (v0.5) with a cache, request coalescing, a concurrency limit and a circuit breaker.
package final class GorseClient: Sendable {
    private typealias Outcomes = AsyncStream<Result<[CatalogueItem.ID], RecommendationError>>

    private struct State {
        var cache: LRUCache<GorseQuery, (items: [CatalogueItem.ID], expiry: ContinuousClock.Instant)>
        var waiters: [GorseQuery: [Outcomes.Continuation]] = [:]
        var breaker: CircuitBreaker
    }

    let options: GorseOptions
    let clock: any ServiceClock
    let metrics: RecommenderMetrics
    private let url: ServiceURL
    private let fields: [String: String]
    private let transport: any Transport
    private let state: Mutex<State>

    /// - Parameter key: the service's API key (`X-API-Key`), if it needs one.
    package init(
        url: ServiceURL,
        key: String?,
        options: GorseOptions,
        helper transport: any Transport,
        clock: any ServiceClock = ContinuousClock(),
        metrics: RecommenderMetrics
    ) {
        self.url = url
        self.options = options
        self.transport = transport
        self.clock = clock
        self.metrics = metrics
        var fields = ["Accept": "application/json", "X-API-Version": "2"]
        fields["X-API-Key"] = key
        self.fields = fields
        state = Mutex(
            State(cache: LRUCache(capacity: options.cacheSize), breaker: CircuitBreaker(limits: options.circuitBreaker))
        )
    }

    deinit {
        metrics.breakerState.increment(by: -state.withLock { $0.breaker.state.rawValue })
    }

    /// The items of the service's response, the best first, at most ``GorseOptions/pageSize``.
    ///
    /// If the task is cancelled, the request continues, and its result is cached.
    func items(_ query: GorseQuery) async throws(RecommendationError) -> [CatalogueItem.ID] {
        let (outcomes, waiter) = Outcomes.makeStream()
        let (known, counted) = withState { answer(to: query, &$0, or: waiter) }
        if let counted { metrics[counted].increment() } else { send(query) }
        if let known { return try known.get() }
        let outcome = await outcomes.outcome()
        if case .failure(.cancelled) = outcome { metrics[.abandoned].increment() }
        return try outcome.get()
    }

    /// - Parameter waiter: Gets the response if there is no answer yet.
    /// - Returns: the answer if it is known, and what the query counts as; `nil` for one that has to be sent.
    private func answer(
        to query: GorseQuery,
        _ state: inout State,
        or waiter: Outcomes.Continuation
    ) -> (Outcomes.Element?, GorseQueryOutcome?) {
        let now = clock.now
        if let (items, expiry) = state.cache.value(for: query), now < expiry { return (.success(items), .cached) }
        if let waiters = state.waiters[query] {
            guard waiters.count < options.maxWaiters else { return (.failure(.overloaded), .overloaded) }
            state.waiters[query]?.append(waiter)
            return (nil, .joined)
        }
        guard state.waiters.count < options.maxConcurrentRequests else { return (.failure(.overloaded), .overloaded) }
        guard state.breaker.allowsRequest(at: now) else {
            return (.failure(.unavailable("circuit breaker open")), .rejected)
        }
        state.waiters[query] = [waiter]
        return (nil, nil)
    }

    private func send(_ query: GorseQuery) {
        metrics.inFlight.increment()
        let request = TransportRequest(url: query.url(at: url, count: options.pageSize), fields: fields)
        transport.send(request, timeout: options.timeout) { [self] result in
            complete(query, GorseResponse(result, limit: options.pageSize))
        }
    }

    private func complete(_ query: GorseQuery, _ response: GorseResponse) {
        let now = clock.now
        let waiters = withState { state in
            state.breaker.record(failed: response.isFailure, at: now)
            if case .success(let items) = response.result, options.cacheSize > 0 {
                state.cache.insert((items, now + options.cacheLifetime), for: query)
            }
            return state.waiters.removeValue(forKey: query) ?? []
        }
        metrics.inFlight.increment(by: -1)
        metrics[response.outcome].increment()
        for waiter in waiters { waiter.yield(response.result) }
    }

    /// Changes the state, and updates the metric of the circuit breaker.
    private func withState<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let old = state.breaker.state.rawValue
            defer { metrics.breakerState.increment(by: state.breaker.state.rawValue - old) }
            return body(&state)
        }
    }

    /// Sends a request that changes something.
    /// - Returns: the status of the response.
    func send(
        _ method: TransportRequest.Method,
        _ path: String,
        body: String = ""
    ) async throws(RecommendationError) -> Int {
        var fields = fields
        if !body.isEmpty { fields["Content-Type"] = "application/json" }
        let request = TransportRequest(method: method, url: "\(url)/api/\(path)", fields: fields, body: body)
        let (outcomes, waiter) = AsyncStream<Result<Int, RecommendationError>>.makeStream()
        transport.send(request, timeout: options.feedbackTimeout) { waiter.yield($0.map(\.status)) }
        return try await outcomes.outcome().get()
    }
}

extension AsyncStream {
    /// The first element; `.cancelled` at once if the task is cancelled.
    fileprivate func outcome<Value: Sendable>() async -> Element where Element == Result<Value, RecommendationError> {
        await first { _ in true } ?? .failure(.cancelled)
    }
}

/// The clock of a client; tests have one of their own.
package protocol ServiceClock: Clock where Instant == ContinuousClock.Instant {}

extension ContinuousClock: ServiceClock {}
