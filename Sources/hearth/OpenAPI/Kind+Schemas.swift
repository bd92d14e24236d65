import Catalogue
import Foundation

// JSON schemas (2020-12) of declared kinds.

extension Kind {
    /// The members of items that have a schema of their own.
    private static let itemReferences: KeyValuePairs = [
        "brand": "BrandOfItem", "price": "Price", "previousPrice": "PreviousPrice", "category": "Identifier",
        "latitude": "Latitude", "longitude": "Longitude", "market": "Identifier", "listedAt": "ListedAt",
        "caption": "Caption", "href": "Href", "accessibilityLabel": "AccessibilityLabel", "revision": "Revision",
        "tracking": "Tracking", "isNew": "IsNew", "distance": "Distance", "match": "Match", "reason": "Reason",
        "accessibilityValue": "AccessibilityValue", "images": "Images", "placeholder": "Placeholder",
        "dismissible": "Dismissible", "priceDrop": "PriceDrop", "backInStock": "BackInStock",
        "newSinceLastVisit": "NewSinceLastVisit", "saved": "Saved",
    ]
    /// The members of searches that have a schema of their own.
    private static let searchReferences: KeyValuePairs = [
        "market": "Identifier", "brand": "Identifier", "category": "Identifier", "collection": "Identifier",
        "price": "PriceRange", "currency": "Currency", "place": "Place",
    ]

    var itemSchema: String {
        let references = Self.itemReferences.map { #""\#($0)":\#(reference($1))"# }
        let members = references + attributes.map { #""\#($0.name)":\#($0.schema)"# }
        return #"""
            {"description":"An item of the kind `\#(name)`.","type":"object","properties":{
            "id":{"type":"string","pattern":"^\#(name):."},"kind":{"const":"\#(name)"},
            "title":{"type":"string"},"subtitle":{"type":"string"},"address":{"type":"string"},
            \#(members.joined(separator: ","))},"required":\#(list(requiredMembers)),
            "dependentRequired":{"latitude":["longitude"],"longitude":["latitude"],"reason":["accessibilityValue"],
            "priceDrop":["accessibilityValue"],"backInStock":["accessibilityValue"],
            "newSinceLastVisit":["accessibilityValue"],"saved":["accessibilityValue"],
            "distance":["accessibilityValue"],"match":["accessibilityValue"]},"additionalProperties":false}
            """#
    }

    private var requiredMembers: [String] {
        let stated = required.flatMap { name -> [String] in
            switch ItemField(rawValue: name) {
            case .place: ["latitude", "longitude"]
            // Images depend on the layout, and the others are not required in documents.
            case .images, .placeholder, .href, .collections, .startsAt, .expiresAt: []
            default: [name]
            }
        }
        return ["id", "kind", "title"] + stated + ["caption", "href", "accessibilityLabel", "revision", "tracking"]
    }

    var searchSchema: String {
        let references = Self.searchReferences.map { #""\#($0)":\#(reference($1))"# }
        let members = references + attributes.map { #""\#($0.name)":\#($0.conditionSchema)"# }
        return #"""
            {"description":"A search for items of the kind `\#(name)`.","type":"object","properties":{
            "kind":{"const":"\#(name)"},\#(members.joined(separator: ","))},"required":["kind"],
            "patternProperties":{"^\\$":true},"additionalProperties":false}
            """#
    }
}

extension Attribute {
    fileprivate var schema: String {
        switch type {
        case .number(let unit): #"{\#(unit.schemaDescription)"type":"\#(isWhole ? "integer" : "number")"}"#
        case .money: reference("Price")
        case .text(let values): text(among: values)
        case .flag: #"{"type":"boolean"}"#
        case .instant: #"{"type":"string","format":"date-time"}"#
        }
    }

    fileprivate var conditionSchema: String {
        switch type {
        case .number(let unit): reference("NumberRange", unit.schemaDescription)
        case .money: reference("NumberRange", #""description":"In minor units.","#)
        case .instant: reference("NumberRange", #""description":"In Unix seconds.","#)
        case .flag: #"{"type":"boolean"}"#
        case .text(let values):
            #"""
            {"description":"This text, or any of these.","anyOf":[\#(text(among: values)),
            {"type":"array","minItems":1,"maxItems":64,"items":\#(text(among: values))}]}
            """#
        }
    }
}

extension AttributeUnit? {
    fileprivate var schemaDescription: String { map { #""description":"Unit: `\#($0.rawValue)`.","# } ?? "" }
}

private func reference(_ name: String, _ description: String = "") -> String {
    #"{\#(description)"$ref":"\#(ContractDocument.path)\#(name)"}"#
}

/// A text that is not empty; if `values` is not empty, one of them.
private func text(among values: [String]) -> String {
    values.isEmpty ? #"{"type":"string","minLength":1}"# : #"{"enum":\#(list(values))}"#
}

private func list(_ values: [String]) -> String {
    // Encoding texts cannot fail.
    (try? JSONEncoder().encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
}
