import Bytes
import Catalogue
import Observability
import Synchronization

/// A client of Gorse's REST API (v0.5) with a cache, request coalescing, a concurrency limit and a circuit breaker.
package final class GorseClient: Sendable {
    private struct State {
        var cache: LRUCache<GorseQuery, (items: [CatalogueItem.ID], expiry: ContinuousClock.Instant)>
        var waiters: [GorseQuery: [Promise<[CatalogueItem.ID]>]] = [:]
        var breaker: CircuitBreaker
    }

    private enum Decision {
        case cached([CatalogueItem.ID])
        /// Wait for the response; `sends` unless the query is in flight already.
        case wait(sends: Bool)
        case fail(RecommendationError, GorseQueryOutcome)
    }

    let limits: GorseLimits
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
        limits: GorseLimits,
        helper transport: any Transport,
        clock: any ServiceClock = ContinuousClock(),
        metrics: RecommenderMetrics
    ) {
        self.url = url
        self.limits = limits
        self.transport = transport
        self.clock = clock
        self.metrics = metrics
        var fields = ["Accept": "application/json", "X-API-Version": "2"]
        fields["X-API-Key"] = key
        self.fields = fields
        state = Mutex(
            State(cache: LRUCache(capacity: limits.cacheSize), breaker: CircuitBreaker(limits: limits.circuitBreaker))
        )
    }

    deinit {
        metrics.breakerState.increment(by: -state.withLock { $0.breaker.state.number })
    }

    /// The items of the service's response, the best first, at most ``GorseLimits/pageSize``.
    /// - Parameter deadline: when the caller stops waiting. The request continues, and its result is cached.
    func items(
        _ query: GorseQuery,
        by deadline: ContinuousClock.Instant
    ) async throws(RecommendationError) -> [CatalogueItem.ID] {
        let now = clock.now
        guard now < deadline else {
            metrics[.abandoned].increment()
            throw .timedOut
        }
        let promise = Promise<[CatalogueItem.ID]>()
        switch withState({ decide(query, promise, &$0, now) }) {
        case .cached(let items):
            metrics[.cached].increment()
            return items
        case .fail(let error, let outcome):
            metrics[outcome].increment()
            throw error
        case .wait(let sends):
            if sends { send(query) } else { metrics[.joined].increment() }
            let timer = Task.immediate { [clock, metrics] in
                try await clock.sleep(until: deadline, tolerance: nil)
                if promise.fulfill(.failure(.timedOut)) { metrics[.abandoned].increment() }
            }
            defer { timer.cancel() }
            let outcome = await promise.outcome()
            if case .failure(.cancelled) = outcome { metrics[.abandoned].increment() }
            return try outcome.get()
        }
    }

    private func decide(
        _ query: GorseQuery,
        _ promise: Promise<[CatalogueItem.ID]>,
        _ state: inout State,
        _ now: ContinuousClock.Instant
    ) -> Decision {
        if let (items, expiry) = state.cache.value(for: query), now < expiry { return .cached(items) }
        if let waiters = state.waiters[query] {
            guard waiters.count < limits.maxWaiters else { return .fail(.overloaded, .overloaded) }
            state.waiters[query]?.append(promise)
            return .wait(sends: false)
        }
        guard state.waiters.count < limits.maxConcurrentRequests else { return .fail(.overloaded, .overloaded) }
        guard state.breaker.allowsRequest(at: now) else {
            return .fail(.unavailable("circuit breaker open"), .rejected)
        }
        state.waiters[query] = [promise]
        return .wait(sends: true)
    }

    private func send(_ query: GorseQuery) {
        metrics.inFlight.increment()
        let request = TransportRequest(url: query.url(at: url, count: limits.pageSize), fields: fields)
        transport.send(request, timeout: limits.timeout) { [self] result in
            complete(query, GorseResponse(result, limit: limits.pageSize))
        }
    }

    private func complete(_ query: GorseQuery, _ response: GorseResponse) {
        let now = clock.now
        let waiters = withState { state in
            state.breaker.record(failed: response.isFailure, at: now)
            if case .success(let items) = response.result, limits.cacheSize > 0 {
                state.cache.insert((items, now + limits.cacheLifetime), for: query)
            }
            return state.waiters.removeValue(forKey: query) ?? []
        }
        metrics.inFlight.increment(by: -1)
        metrics[response.outcome].increment()
        for waiter in waiters { waiter.fulfill(response.result) }
    }

    /// Changes the state, and updates the metric of the circuit breaker.
    private func withState<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let old = state.breaker.state.number
            defer { metrics.breakerState.increment(by: state.breaker.state.number - old) }
            return body(&state)
        }
    }

    func put(feedback body: [UInt8]) async throws(RecommendationError) -> Int {
        let url = "\(url)/api/feedback"
        var fields = fields
        fields["Content-Type"] = "application/json"
        return try await status(of: TransportRequest(method: .put, url: url, fields: fields, body: body))
    }

    /// Deletes a user, and with it the user's feedback.
    /// - Returns: the status of the response.
    func delete(_ user: UserID) async throws(RecommendationError) -> Int {
        let url = "\(url)/api/user/\(user.rawValue.urlComponent)"
        return try await status(of: TransportRequest(method: .delete, url: url, fields: fields))
    }

    private func status(of request: TransportRequest) async throws(RecommendationError) -> Int {
        let promise = Promise<Int>()
        transport.send(request, timeout: limits.feedbackTimeout) { result in
            promise.fulfill(result.map(\.status))
        }
        return try await promise.outcome().get()
    }
}

/// The clock of a client; tests have one of their own.
package protocol ServiceClock: Clock where Instant == ContinuousClock.Instant {}

extension ContinuousClock: ServiceClock {}
