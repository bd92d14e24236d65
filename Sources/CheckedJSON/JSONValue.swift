import Foundation

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
    /// Members by name. Where a document repeats a name, one of its members is kept.
    case object([String: JSONValue])

    /// Reads one JSON document (RFC 8259).
    /// - Throws: ``MalformedJSON`` saying what is wrong and where.
    public init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch DecodingError.dataCorrupted(let context) {
            let cause = context.underlyingError as NSError?
            throw MalformedJSON(
                reason: cause?.userInfo[NSDebugDescriptionErrorKey] as? String ?? context.debugDescription
            )
        } catch {
            throw MalformedJSON(reason: "\(error)")
        }
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
public struct MalformedJSON: Error, Hashable, Sendable {
    /// What is wrong and where, for a person to read.
    public let reason: String
}

extension JSONValue: Decodable {
    /// Decodes whatever value stands there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}
