import Foundation
import JSON

/// The contract in the repository, to hold answers against.
package struct Contract: Sendable {
    /// All of it.
    package let document: JSONValue
    /// What `$ref` leads to.
    package let definitions: [String: Schema]

    /// The one that the server gives out.
    package static let repository = Result { try Contract(parsing: Data(contentsOf: file)) }

    /// Where it is.
    package static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/hearth/OpenAPI/openapi.json")

    /// What is read of a contract.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads a contract, and all of its schemas.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        document = try JSONValue(parsing: bytes)
        let prefix = "#/components/schemas/"
        definitions = try Dictionary(
            uniqueKeysWithValues: document["components"]["schemas"].members.map { name, json in
                (prefix + name, try Schema(json, at: prefix + name))
            }
        )
    }

    /// What of a document is not as the schema `name` of the contract has it.
    package func faults(of document: some Sequence<UInt8>, as name: String) throws -> [String] {
        guard let schema = definitions["#/components/schemas/\(name)"] else {
            throw Fault(description: "the contract has no schema \(name)")
        }
        return schema.faults(of: try JSONValue(parsing: document), in: definitions)
    }

    /// What is wrong with `value`, by the schema that stands in the contract as `json`.
    package func faults(of value: JSONValue, by json: JSONValue) throws -> [String] {
        try Schema(json).faults(of: value, in: definitions)
    }

    /// What stands here, or where its `$ref` leads.
    package func resolved(_ json: JSONValue) -> JSONValue {
        guard case .string(let reference) = json["$ref"] else { return json }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] }
    }

    /// The status that comes with each code of an error.
    package var statuses: [String: Int] {
        document["components"]["schemas"]["ErrorCode"]["x-statuses"].members.compactMapValues {
            if case .integer(let status) = $0 { Int(status) } else { nil }
        }
    }
}

extension JSONValue {
    /// The member `name`; `null` where there is none.
    package subscript(name: String) -> JSONValue { members[name] ?? .null }

    /// The members; none of what is no object.
    package var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The elements; none of what is no list.
    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The text; `nil` of what is none.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
