public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number that is a 64-bit integer, however it is written.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Duplicate names in an object are errors (RFC 7493 section 2.3).
    /// - Parameter keepsDigits: Whole numbers beyond 64 bits become texts, which keep all their digits.
    public init(parsing bytes: some Sequence<UInt8>, keepsDigits: Bool = false) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(bytes), keepsDigits: keepsDigits)
        self = try parser.document()
    }

    /// For error messages.
    public var summary: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): text.quoted
        case .array(let elements): "a list of \(elements.count)"
        case .object: "an object"
        }
    }
}

extension String {
    /// For error messages; cut where it is long.
    public var quoted: String { count > 40 ? "\"\(prefix(40))…\"" : "\"\(self)\"" }
}

public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// From 1; columns are in bytes.
    public let line, column: Int
    public let expectation: String

    public var reason: String { "line \(line), column \(column): expected \(expectation)" }
}
