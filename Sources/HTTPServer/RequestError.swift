/// Why no handler answered a request.
///
/// The server renders each through the one closure that it was given, so that all errors of a program look alike.
public enum RequestError: Error, Hashable, Sendable {
    /// What arrived is no HTTP/1.1 request: what was expected or found (400).
    case malformed(String)
    /// No route has this path (404).
    case notFound
    /// The path has routes, but none for this method (405).
    case methodNotAllowed(allowed: [Method])
    /// The route needs a body, and the request announces none (411).
    case lengthRequired
    /// 412: what the request said of the representation (`If-Match`) does not hold.
    case preconditionFailed
    /// The body is longer than this many bytes (413).
    case bodyTooLarge(limit: Int)
    /// The request's target is longer than this many bytes (414).
    case targetTooLong(limit: Int)
    /// `Expect` asks for something other than `100-continue` (417).
    case expectationFailed
    /// The head, or the trailers, have more bytes or more fields than these (431).
    case headTooLarge(bytes: Int, fields: Int)
    /// A method or a transfer coding that this server does not have (501).
    case notImplemented(String)
    /// Not HTTP/1.x (505).
    case versionNotSupported

    /// The status that says so.
    public var status: Status {
        switch self {
        case .malformed: .badRequest
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .lengthRequired: .lengthRequired
        case .preconditionFailed: .preconditionFailed
        case .bodyTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .expectationFailed: .expectationFailed
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .notImplemented: .notImplemented
        case .versionNotSupported: .httpVersionNotSupported
        }
    }

    /// A word for programs, the same in every version.
    public var code: String {
        switch self {
        case .malformed: "malformed_request"
        case .notFound: "not_found"
        case .methodNotAllowed: "method_not_allowed"
        case .lengthRequired: "length_required"
        case .preconditionFailed: "precondition_failed"
        case .bodyTooLarge: "payload_too_large"
        case .targetTooLong: "uri_too_long"
        case .expectationFailed: "expectation_failed"
        case .headTooLarge: "header_fields_too_large"
        case .notImplemented: "not_implemented"
        case .versionNotSupported: "version_not_supported"
        }
    }

    /// A sentence for people.
    public var message: String {
        switch self {
        case .malformed(let reason): "The request is malformed: \(reason)."
        case .notFound: "There is nothing at this path."
        case .methodNotAllowed(let allowed):
            "This path answers \(allowed.map(\.rawValue).joined(separator: ", ")) only."
        case .lengthRequired: "This request needs a body, with its Content-Length or in chunks."
        case .preconditionFailed: "What is here is none of what If-Match names."
        case .bodyTooLarge(let limit): "The body is longer than \(limit) bytes."
        case .targetTooLong(let limit): "The request's target is longer than \(limit) bytes."
        case .expectationFailed: "The only expectation that can be met is 100-continue."
        case .headTooLarge(let bytes, let fields):
            "The request's header is longer than \(bytes) bytes or has more than \(fields) fields."
        case .notImplemented(let what): "\(what) is not implemented."
        case .versionNotSupported: "The version is not HTTP/1.1 or HTTP/1.0."
        }
    }

    /// Whether it is unknown where the next request would begin.
    var losesFraming: Bool {
        switch self {
        case .notFound, .methodNotAllowed, .preconditionFailed: false
        default: true
        }
    }
}
