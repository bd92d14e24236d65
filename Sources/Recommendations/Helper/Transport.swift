package protocol Transport: Sendable {
    /// Sends `request`, and calls `completion` exactly once, on a thread that must not block.
    ///
    /// The caller limits the number of concurrent requests.
    /// - Parameter timeout: until the response is complete; afterwards the result is ``RecommendationError/timedOut``.
    func send(_ request: TransportRequest, timeout: Duration, completion: @escaping Completion)

    typealias Completion = @Sendable (Result<TransportResponse, RecommendationError>) -> Void
}

package struct TransportRequest: Hashable, Codable, Sendable {
    enum Method: String, Codable, Sendable {
        case get = "GET"
        case put = "PUT"
        case delete = "DELETE"
    }

    var method = Method.get
    /// The absolute URL: `http://127.0.0.1:8087/api/latest?n=10`.
    let url: String
    var fields: [String: String] = [:]
    var body = ""
}

package struct TransportResponse: Hashable, Codable, Sendable {
    /// 100…599.
    let status: Int
    /// Invalid UTF-8 is replaced.
    let body: String
}
