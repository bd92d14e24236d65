/// An error that the server itself answers a request with, rendered by the program's `renderError`.
public enum RequestError: Error, Hashable, Sendable {
    case malformed(String)
    /// Its name or value is not percent-encoded UTF-8 without a NUL.
    case undecodable(parameter: String)
    case repeated(parameter: String)
    case tooManyParameters(limit: Int)
    case crossOrigin
    case notFound
    case methodNotAllowed(allowed: [Method])
    case headTimedOut
    case bodyTimedOut
    /// The route needs a body, and the request announces none (411).
    case lengthRequired
    /// `If-Match` does not match the current entity tag (412).
    case preconditionFailed
    case bodyTooLarge(limit: Int)
    case targetTooLong(limit: Int)
    /// The request's body has this content coding (415, with `Accept-Encoding`).
    case unsupportedContentCoding(String)
    /// `Expect` has an expectation other than `100-continue` (417).
    case expectationFailed
    case misdirected
    /// The head, or the trailers, have more bytes or more fields than these (431).
    case headTooLarge(bytes: Int, fields: Int)
    case notImplemented(String)
    /// The server is at its limit of connections or requests (503, with `Retry-After`).
    case overloaded
    case handlerTimedOut
    case versionNotSupported

    public var status: Status { kind.status }

    /// A stable identifier for clients.
    public var code: String { kind.code }

    /// The reason to report to the observer; `nil` for a regular response.
    var rejectionReason: RejectionReason? { kind.reason }

    private var kind: (status: Status, code: String, reason: RejectionReason?) {
        switch self {
        case .malformed: (.badRequest, "malformed_request", .malformed)
        case .undecodable: (.badRequest, "invalid_parameter", .malformed)
        case .repeated: (.badRequest, "repeated_parameter", .malformed)
        case .tooManyParameters: (.badRequest, "too_many_parameters", .malformed)
        case .crossOrigin: (.forbidden, "cross_origin", .crossOrigin)
        case .notFound: (.notFound, "not_found", nil)
        case .methodNotAllowed: (.methodNotAllowed, "method_not_allowed", nil)
        case .headTimedOut: (.requestTimeout, "request_timeout", .headTimeout)
        case .bodyTimedOut: (.requestTimeout, "request_timeout", .bodyRate)
        case .lengthRequired: (.lengthRequired, "length_required", nil)
        case .preconditionFailed: (.preconditionFailed, "precondition_failed", nil)
        case .bodyTooLarge: (.contentTooLarge, "payload_too_large", .tooLarge)
        case .targetTooLong: (.uriTooLong, "uri_too_long", .tooLarge)
        case .unsupportedContentCoding: (.unsupportedMediaType, "unsupported_content_coding", .malformed)
        case .expectationFailed: (.expectationFailed, "expectation_failed", .malformed)
        case .misdirected: (.misdirectedRequest, "misdirected_request", .misdirected)
        case .headTooLarge: (.requestHeaderFieldsTooLarge, "header_fields_too_large", .tooLarge)
        case .notImplemented: (.notImplemented, "not_implemented", .malformed)
        case .overloaded: (.serviceUnavailable, "overloaded", .requestLimit)
        case .handlerTimedOut: (.serviceUnavailable, "handler_timeout", .handlerDeadline)
        case .versionNotSupported: (.httpVersionNotSupported, "version_not_supported", .malformed)
        }
    }

    public var message: String {
        switch self {
        case .malformed(let reason): "The request is malformed: \(reason)."
        case .undecodable(let parameter): "\(parameter) is not percent-encoded UTF-8 without a NUL"
        case .repeated(let parameter): "\(parameter) is given more than once"
        case .tooManyParameters(let limit): "A query has at most \(limit) parameters."
        case .crossOrigin: "The request comes from a web page of another origin, which this server does not allow."
        case .notFound: "There is no resource at this path."
        case .methodNotAllowed(let allowed): "This path answers \(allowed.list) only."
        case .headTimedOut: "The request's head did not arrive in time."
        case .bodyTimedOut: "The request's body did not arrive in time."
        case .lengthRequired: "This request needs a body, with its Content-Length or in chunks."
        case .preconditionFailed: "If-Match does not match the current ETag."
        case .bodyTooLarge(let limit): "The body is longer than \(limit) bytes."
        case .targetTooLong(let limit): "The request's target is longer than \(limit) bytes."
        case .unsupportedContentCoding(let coding):
            "The body's Content-Encoding is \"\(coding)\": expected none, or identity."
        case .expectationFailed: "The only supported expectation is 100-continue."
        case .misdirected:
            """
            This server has no authentication (auth), so it answers only as localhost and as the "hosts" of its config, \
            and Host is another one: see "Authentication" in the documentation of the config.
            """
        case .headTooLarge(let bytes, let fields):
            "The request's header is longer than \(bytes) bytes or has more than \(fields) fields."
        case .notImplemented(let what): "\(what) is not implemented."
        case .overloaded: "The server is overloaded; try again in a moment."
        case .handlerTimedOut: "The request took too long to process; try again in a moment."
        case .versionNotSupported: "The HTTP version is neither 1.1 nor 1.0."
        }
    }

    public var parameter: String? {
        switch self {
        case .undecodable(let parameter), .repeated(let parameter): parameter
        default: nil
        }
    }

    /// Whether the end of the request is unknown, so that the connection must close.
    var losesFraming: Bool {
        switch self {
        case .crossOrigin, .notFound, .methodNotAllowed, .misdirected, .overloaded, .preconditionFailed,
            .unsupportedContentCoding:
            false
        default: true
        }
    }
}
