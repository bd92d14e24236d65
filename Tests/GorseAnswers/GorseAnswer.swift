/// An answer of Gorse 0.5.
///
/// These are the answers in Gorse's documentation and in its tests (`server/rest_test.go`), byte for byte as its server
/// writes them: JSON is indented by one space, an empty list may be `null`, and errors are plain text.
public struct GorseAnswer: Hashable, Sendable {
    /// The status code.
    public let status: Int
    /// JSON if the status is 200, else plain text.
    public let body: String

    private static let reasons = [
        200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed",
        500: "Internal Server Error",
    ]
    /// Bytes; Go's server sends longer bodies in chunks.
    private static let maximumUnchunkedLength = 2048

    /// An answer that Gorse would not give.
    public init(status: Int, body: String) {
        self.status = status
        self.body = body
    }

    private init(_ body: String) { self.init(status: 200, body: body) }

    /// Items with scores, which decrease from 99: all lists except recommendations without `X-API-Version: 2`.
    public static func scores(_ ids: [String]) -> Self {
        if ids.isEmpty { return empty }
        let items = ids.enumerated().map { " {\n  \"Id\": \"\($1)\",\n  \"Score\": \(99 - $0)\n }" }
        return Self("[\n" + items.joined(separator: ",\n") + "\n]")
    }

    /// Recommendations without `X-API-Version: 2`, and those of versions before 0.5.2.
    public static func ids(_ ids: [String]) -> Self {
        ids.isEmpty ? empty : Self("[\n" + ids.map { " \"\($0)\"" }.joined(separator: ",\n") + "\n]")
    }

    /// No recommendations: the user is unknown, or the offset is after the last one.
    public static let empty = Self("[]")

    /// No similar items: the item is unknown, or the offset is after the last one.
    public static let null = Self("null")

    /// The number of events in the request. The deletion of a user is 1, whether the user is known or not.
    public static func rowsAffected(_ count: Int) -> Self { Self("{\n \"RowAffected\": \(count)\n}") }

    // MARK: Errors

    /// The request has no API key, or another one.
    public static let unauthorized = Self(status: 401, body: "unauthorized")
    /// The request is for no route.
    public static let pageNotFound = Self(status: 404, body: "404: Page Not Found")
    /// The route has other methods.
    public static let methodNotAllowed = Self(status: 405, body: "405: Method Not Allowed")
    /// Similar items are requested, and the config of Gorse has none.
    public static let itemToItemNotEnabled = Self(status: 404, body: "item-to-item recommendation is not enabled")
    /// `n=x`
    public static let invalidNumber = Self(status: 400, body: #"strconv.Atoi: parsing "x": invalid syntax"#)
    /// `"Timestamp": "soon"`
    public static let invalidTimestamp = Self(status: 400, body: #"Could not find format for "soon""#)
    /// The body of feedback is an object.
    public static let invalidFeedback = Self(
        status: 400,
        body: "json: cannot unmarshal object into Go value of type []server.Feedback"
    )
    /// The database of Gorse is down.
    public static let storeFailed = Self(
        status: 500,
        body: "dial tcp 127.0.0.1:3306: connect: connection refused"
    )

    // MARK: HTTP

    /// The whole message, with the fields of Gorse's server.
    public var message: String {
        let type = status == 200 ? "application/json" : "text/plain; charset=utf-8"
        let head =
            "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\nAccess-Control-Allow-Origin: *\r\n"
            + "Content-Type: \(type)\r\nX-Request-Id: 0b5e1f9c-7f0e-4d7a-9d9b-3c1f6a5f6f57\r\n"
            + "Date: Sat, 22 Aug 2026 07:51:18 GMT\r\n"
        let length = body.utf8.count
        if length <= Self.maximumUnchunkedLength { return head + "Content-Length: \(length)\r\n\r\n" + body }
        let size = String(length, radix: 16)
        return head + "Transfer-Encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n0\r\n\r\n"
    }
}
