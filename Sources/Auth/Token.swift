import Bytes
import JSON

/// A bearer token of a request (RFC 6750 section 2.1), not verified.
public struct BearerToken: Sendable, CustomStringConvertible {
    /// In bytes.
    public static let maximumLength = 8 * 1024

    /// ASCII only.
    let text: String

    /// Reads an `Authorization` field: the scheme `Bearer`, ignoring case, and one token68 (RFC 9110 section 11.2) of
    /// at most ``maximumLength`` bytes.
    /// - Throws: ``TokenError/missing`` without field or with another scheme, otherwise ``TokenError/malformed``.
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

    /// Without the token, so that logs do not leak it.
    public var description: String { "a bearer token of \(text.utf8.count) bytes" }
}

extension UInt8 {
    fileprivate var isToken68: Bool { isLetter || isDigit || "-._~+/".utf8.contains(self) }
}

/// The decoded parts of a token in compact serialization (RFC 7515 section 7.1).
///
/// Keys in the token (`jwk`, `jku`, `x5c`, `x5u`) are ignored.
struct CompactToken {
    let algorithm: Algorithm
    let keyName: String?
    /// JSON, untrusted until the signature is verified.
    let payload: [UInt8]
    let signature: [UInt8]
    /// The length of the signed prefix of the token, in bytes.
    let signedCount: Int

    /// - Throws: ``TokenError/malformed`` without three parts in base64url and a valid header,
    ///   ``TokenError/unknownExtension`` or ``TokenError/wrongAlgorithm``.
    init(_ token: BearerToken) throws(TokenError) {
        let parts = token.text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0].span),
            let payload = Base64URL.decode(parts[1].span), let signature = Base64URL.decode(parts[2].span)
        else { throw .malformed }
        let fields = try TokenMembers(parsing: header)
        guard fields.members["crit"] == nil else { throw .unknownExtension }
        guard let name = try fields.text("alg") else { throw .malformed }
        guard let algorithm = Algorithm(rawValue: name) else { throw .wrongAlgorithm }
        self.algorithm = algorithm
        keyName = try fields.text("kid")
        self.payload = payload
        self.signature = signature
        signedCount = parts[0].count + 1 + parts[1].count
    }
}

/// The members of a token's header or claims, with the types of RFC 7515 and RFC 7519.
struct TokenMembers {
    /// The last second of the year 9999. Later dates are rejected, which also prevents overflows.
    static let latestDate: Int64 = 253_402_300_799

    let members: [String: JSONValue]

    /// - Throws: ``TokenError/malformed`` if the bytes are not a JSON object with unique names.
    init(parsing bytes: [UInt8]) throws(TokenError) {
        guard case .object(let members)? = try? JSONValue(parsing: bytes) else { throw .malformed }
        self.members = members
    }

    func text(_ name: String) throws(TokenError) -> String? {
        switch members[name] {
        case .string(let text): return text
        case nil: return nil
        default: throw .malformed
        }
    }

    func texts(_ name: String) throws(TokenError) -> [String]? {
        guard case .array(let elements)? = members[name] else { return try text(name).map { [$0] } }
        return try elements.map { element throws(TokenError) in
            guard case .string(let text) = element else { throw .malformed }
            return text
        }
    }

    /// NumericDate (RFC 7519 section 2), in Unix seconds.
    func date(_ name: String, rounded rule: FloatingPointRoundingRule) throws(TokenError) -> Int64? {
        let seconds: Int64?
        switch members[name] {
        case .integer(let value): seconds = value
        case .number(let value): seconds = Int64(exactly: value.rounded(rule))
        case nil: return nil
        default: seconds = nil
        }
        guard let seconds, (0...Self.latestDate).contains(seconds) else { throw .malformed }
        return seconds
    }
}
