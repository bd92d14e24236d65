/// A JSON value as it was read.
public enum JSONValue: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number without a fraction that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object([String: JSONValue])

    /// Reads one JSON document (RFC 8259). An object that repeats a name is none, since nobody can know which of its
    /// members was meant (RFC 7493 section 2.3).
    /// - Throws: ``JSONSyntaxError`` saying what is wrong and where.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
        var parser = JSONParser(Array(bytes))
        self = try parser.document()
    }

    /// How the value reads in a message: short, and cut where it is long.
    public var summary: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text) where text.count > 40: "\"\(text.prefix(40))…\""
        case .string(let text): "\"\(text)\""
        case .array(let elements): "a list of \(elements.count)"
        case .object: "an object"
        }
    }
}

/// A text that is no JSON.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// Where the text stops to be JSON: the line and, in bytes, the column, both from 1.
    public let line, column: Int
    /// What was expected there.
    public let expectation: String

    /// What is wrong and where, for a person to read.
    public var reason: String { "line \(line), column \(column): expected \(expectation)" }
}
