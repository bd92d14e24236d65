/// What carries requests to a service, and the answers back.
package protocol Transport: Sendable {
    /// Sends `request`, and calls `completion` exactly once, on a thread of the transport's own, where nothing may block.
    ///
    /// How many are sent at a time is for the caller to bound.
    /// - Parameter limit: how long the answer may take, in milliseconds exactly; then it is
    ///   ``TransportError/timedOut``, a moment later at most.
    func send(_ request: TransportRequest, within limit: Duration, completion: @escaping Completion)

    /// Takes what became of a request.
    typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void
}

/// A request to a service.
package struct TransportRequest: Hashable, Sendable {
    /// The methods that a service is asked with.
    package enum Method: String, Codable, Sendable {
        /// `GET`
        case get = "GET"
        /// `PUT`
        case put = "PUT"
    }

    /// The method.
    package let method: Method
    /// The absolute address: `http://127.0.0.1:8087/api/latest?n=10`.
    package let url: String
    /// The fields of the head.
    package let fields: [String: String]
    /// The body; empty where there is none.
    package let body: [UInt8]

    /// A request of these parts.
    package init(_ method: Method, _ url: String, fields: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// What a service answered.
package struct TransportResponse: Hashable, Sendable {
    /// The status: 100…599.
    package let status: Int
    /// The body, whole.
    package let body: [UInt8]

    /// An answer of these parts.
    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Why there is no answer.
package enum TransportError: Error, Hashable, Codable, Sendable {
    /// The service did not answer in time.
    case timedOut
    /// The answer is longer than is taken.
    case tooLong
    /// The service cannot be reached, or sends what is no answer: what the network said.
    case unreachable(String)
    /// What carries requests broke off, or does not run: what became of it. Whether the service was asked is not known.
    case interrupted(String)
}
