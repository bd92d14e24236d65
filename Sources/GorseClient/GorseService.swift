internal import Catalogue
internal import Recommendations
package import Relay
import Synchronization

/// A service behind Gorse's REST API (v0.5), asked with care: each question once at a time, not too many at a time, not while
/// the service fails, and not again while the last answer is fresh. Nobody waits for it longer than they want to.
package final class GorseService: Sendable {
    private struct Flight {
        var waiters: [Waiter<[CatalogueItem.ID]>] = []
    }

    private struct State {
        var answers: AnswerCache<Question, [CatalogueItem.ID]>
        var flights: [Question: Flight] = [:]
        var breaker: CircuitBreaker
    }

    /// How a question is to be answered.
    private enum Decision {
        case known([CatalogueItem.ID])
        case wait(asks: Bool)
        case fail(RecommendationError, ClientOutcome)
    }

    let limits: ClientLimits
    let timekeeper: any Timekeeper
    let observer: any ClientObserver
    private let address: ServiceAddress
    private let fields: [TransportRequest.Field]
    private let transport: any Transport
    private let state: Mutex<State>

    /// - Parameters:
    ///   - key: what the service wants to know of who asks (`X-API-Key`), where it does.
    ///   - seed: where the breaker's jitter begins.
    init(
        at address: ServiceAddress,
        key: String?,
        limits: ClientLimits,
        transport: any Transport,
        timekeeper: any Timekeeper,
        observer: any ClientObserver,
        seed: UInt64
    ) {
        self.address = address
        self.limits = limits
        self.transport = transport
        self.timekeeper = timekeeper
        self.observer = observer
        fields = [.init("Accept", "application/json")] + (key.map { [.init("X-API-Key", $0)] } ?? [])
        state = Mutex(
            State(
                answers: AnswerCache(capacity: limits.answers, life: limits.answerLife),
                breaker: CircuitBreaker(limits: limits.breaker, seed: seed)
            )
        )
    }

    /// A service at `address`, to which `transport` carries what is asked.
    /// - Parameters:
    ///   - key: what the service wants to know of who asks (`X-API-Key`), where it does.
    ///   - timer: calls those back who wait.
    package convenience init(
        at address: ServiceAddress,
        key: String?,
        limits: ClientLimits,
        transport: any Transport,
        timer: TimerThread,
        observer: any ClientObserver
    ) {
        self.init(
            at: address,
            key: key,
            limits: limits,
            transport: transport,
            timekeeper: timer,
            observer: observer,
            seed: .random(in: .min ... .max)
        )
    }

    deinit {
        let breaker = state.withLock { $0.breaker.publicState }
        if breaker != .closed { observer.breaker(from: breaker, to: .closed) }
    }

    /// The items that the service answers with, the best first, at most ``ClientLimits/page``.
    /// - Parameter deadline: until when to wait; the question goes on without who asked, and its answer is kept.
    func items(
        _ question: Question,
        by deadline: ContinuousClock.Instant
    ) async throws(RecommendationError) -> [CatalogueItem.ID] {
        let now = timekeeper.now
        guard now < deadline else {
            observer.noted(.abandoned)
            throw .timedOut
        }
        let waiter = Waiter<[CatalogueItem.ID]>()
        switch change({ decide(question, waiter, &$0, now) }) {
        case .known(let items):
            observer.noted(.cached)
            return items
        case .fail(let error, let outcome):
            observer.noted(outcome)
            throw error
        case .wait(let asks):
            if asks { ask(question) } else { observer.noted(.joined) }
            timekeeper.call(at: deadline) { [observer] in
                if waiter.finish(.failure(.timedOut)) { observer.noted(.abandoned) }
            }
            let outcome = await waiter.outcome()
            if case .failure(.cancelled) = outcome { observer.noted(.abandoned) }
            return try outcome.get()
        }
    }

    private func decide(
        _ question: Question,
        _ waiter: Waiter<[CatalogueItem.ID]>,
        _ state: inout State,
        _ now: ContinuousClock.Instant
    ) -> Decision {
        if let items = state.answers.answer(to: question, at: now) { return .known(items) }
        if let flight = state.flights[question] {
            guard flight.waiters.count < limits.waiters else { return .fail(.overloaded, .overloaded) }
            state.flights[question]?.waiters.append(waiter)
            return .wait(asks: false)
        }
        guard state.flights.count < limits.requests else { return .fail(.overloaded, .overloaded) }
        guard state.breaker.admits(at: now) else {
            return .fail(.unavailable("circuit breaker open"), .rejected)
        }
        state.flights[question] = Flight(waiters: [waiter])
        return .wait(asks: true)
    }

    private func ask(_ question: Question) {
        observer.inFlight(1)
        let request = TransportRequest(
            .get,
            question.url(at: address, count: limits.page),
            fields: fields + [.init("X-API-Version", "2")]
        )
        transport.send(request, within: limits.timeout) { [self] result in
            land(question, Reading(result, limit: limits.page))
        }
    }

    /// Tells everybody who waits what came of a question.
    private func land(_ question: Question, _ reading: Reading) {
        let now = timekeeper.now
        let flight = change { state in
            state.breaker.note(failed: reading.isFailure, at: now)
            if case .success(let items) = reading.result { state.answers.keep(items, to: question, at: now) }
            return state.flights.removeValue(forKey: question)
        }
        observer.inFlight(-1)
        observer.noted(reading.outcome)
        for waiter in flight?.waiters ?? [] { waiter.finish(reading.result) }
    }

    /// Changes the state, and tells where that was the breaker's.
    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, old, new) = state.withLock { state in
            let old = state.breaker.publicState
            let value = body(&state)
            return (value, old, state.breaker.publicState)
        }
        if old != new { observer.breaker(from: old, to: new) }
        return value
    }

    /// Sends feedback.
    /// - Returns: the status that it was answered with.
    func put(feedback body: [UInt8]) async throws(RecommendationError) -> Int {
        let waiter = Waiter<Int>()
        let request = TransportRequest(
            .put,
            "\(address)/api/feedback",
            fields: fields + [.init("Content-Type", "application/json")],
            body: body
        )
        transport.send(request, within: limits.feedbackTimeout) { result in
            waiter.finish(result.map(\.status).mapError { RecommendationError($0) })
        }
        return try await waiter.outcome().get()
    }
}

extension CircuitBreaker {
    /// The state as it is told outside.
    var publicState: BreakerState {
        switch state {
        case .closed: .closed
        case .open: .open
        case .halfOpen: .halfOpen
        }
    }
}
