/// Why no handler answered a request.
///
/// The server renders each through the one closure that it was given, so that all errors of a program look alike.
public enum RequestError: Error, Hashable, Sendable {
    /// What arrived is no HTTP/1.1 request: what was expected or found (400).
    case malformed(String)
    /// This parameter of the path is not percent-encoded UTF-8 (400).
    case undecodable(parameter: String)
    /// A web page of another origin wants to change something (403).
    case crossOrigin
    /// No route has this path (404).
    case notFound
    /// The path has routes, but none for this method (405).
    case methodNotAllowed(allowed: [Method])
    /// A part of the request did not arrive in time (408).
    case timedOut(RequestPart)
    /// The route needs a body, and the request announces none (411).
    case lengthRequired
    /// 412: what the request said of the representation (`If-Match`) does not hold.
    case preconditionFailed
    /// The body is longer than this many bytes (413).
    case bodyTooLarge(limit: Int)
    /// The request's target is longer than this many bytes (414).
    case targetTooLong(limit: Int)
    /// The route takes a body, and the request's comes in this content coding (415, with `Accept-Encoding`).
    case unsupportedContentCoding(String)
    /// `Expect` asks for something other than `100-continue` (417).
    case expectationFailed
    /// The head, or the trailers, have more bytes or more fields than these (431).
    case headTooLarge(bytes: Int, fields: Int)
    /// A method or a transfer coding that this server does not have (501).
    case notImplemented(String)
    /// The server has as many connections or requests as it can have (503, with `Retry-After`).
    case overloaded
    /// The handler did not answer in time (503, with `Retry-After`).
    case handlerTimedOut
    /// Not HTTP/1.x (505).
    case versionNotSupported

    /// What a request consists of.
    public enum RequestPart: String, Hashable, Sendable {
        /// Everything before the body.
        case head
        /// What follows the head.
        case body
    }

    /// The status that says so.
    public var status: Status { kind.status }

    /// A word for programs, the same in every version.
    public var code: String { kind.code }

    /// The reason to report to the observer; `nil` for a regular response.
    var rejectionReason: RejectionReason? { kind.reason }

    private var kind: (status: Status, code: String, reason: RejectionReason?) {
        switch self {
        case .malformed: (.badRequest, "malformed_request", .malformed)
        case .undecodable: (.badRequest, "invalid_parameter", .malformed)
        case .crossOrigin: (.forbidden, "cross_origin", .crossOrigin)
        case .notFound: (.notFound, "not_found", nil)
        case .methodNotAllowed: (.methodNotAllowed, "method_not_allowed", nil)
        case .timedOut(.head): (.requestTimeout, "request_timeout", .headTimeout)
        case .timedOut(.body): (.requestTimeout, "request_timeout", .bodyRate)
        case .lengthRequired: (.lengthRequired, "length_required", nil)
        case .preconditionFailed: (.preconditionFailed, "precondition_failed", nil)
        case .bodyTooLarge: (.contentTooLarge, "payload_too_large", .tooLarge)
        case .targetTooLong: (.uriTooLong, "uri_too_long", .tooLarge)
        case .unsupportedContentCoding: (.unsupportedMediaType, "unsupported_content_coding", .malformed)
        case .expectationFailed: (.expectationFailed, "expectation_failed", .malformed)
        case .headTooLarge: (.requestHeaderFieldsTooLarge, "header_fields_too_large", .tooLarge)
        case .notImplemented: (.notImplemented, "not_implemented", .malformed)
        case .overloaded: (.serviceUnavailable, "overloaded", .requestLimit)
        case .handlerTimedOut: (.serviceUnavailable, "handler_timeout", .handlerDeadline)
        case .versionNotSupported: (.httpVersionNotSupported, "version_not_supported", .malformed)
        }
    }

    /// A sentence for people.
    public var message: String {
        switch self {
        case .malformed(let reason): "The request is malformed: \(reason)."
        case .undecodable(let parameter): "\(parameter) is not percent-encoded UTF-8 without a NUL"
        case .crossOrigin: "The request comes from a web page of another origin, which this server does not allow."
        case .notFound: "There is nothing at this path."
        case .methodNotAllowed(let allowed): "This path answers \(allowed.list) only."
        case .timedOut(let part): "The request's \(part.rawValue) did not arrive in time."
        case .lengthRequired: "This request needs a body, with its Content-Length or in chunks."
        case .preconditionFailed: "What is here is none of what If-Match names."
        case .bodyTooLarge(let limit): "The body is longer than \(limit) bytes."
        case .targetTooLong(let limit): "The request's target is longer than \(limit) bytes."
        case .unsupportedContentCoding(let coding):
            "The body's Content-Encoding is \"\(coding)\": expected none, or identity."
        case .expectationFailed: "The only expectation that can be met is 100-continue."
        case .headTooLarge(let bytes, let fields):
            "The request's header is longer than \(bytes) bytes or has more than \(fields) fields."
        case .notImplemented(let what): "\(what) is not implemented."
        case .overloaded: "The server has more to do than it can; try again in a moment."
        case .handlerTimedOut: "There was no answer in time; try again in a moment."
        case .versionNotSupported: "The version is not HTTP/1.1 or HTTP/1.0."
        }
    }

    /// The parameter that is wrong, where one is.
    public var parameter: String? {
        if case .undecodable(let parameter) = self { parameter } else { nil }
    }

    /// Whether it is unknown where the next request would begin.
    var losesFraming: Bool {
        switch self {
        case .crossOrigin, .notFound, .methodNotAllowed, .preconditionFailed, .unsupportedContentCoding, .overloaded:
            false
        default: true
        }
    }
}
