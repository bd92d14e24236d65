import GorseAnswers
import Synchronization

@testable import Recommendations

/// A transport whose requests wait until a test, or a rule, responds to them.
final class FakeTransport: Transport {
    typealias Outcome = Result<TransportResponse, RecommendationError>

    private struct State {
        var requests: [TransportRequest] = []
        /// The completions of the requests, `nil` after the response.
        var completions: [Completion?] = []
        var maxWaiting = 0
        var rule: (@Sendable (TransportRequest) -> Outcome?)?
    }

    private let state = Mutex(State())

    init(rule: (@Sendable (TransportRequest) -> Outcome?)? = nil) {
        state.withLock { $0.rule = rule }
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }
    /// The number of requests without a response.
    var waiting: Int { state.withLock { $0.completions.count { $0 != nil } } }

    /// The most requests without a response so far.
    var maxWaiting: Int { state.withLock { $0.maxWaiting } }

    func send(_ request: TransportRequest, timeout: Duration, completion: @escaping Completion) {
        let outcome = state.withLock { state in
            state.requests.append(request)
            let outcome = state.rule?(request)
            state.completions.append(outcome == nil ? completion : nil)
            state.maxWaiting = max(state.maxWaiting, state.completions.count { $0 != nil })
            return outcome
        }
        if let outcome { completion(outcome) }
    }

    /// Responds to the request number `index`.
    func respond(_ index: Int, _ outcome: Outcome) {
        let completion = state.withLock { state in
            defer { state.completions[index] = nil }
            return state.completions[index]
        }
        completion?(outcome)
    }

    func waitForRequests(_ count: Int) async {
        while requests.count < count { await Task.yield() }
    }
}

extension Result<TransportResponse, RecommendationError> {
    /// An answer of Gorse.
    static func gorse(_ answer: GorseAnswer) -> Self { status(answer.status, answer.body) }

    /// Status 200 with this body.
    static func ok(_ body: String) -> Self { status(200, body) }

    static func status(_ status: Int, _ body: String = "") -> Self {
        .success(TransportResponse(status: status, body: body))
    }
}
