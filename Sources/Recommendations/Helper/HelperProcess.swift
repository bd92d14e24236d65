import Foundation
import FoundationNetworking
import Synchronization

/// Runs a helper process: reads requests from the socket `descriptor`, sends them with URLSession, and writes the
/// responses.
///
/// Returns when the worker closes its end, or sends a malformed message.
package func runHTTPHelper(on descriptor: Int32, limits: HelperLimits) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let socket = MessageSocket(descriptor: descriptor)
    let client = URLSessionClient(respondingTo: socket, limits)
    let session = client.makeSession()
    var input = MessageDecoder(limit: MessageDecoder.maxRequestLength)
    while let bytes = socket.read(blocks: true), let messages = input.messages(in: bytes, HelperRequest.self) {
        for message in messages { client.send(message, over: session) }
    }
}

/// Sends requests with URLSession: no cache, cookies, redirects, proxies or credentials.
///
/// It has deadlines of its own, because a session's timeouts are idle times in whole seconds.
private final class URLSessionClient: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let id: UInt64
        var body: [UInt8] = []
    }

    private let limits: HelperLimits
    /// The lock keeps messages whole.
    private let output: Mutex<MessageSocket>
    /// The requests in flight with the response bodies so far, by task identifier.
    private let exchanges = Mutex<[Int: Exchange]>([:])
    /// Cancelling a task on the session's queue, or on one that the session waits for, can block it for ever.
    private let cancellations = DispatchQueue(label: "cancellations")

    init(respondingTo socket: MessageSocket, _ limits: HelperLimits) {
        // libcurl, below URLSession, would take proxies from the environment.
        for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            // Sound: no other thread reads the environment yet.
            unsafe unsetenv(name)
        }
        self.limits = limits
        output = Mutex(socket)
    }

    func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = limits.maxConcurrentRequests
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    func send(_ message: HelperRequest, over session: URLSession) {
        guard let url = URL(string: message.request.url) else {
            return respond(to: message.id, .failure(.unavailable("the URL is malformed")))
        }
        var request = URLRequest(url: url)
        request.httpMethod = message.request.method.rawValue
        request.allHTTPHeaderFields = message.request.fields
        if !message.request.body.isEmpty { request.httpBody = Data(message.request.body.utf8) }
        // A safety net: the deadline below comes first.
        request.timeoutInterval = 2 + Double(message.milliseconds) / 1000
        let task = session.dataTask(with: request)
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(id: message.id) }
        Task {
            try await Task.sleep(for: .milliseconds(message.milliseconds))
            end(task, .failure(.timedOut), cancels: true)
        }
        task.resume()
    }

    /// Completes the task's request, unless it is completed already.
    /// - Parameter result: `nil` for the response that the task has received.
    private func end(_ task: URLSessionTask, _ result: Result<TransportResponse, RecommendationError>?, cancels: Bool) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let status = (task.response as? HTTPURLResponse)?.statusCode
        let response = status.map {
            TransportResponse(status: $0, body: String(decoding: exchange.body, as: UTF8.self))
        }
        respond(to: exchange.id, result ?? response.map { .success($0) } ?? .failure(.unavailable("no response")))
        if cancels { cancellations.async { task.cancel() } }
    }

    private func respond(to id: UInt64, _ result: Result<TransportResponse, RecommendationError>) {
        // That the socket is closed shows in the next read.
        output.withLock { _ = $0.write(MessageDecoder.line(HelperResponse(id: id, result)), blocks: true) }
    }

    // MARK: URLSessionDataDelegate

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let length = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return exchanges[dataTask.taskIdentifier]?.body.count ?? 0
        }
        if length > limits.maxResponseSize {
            end(dataTask, .failure(.unavailable("its response is too long")), cancels: true)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task, error.map { .failure(.unavailable(String($0.localizedDescription.prefix(200)))) }, cancels: false)
    }

    /// Redirects are not followed: their target is not the configured service.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        end(task, .success(TransportResponse(status: response.statusCode, body: "")), cancels: true)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.cancelAuthenticationChallenge, nil)
        let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode
        let response = status.map { TransportResponse(status: $0, body: "") }
        end(task, response.map { .success($0) } ?? .failure(.unavailable("authentication required")), cancels: true)
    }
}
