import Catalogue
import Foundation

// JSON schemas (2020-12) of declared attributes.

extension Attribute {
    var schema: String {
        switch type {
        case .number(let unit): #"{\#(unit.schemaDescription)"type":"\#(isWhole ? "integer" : "number")"}"#
        case .money: reference("Price")
        case .text(let values): text(among: values)
        case .flag: #"{"type":"boolean"}"#
        case .instant: #"{"type":"string","format":"date-time"}"#
        }
    }

    var conditionSchema: String {
        switch type {
        case .number, .money, .instant: reference("NumberRange")
        case .flag: #"{"type":"boolean"}"#
        case .text(let values):
            #"""
            {"description":"Any of these; of one, the text alone is accepted, too.","type":"array","minItems":1,
            "maxItems":64,"items":\#(text(among: values, isClosed: true))}
            """#
        }
    }
}

extension AttributeUnit? {
    fileprivate var schemaDescription: String { map { #""description":"Unit: `\#($0.rawValue)`.","# } ?? "" }
}

private func reference(_ name: String) -> String { #"{"$ref":"\#(ContractDocument.path)\#(name)"}"# }

/// A text that is not empty. If there are `values`, it is one of them.
/// - Parameter isClosed: No other values may come, because clients send them.
private func text(among values: [String], isClosed: Bool = false) -> String {
    if values.isEmpty { return #"{"type":"string","minLength":1}"# }
    // Encoding texts cannot fail.
    let list = (try? JSONEncoder().encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    return #"{"type":"string","\#(isClosed ? "enum" : "x-extensible-enum")":\#(list)}"#
}
