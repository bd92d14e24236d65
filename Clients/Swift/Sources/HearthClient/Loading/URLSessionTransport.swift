import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over a URLSession without its cache, cookies and credentials.
public struct URLSessionTransport: Transport {
    private let session: URLSession
    private let timeout: Double

    /// - Parameter timeout: In seconds, of the whole response.
    public init(timeout: Double = 15) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        (session, self.timeout) = (URLSession(configuration: configuration), timeout)
    }

    /// Returns when the task is cancelled, or a second after the timeout at the latest. On Linux URLSession may do neither
    /// after a 401, and cancelling its task may deadlock: there, the task ends alone.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var asked = URLRequest(url: request.url)
        (asked.httpMethod, asked.httpBody) = (request.method, request.body)
        for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
        let (responses, continuation) = AsyncThrowingStream<HTTPResponse, any Error>.makeStream()
        let task = session.dataTask(with: asked) { body, response, error in
            if let response = response as? HTTPURLResponse {
                let headers = Dictionary(response.allHeaderFields.map { ("\($0)", "\($1)") }) { first, _ in first }
                continuation.yield(HTTPResponse(status: response.statusCode, headers: headers, body: body ?? Data()))
            }
            continuation.finish(throwing: error)
        }
        #if !canImport(FoundationNetworking)
            continuation.onTermination = { _ in task.cancel() }
        #endif
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout + 1) {
            continuation.finish(throwing: URLError(.timedOut))
        }
        task.resume()
        for try await response in responses { return response }
        throw CancellationError()
    }
}
