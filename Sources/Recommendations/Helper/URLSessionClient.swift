import Foundation
import FoundationNetworking
import Synchronization

/// Sends requests by URLSession, as plainly as it can: no cache, no cookies, no redirects, no proxy, no credentials; and with
/// deadlines of its own, since a session's are idle times in whole seconds.
final class URLSessionClient: NSObject, URLSessionDataDelegate {
    typealias Reply = @Sendable (_ id: UInt64, Result<TransportResponse, TransportError>) -> Void

    private struct Exchange {
        let id: UInt64
        var body: [UInt8] = []
    }

    private let limits: HelperLimits
    private let reply: Reply
    /// The requests that are under way, and what has arrived of their answers, by the numbers of their tasks.
    private let open = Mutex<[Int: Exchange]>([:])
    /// A task that is cancelled on the session's own queue, or on one that the session waits for, can stop it for ever.
    private let cancellations = DispatchQueue(label: "cancellations")

    /// - Parameter reply: is told once of each request what came of it, on any thread.
    init(limits: HelperLimits, reply: @escaping Reply) {
        // What the library beneath the session takes from there is no business of a service.
        for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            // Sound: no other thread reads the environment yet.
            unsafe unsetenv(name)
        }
        self.limits = limits
        self.reply = reply
    }

    /// A session that tells this client what happens.
    func session() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = limits.connections
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    func send(_ head: HelperRequestHeader, _ body: [UInt8], over session: URLSession) {
        guard let url = URL(string: head.url) else {
            return reply(head.id, .failure(.unreachable("the address is malformed")))
        }
        var request = URLRequest(url: url)
        request.httpMethod = head.method.rawValue
        request.allHTTPHeaderFields = head.fields
        if !body.isEmpty { request.httpBody = Data(body) }
        // Only so that nothing stays for ever: the deadline comes before.
        request.timeoutInterval = 2 + Double(head.milliseconds) / 1000
        let task = session.dataTask(with: request)
        open.withLock { $0[task.taskIdentifier] = Exchange(id: head.id) }
        Task {
            try await Task.sleep(for: .milliseconds(head.milliseconds))
            end(task, .failure(.timedOut), cancels: true)
        }
        task.resume()
    }

    /// Says what came of the task's request, where nothing has been said yet.
    private func end(_ task: URLSessionTask, _ result: Result<TransportResponse, TransportError>?, cancels: Bool) {
        guard let exchange = open.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let status = (task.response as? HTTPURLResponse)?.statusCode
        let answer = status.map { TransportResponse(status: $0, body: exchange.body) }
        reply(exchange.id, result ?? answer.map { .success($0) } ?? .failure(.unreachable("no response")))
        if cancels { cancellations.async { task.cancel() } }
    }

    // MARK: What the session tells

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let length = open.withLock { open in
            open[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return open[dataTask.taskIdentifier]?.body.count ?? 0
        }
        if length > limits.responseBytes { end(dataTask, .failure(.tooLong), cancels: true) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task, error.map { .failure(.unreachable(String($0.localizedDescription.prefix(200)))) }, cancels: false)
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
