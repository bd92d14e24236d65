import Bytes
import Catalogue
import Observability
import Synchronization

/// The clock of a ``GorseService``; tests have one of their own.
package protocol ServiceClock: Sendable {
    /// The current time.
    var now: ContinuousClock.Instant { get }

    /// Sleeps until `deadline`.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws
}

extension ContinuousClock: ServiceClock {}

/// A service behind Gorse's REST API (v0.5), asked with care: each question once at a time, not too many at a time, not while
/// the service fails, and not again while the last answer is fresh. Nobody waits for it longer than they want to.
package final class GorseService: Sendable {
    private struct State {
        /// The answers, and until when they are kept.
        var answers: LRUCache<GorseQuery, (items: [CatalogueItem.ID], end: ContinuousClock.Instant)>
        /// Who waits for the answers to the questions under way.
        var waiters: [GorseQuery: [SingleResult<[CatalogueItem.ID]>]] = [:]
        var breaker: CircuitBreaker
    }

    /// How a question is to be answered.
    private enum Decision {
        case known([CatalogueItem.ID])
        case wait(asks: Bool)
        case fail(RecommendationError, GorseQueryOutcome)
    }

    let limits: GorseLimits
    let clock: any ServiceClock
    let metrics: RecommenderMetrics
    private let address: ServiceURL
    private let fields: [String: String]
    private let transport: any Transport
    private let state: Mutex<State>

    /// A service at `address`, to which `transport` carries what is asked.
    /// - Parameter key: what the service wants to know of who asks (`X-API-Key`), where it does.
    package init(
        at address: ServiceURL,
        key: String?,
        limits: GorseLimits,
        transport: any Transport,
        clock: any ServiceClock = ContinuousClock(),
        metrics: RecommenderMetrics
    ) {
        self.address = address
        self.limits = limits
        self.transport = transport
        self.clock = clock
        self.metrics = metrics
        fields = ["Accept": "application/json", "X-API-Version": "2"].merging(key.map { ["X-API-Key": $0] } ?? [:]) {
            $1
        }
        state = Mutex(
            State(
                answers: LRUCache(capacity: limits.answers),
                breaker: CircuitBreaker(limits: limits.breaker)
            )
        )
    }

    deinit {
        metrics.breaker.add(-state.withLock { $0.breaker.state.number })
    }

    /// The items that the service answers with, the best first, at most ``GorseLimits/page``.
    /// - Parameter deadline: until when to wait; the question goes on without who asked, and its answer is kept.
    func items(
        _ question: GorseQuery,
        by deadline: ContinuousClock.Instant
    ) async throws(RecommendationError) -> [CatalogueItem.ID] {
        let now = clock.now
        guard now < deadline else {
            metrics[.abandoned].increment()
            throw .timedOut
        }
        let waiter = SingleResult<[CatalogueItem.ID]>()
        switch change({ decide(question, waiter, &$0, now) }) {
        case .known(let items):
            metrics[.cached].increment()
            return items
        case .fail(let error, let outcome):
            metrics[outcome].increment()
            throw error
        case .wait(let asks):
            if asks { ask(question) } else { metrics[.joined].increment() }
            let timeout = Task.immediate { [clock, metrics] in
                try await clock.sleep(until: deadline, tolerance: nil)
                if waiter.finish(.failure(.timedOut)) { metrics[.abandoned].increment() }
            }
            let outcome = await waiter.outcome()
            timeout.cancel()
            if case .failure(.cancelled) = outcome { metrics[.abandoned].increment() }
            return try outcome.get()
        }
    }

    private func decide(
        _ question: GorseQuery,
        _ waiter: SingleResult<[CatalogueItem.ID]>,
        _ state: inout State,
        _ now: ContinuousClock.Instant
    ) -> Decision {
        if let (items, end) = state.answers.value(for: question), now < end { return .known(items) }
        if let waiters = state.waiters[question] {
            guard waiters.count < limits.waiters else { return .fail(.overloaded, .overloaded) }
            state.waiters[question]?.append(waiter)
            return .wait(asks: false)
        }
        guard state.waiters.count < limits.requests else { return .fail(.overloaded, .overloaded) }
        guard state.breaker.admits(at: now) else {
            return .fail(.unavailable("circuit breaker open"), .rejected)
        }
        state.waiters[question] = [waiter]
        return .wait(asks: true)
    }

    private func ask(_ question: GorseQuery) {
        metrics.inFlight.add(1)
        let request = TransportRequest(
            .get,
            question.url(at: address, count: limits.page),
            fields: fields
        )
        transport.send(request, within: limits.timeout) { [self] result in
            land(question, ResponseReading(result, limit: limits.page))
        }
    }

    /// Tells everybody who waits what came of a question.
    private func land(_ question: GorseQuery, _ reading: ResponseReading) {
        let now = clock.now
        let waiters = change { state in
            state.breaker.note(failed: reading.isFailure, at: now)
            if case .success(let items) = reading.result, limits.answers > 0 {
                state.answers.insert((items, now + limits.answerLife), for: question)
            }
            return state.waiters.removeValue(forKey: question) ?? []
        }
        metrics.inFlight.add(-1)
        metrics[reading.outcome].increment()
        for waiter in waiters { waiter.finish(reading.result) }
    }

    /// Changes the state, and shows that of the breaker.
    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let old = state.breaker.state.number
            defer { metrics.breaker.add(state.breaker.state.number - old) }
            return body(&state)
        }
    }

    /// Sends feedback.
    /// - Returns: the status that it was answered with.
    func put(feedback body: [UInt8]) async throws(RecommendationError) -> Int {
        let waiter = SingleResult<Int>()
        let request = TransportRequest(
            .put,
            "\(address)/api/feedback",
            fields: fields.merging(["Content-Type": "application/json"]) { $1 },
            body: body
        )
        transport.send(request, within: limits.feedbackTimeout) { result in
            waiter.finish(result.map(\.status).mapError { RecommendationError($0) })
        }
        return try await waiter.outcome().get()
    }
}
