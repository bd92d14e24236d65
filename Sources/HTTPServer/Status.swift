/// The status of a final response (RFC 9110 section 15): 200…599.
public struct Status: RawRepresentable, Hashable, Sendable {
    /// The three digits.
    public let rawValue: UInt16

    /// The status with these three digits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// 200
    public static let ok = Status(rawValue: 200)
    /// 201
    public static let created = Status(rawValue: 201)
    /// 202
    public static let accepted = Status(rawValue: 202)
    /// 204: has no body.
    public static let noContent = Status(rawValue: 204)
    /// 304: has no body.
    public static let notModified = Status(rawValue: 304)
    /// 400
    public static let badRequest = Status(rawValue: 400)
    /// 401
    public static let unauthorized = Status(rawValue: 401)
    /// 403
    public static let forbidden = Status(rawValue: 403)
    /// 404
    public static let notFound = Status(rawValue: 404)
    /// 405
    public static let methodNotAllowed = Status(rawValue: 405)
    /// 408
    public static let requestTimeout = Status(rawValue: 408)
    /// 410
    public static let gone = Status(rawValue: 410)
    /// 411
    public static let lengthRequired = Status(rawValue: 411)
    /// 412
    public static let preconditionFailed = Status(rawValue: 412)
    /// 413
    public static let contentTooLarge = Status(rawValue: 413)
    /// 414
    public static let uriTooLong = Status(rawValue: 414)
    /// 415
    public static let unsupportedMediaType = Status(rawValue: 415)
    /// 417
    public static let expectationFailed = Status(rawValue: 417)
    /// 422
    public static let unprocessableContent = Status(rawValue: 422)
    /// 431
    public static let requestHeaderFieldsTooLarge = Status(rawValue: 431)
    /// 500
    public static let internalServerError = Status(rawValue: 500)
    /// 501
    public static let notImplemented = Status(rawValue: 501)
    /// 502
    public static let badGateway = Status(rawValue: 502)
    /// 503
    public static let serviceUnavailable = Status(rawValue: 503)
    /// 504
    public static let gatewayTimeout = Status(rawValue: 504)
    /// 505
    public static let httpVersionNotSupported = Status(rawValue: 505)

    /// The words of the status line; empty where the status has no common name.
    var reason: String {
        switch self {
        case .ok: "OK"
        case .created: "Created"
        case .accepted: "Accepted"
        case .noContent: "No Content"
        case .notModified: "Not Modified"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .gone: "Gone"
        case .lengthRequired: "Length Required"
        case .preconditionFailed: "Precondition Failed"
        case .contentTooLarge: "Content Too Large"
        case .uriTooLong: "URI Too Long"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .expectationFailed: "Expectation Failed"
        case .unprocessableContent: "Unprocessable Content"
        case .requestHeaderFieldsTooLarge: "Request Header Fields Too Large"
        case .internalServerError: "Internal Server Error"
        case .notImplemented: "Not Implemented"
        case .badGateway: "Bad Gateway"
        case .serviceUnavailable: "Service Unavailable"
        case .gatewayTimeout: "Gateway Timeout"
        case .httpVersionNotSupported: "HTTP Version Not Supported"
        default: ""
        }
    }

    /// Whether the request was received, understood and accepted (RFC 9110 section 15.3).
    var isSuccessful: Bool { 200..<300 ~= rawValue }

    /// Whether a response with this status has neither a body nor a length (RFC 9110 sections 8.6 and 15.4.5).
    var hasNoBody: Bool { self == .noContent || self == .notModified }
}
