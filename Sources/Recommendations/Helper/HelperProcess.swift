import Foundation
import FoundationNetworking
import Synchronization

/// Runs a helper process: reads requests from the socket `descriptor`, sends them with URLSession, and writes the
/// responses.
///
/// Returns when the worker closes its end, or sends a malformed frame.
package func runHTTPHelper(on descriptor: Int32, limits: HelperLimits) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let socket = FrameSocket(descriptor: descriptor)
    // The lock keeps frames whole.
    let output = Mutex(socket)
    let client = URLSessionClient(limits: limits) { id, result in
        // A closed socket ends the loop below.
        output.withLock { _ = $0.write(FrameDecoder.frame(id, result), blocks: true) }
    }
    let session = client.makeSession()
    var frames = FrameDecoder(limit: FrameDecoder.maxRequestFrameSize)
    while case .bytes(let bytes) = socket.read(blocks: true) {
        frames.append(bytes)
        do throws(MalformedFrame) {
            while let (header, body) = try frames.next(HelperRequestHeader.self) {
                client.send(header, body, over: session)
            }
        } catch {
            return
        }
    }
}

/// Sends requests with URLSession: no cache, cookies, redirects, proxies or credentials.
///
/// It has deadlines of its own, because a session's timeouts are idle times in whole seconds.
private final class URLSessionClient: NSObject, URLSessionDataDelegate {
    typealias Completion = @Sendable (_ id: UInt64, Result<TransportResponse, RecommendationError>) -> Void

    private struct Exchange {
        let id: UInt64
        var body: [UInt8] = []
    }

    private let limits: HelperLimits
    private let completion: Completion
    /// The requests in flight with the response bodies so far, by task identifier.
    private let exchanges = Mutex<[Int: Exchange]>([:])
    /// Cancelling a task on the session's queue, or on one that the session waits for, can block it for ever.
    private let cancellations = DispatchQueue(label: "cancellations")

    /// - Parameter completion: called once for each request, on any thread.
    init(limits: HelperLimits, completion: @escaping Completion) {
        // libcurl, below URLSession, would take proxies from the environment.
        for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            // Sound: no other thread reads the environment yet.
            unsafe unsetenv(name)
        }
        self.limits = limits
        self.completion = completion
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

    func send(_ header: HelperRequestHeader, _ body: [UInt8], over session: URLSession) {
        guard let url = URL(string: header.request.url) else {
            return completion(header.id, .failure(.unavailable("the URL is malformed")))
        }
        var request = URLRequest(url: url)
        request.httpMethod = header.request.method.rawValue
        request.allHTTPHeaderFields = header.request.fields
        if !body.isEmpty { request.httpBody = Data(body) }
        // A safety net: the deadline below comes first.
        request.timeoutInterval = 2 + Double(header.milliseconds) / 1000
        let task = session.dataTask(with: request)
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(id: header.id) }
        Task {
            try await Task.sleep(for: .milliseconds(header.milliseconds))
            end(task, .failure(.timedOut), cancels: true)
        }
        task.resume()
    }

    /// Completes the task's request, unless it is completed already.
    /// - Parameter result: `nil` for the response that the task has received.
    private func end(_ task: URLSessionTask, _ result: Result<TransportResponse, RecommendationError>?, cancels: Bool) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        let status = (task.response as? HTTPURLResponse)?.statusCode
        let response = status.map { TransportResponse(status: $0, body: exchange.body) }
        completion(exchange.id, result ?? response.map { .success($0) } ?? .failure(.unavailable("no response")))
        if cancels { cancellations.async { task.cancel() } }
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
        let response = status.map { TransportResponse(status: $0, body: []) }
        end(task, response.map { .success($0) } ?? .failure(.unavailable("authentication required")), cancels: true)
    }
}
