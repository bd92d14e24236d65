import Recommendations
import Synchronization

/// A transport whose requests wait until a test answers them, or until a rule does.
final class HeldTransport: Transport {
    typealias Answer = Result<TransportResponse, TransportError>

    private struct State {
        var requests: [TransportRequest] = []
        var held: [Completion?] = []
        var mostWaiting = 0
        var rule: (@Sendable (TransportRequest) -> Answer?)?
    }

    private let state = Mutex(State())

    init(rule: (@Sendable (TransportRequest) -> Answer?)? = nil) {
        state.withLock { $0.rule = rule }
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }
    /// How many wait.
    var waiting: Int { state.withLock { $0.held.count { $0 != nil } } }

    /// How many have waited at a time.
    var mostWaiting: Int { state.withLock { $0.mostWaiting } }

    func send(_ request: TransportRequest, within limit: Duration, completion: @escaping Completion) {
        let answer = state.withLock { state in
            state.requests.append(request)
            let answer = state.rule?(request)
            state.held.append(answer == nil ? completion : nil)
            state.mostWaiting = max(state.mostWaiting, state.held.count { $0 != nil })
            return answer
        }
        if let answer { completion(answer) }
    }

    /// Answers the request number `index`.
    func answer(_ index: Int, _ answer: Answer) {
        let completion = state.withLock { state in
            defer { state.held[index] = nil }
            return state.held[index]
        }
        completion?(answer)
    }

    /// Returns when there are so many requests.
    func waitForRequests(_ count: Int) async {
        while requests.count < count { await Task.yield() }
    }
}

extension Result<TransportResponse, TransportError> {
    /// 200 with this body.
    static func ok(_ body: String) -> Self { status(200, body) }

    static func status(_ status: Int, _ body: String = "") -> Self {
        .success(TransportResponse(status: status, body: Array(body.utf8)))
    }
}
