import Foundation
import JSON

/// The OpenAPI contract, to validate responses against.
package struct Contract: Sendable {
    /// The whole document.
    package let document: JSONValue
    /// The schemas by `$ref`.
    package let definitions: [String: Schema]

    /// The contract in the repository, which the server publishes.
    package static let repository = Result { try Contract(parsing: Data(contentsOf: file)) }

    /// The path of ``repository``.
    package static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/hearth/OpenAPI/openapi.json")

    /// An error in the contract itself.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// Parses a contract with all its schemas.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        document = try JSONValue(parsing: bytes)
        let prefix = "#/components/schemas/"
        definitions = try Dictionary(
            uniqueKeysWithValues: document["components"]["schemas"].members.map { name, json in
                (prefix + name, try Schema(json, at: prefix + name))
            }
        )
    }

    /// The violations of the schema `name` in a document.
    package func faults(of document: some Sequence<UInt8>, as name: String) throws -> [String] {
        guard let schema = definitions["#/components/schemas/\(name)"] else {
            throw Fault(description: "the contract has no schema \(name)")
        }
        return schema.faults(of: try JSONValue(parsing: document), in: definitions)
    }

    /// The violations of the schema `json` in `value`.
    package func faults(of value: JSONValue, by json: JSONValue) throws -> [String] {
        try Schema(json).faults(of: value, in: definitions)
    }

    /// The value itself, or the target of its `$ref`.
    package func resolved(_ json: JSONValue) -> JSONValue {
        guard case .string(let reference) = json["$ref"] else { return json }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] }
    }

    /// The HTTP status of each error code.
    package var statuses: [String: Int] {
        document["components"]["schemas"]["ErrorCode"]["x-statuses"].members.compactMapValues {
            if case .integer(let status) = $0 { Int(status) } else { nil }
        }
    }
}

extension JSONValue {
    /// The member `name`; `null` if there is none.
    package subscript(name: String) -> JSONValue { members[name] ?? .null }

    /// The members of an object; otherwise none.
    package var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The elements of an array; otherwise none.
    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The string; `nil` for other values.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
