/// A token as a request carries it (RFC 6750 section 2.1), not verified.
public struct BearerToken: Sendable, CustomStringConvertible {
    /// The longest token that is looked at, in bytes.
    public static let maximumLength = 8 * 1024

    /// ASCII only.
    let text: String

    /// The token in the value of an `Authorization` field: the scheme `Bearer`, in any case, and one token68
    /// (RFC 9110 section 11.2) of at most ``maximumLength`` bytes.
    /// - Throws: ``TokenError/missing`` where there is no such field or it has another scheme, ``TokenError/malformed``
    ///   where anything but one token follows.
    public init(authorization field: String?) throws(TokenError) {
        let space = UInt8(ascii: " ")
        let scheme = field?.utf8.prefix { $0 != space }
        guard let field, let scheme, scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else {
            throw .missing
        }
        let token = field.utf8[scheme.endIndex...].drop { $0 == space }
        let padding = token.drop { $0.isToken68 }
        guard (1...Self.maximumLength).contains(token.count), padding.count < token.count,
            padding.allSatisfy({ $0 == UInt8(ascii: "=") })
        else { throw .malformed }
        text = String(Substring(token))
    }

    /// Its length only: a log that shows a token gives it away.
    public var description: String { "a bearer token of \(text.utf8.count) bytes" }
}

extension UInt8 {
    fileprivate var isToken68: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
