import Foundation
import FoundationNetworking
import Synchronization

/// The requests that are under way, and what has arrived of their answers.
final class Exchanges: NSObject, URLSessionDataDelegate {
    typealias Reply = @Sendable (_ id: UInt64, Result<TransportResponse, TransportError>) -> Void

    private struct Exchange {
        let id: UInt64
        var body: [UInt8] = []
    }

    private let longest: Int
    private let cancellations: DispatchQueue
    let reply: Reply
    /// By the numbers of their tasks.
    private let open = Mutex<[Int: Exchange]>([:])

    init(longest: Int, cancellations: DispatchQueue, reply: @escaping Reply) {
        self.longest = longest
        self.cancellations = cancellations
        self.reply = reply
    }

    func begin(_ id: UInt64, _ task: URLSessionTask) {
        open.withLock { $0[task.taskIdentifier] = Exchange(id: id) }
    }

    /// Says what came of the task's request, where nothing has been said yet.
    func end(_ task: URLSessionTask, _ result: Result<TransportResponse, TransportError>?, cancels: Bool) {
        guard let exchange = open.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let answer = result ?? Self.answer(task, exchange.body)
        reply(exchange.id, answer)
        if cancels { cancellations.async { task.cancel() } }
    }

    private static func answer(_ task: URLSessionTask, _ body: [UInt8]) -> Result<TransportResponse, TransportError> {
        guard let response = task.response as? HTTPURLResponse else {
            return .failure(.unreachable("no response"))
        }
        return .success(TransportResponse(status: response.statusCode, body: body))
    }

    // MARK: What the session tells

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = open.withLock { open in
            guard open[dataTask.taskIdentifier] != nil else { return false }
            open[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return (open[dataTask.taskIdentifier]?.body.count ?? 0) > longest
        }
        if isTooLong { end(dataTask, .failure(.tooLong), cancels: true) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task, error.map { .failure(.unreachable($0.localizedDescription)) }, cancels: false)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        // A service that sends its clients elsewhere is not the one that was named.
        end(task, .success(TransportResponse(status: response.statusCode, body: [])), cancels: true)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.cancelAuthenticationChallenge, nil)
        let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode
        end(
            task,
            status.map { .success(TransportResponse(status: $0, body: [])) } ?? .failure(.unreachable("challenged")),
            cancels: true
        )
    }
}
