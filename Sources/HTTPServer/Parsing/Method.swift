import Bytes

/// A request method (RFC 9110 section 9, RFC 5789). `CONNECT` and `TRACE` are refused like unknown methods.
public enum Method: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    /// `HEAD`: uses the route of `GET`, without the body.
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case patch = "PATCH"
    case options = "OPTIONS"

    /// Whether it only reads (RFC 9110 section 9.2.1).
    var isSafe: Bool { self == .get || self == .head || self == .options }

    init?(_ name: Span<UInt8>) {
        guard let method = Method.allCases.first(where: { name.equals($0.rawValue.utf8.span) }) else { return nil }
        self = method
    }
}

extension [Method] {
    var list: String { map(\.rawValue).joined(separator: ", ") }
}
