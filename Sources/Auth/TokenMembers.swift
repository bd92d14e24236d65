import JSON

/// The members of a token's header or claims, each of the type that RFC 7515 or RFC 7519 gives it.
struct TokenMembers {
    /// The last second of the year 9999. Nothing later is meant for a time, and sums with such numbers stay small.
    static let latestDate: Int64 = 253_402_300_799

    private let members: [String: JSONValue]

    /// - Throws: ``TokenError/malformed`` where the bytes are not one JSON object whose names are all different.
    init(parsing bytes: [UInt8]) throws(TokenError) {
        guard case .object(let members)? = try? JSONValue(parsing: bytes) else { throw .malformed }
        self.members = members
    }

    subscript(name: String) -> JSONValue? { members[name] }

    /// A text; `nil` where there is none.
    func text(_ name: String) throws(TokenError) -> String? {
        switch members[name] {
        case .string(let text): return text
        case nil: return nil
        default: throw .malformed
        }
    }

    /// A text or a list of texts; `nil` where there is none.
    func texts(_ name: String) throws(TokenError) -> [String]? {
        guard case .array(let elements)? = members[name] else { return try text(name).map { [$0] } }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element else { throw .malformed }
            texts.append(text)
        }
        return texts
    }

    /// A NumericDate (RFC 7519 section 2) in whole seconds since 1970; `nil` where there is none.
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
