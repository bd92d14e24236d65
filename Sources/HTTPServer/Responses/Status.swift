/// The status of a final response (RFC 9110 section 15): 200…599.
public struct Status: Hashable, Sendable {
    public let rawValue: UInt16
    let reason: String

    private init(_ rawValue: UInt16, _ reason: String) {
        self.rawValue = rawValue
        self.reason = reason
    }

    public static let ok = Status(200, "OK")
    public static let noContent = Status(204, "No Content")
    static let notModified = Status(304, "Not Modified")
    public static let badRequest = Status(400, "Bad Request")
    public static let unauthorized = Status(401, "Unauthorized")
    public static let forbidden = Status(403, "Forbidden")
    public static let notFound = Status(404, "Not Found")
    static let methodNotAllowed = Status(405, "Method Not Allowed")
    static let requestTimeout = Status(408, "Request Timeout")
    public static let gone = Status(410, "Gone")
    static let lengthRequired = Status(411, "Length Required")
    static let preconditionFailed = Status(412, "Precondition Failed")
    static let contentTooLarge = Status(413, "Content Too Large")
    static let uriTooLong = Status(414, "URI Too Long")
    static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    static let expectationFailed = Status(417, "Expectation Failed")
    static let misdirectedRequest = Status(421, "Misdirected Request")
    static let requestHeaderFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    public static let internalServerError = Status(500, "Internal Server Error")
    static let notImplemented = Status(501, "Not Implemented")
    public static let serviceUnavailable = Status(503, "Service Unavailable")
    static let httpVersionNotSupported = Status(505, "HTTP Version Not Supported")

    /// RFC 9110 section 15.3.
    var isSuccessful: Bool { 200..<300 ~= rawValue }

    /// Neither body nor length (RFC 9110 sections 8.6 and 15.4.5).
    var hasNoBody: Bool { self == .noContent || self == .notModified }
}
