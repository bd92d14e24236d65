import Catalogue
import HomeDocument

// The schemas of what documents and searches have of a declared kind (JSON Schema 2020-12).

extension Kind {
    /// Writes the schema of the kind's items in documents, as the members of an object.
    func writeItemSchema(to writer: inout JSONWriter) {
        writer.member("description", "An item of the kind `\(name)`, and what it is to this user.")
        writer.member("type", "object")
        writer.object("properties") {
            $0.object("id") {
                $0.member("type", "string")
                $0.member("pattern", "^\(name):.")
            }
            $0.object("kind") { $0.member("const", name) }
            $0.object("title") { $0.member("type", "string") }
            $0.object("subtitle") { $0.member("type", "string") }
            $0.references([
                ("brand", "BrandOfItem"), ("price", "Price"), ("previousPrice", "PreviousPrice"),
            ])
            for attribute in attributes { $0.object(named: attribute.name) { attribute.writeSchema(to: &$0) } }
            $0.references([("category", "Identifier")])
            $0.object("address") { $0.member("type", "string") }
            $0.references([
                ("latitude", "Latitude"), ("longitude", "Longitude"), ("market", "Identifier"),
                ("listedAt", "ListedAt"),
                ("caption", "Caption"), ("href", "Href"), ("accessibilityLabel", "AccessibilityLabel"),
                ("revision", "Revision"),
                ("tracking", "Tracking"), ("isNew", "IsNew"), ("distance", "Distance"), ("match", "Match"),
                ("reason", "MatchReason"), ("accessibilityValue", "AccessibilityValue"), ("image", "Image"),
            ])
        }
        writer.strings("required", requiredMembers)
        writer.object("dependentRequired") {
            for (member, other) in [
                ("latitude", "longitude"), ("longitude", "latitude"), ("reason", "match"),
                ("distance", "accessibilityValue"),
                ("match", "accessibilityValue"),
            ] {
                $0.array(named: member) { $0.element(other) }
            }
        }
        writer.member("additionalProperties", false)
    }

    /// The members that every item of the kind has.
    private var requiredMembers: [String] {
        let stated = required.flatMap { name -> [String] in
            switch ItemField(rawValue: name) {
            case .place: ["latitude", "longitude"]
            // An image depends on the layout, an address is there anyway, and the others stand in no document.
            case .images, .href, .collections, .expiresAt: []
            default: [name]
            }
        }
        return ["id", "kind", "title"] + stated + ["caption", "href", "accessibilityLabel", "revision", "tracking"]
    }

    /// Writes the schema of a search for the kind's items, as the members of an object.
    func writeSearchSchema(to writer: inout JSONWriter) {
        writer.member("description", "A search for items of the kind `\(name)`.")
        writer.member("type", "object")
        writer.object("properties") {
            $0.object("kind") { $0.member("const", name) }
            for (member, schema) in [
                ("market", "Identifier"), ("brand", "Identifier"), ("category", "Identifier"),
                ("collection", "Identifier"),
                ("price", "PriceRange"), ("currency", "Currency"), ("place", "Place"),
            ] {
                $0.object(named: member) { $0.optional(schema) }
            }
            for attribute in attributes {
                $0.object(named: attribute.name) { attribute.writeConditionSchema(to: &$0) }
            }
        }
        writer.strings("required", ["kind"])
        writer.object("patternProperties") { $0.member(#"^\\$"#, true) }
        writer.member("additionalProperties", false)
    }
}

extension Attribute {
    /// Writes the schema of the attribute's values, as the members of an object.
    fileprivate func writeSchema(to writer: inout JSONWriter) {
        switch type {
        case .number(let unit):
            if let unit { writer.member("description", "Unit: `\(unit.rawValue)`.") }
            writer.member("type", isWhole ? "integer" : "number")
        case .money: writer.reference("Price")
        case .text(let values): writer.text(among: values)
        case .flag: writer.member("type", "boolean")
        case .instant:
            writer.member("type", "string")
            writer.member("format", "date-time")
        }
    }

    /// Writes the schema of a condition on the attribute, as the members of an object.
    fileprivate func writeConditionSchema(to writer: inout JSONWriter) {
        switch type {
        case .number(let unit):
            if let unit { writer.member("description", "Unit: `\(unit.rawValue)`.") }
            writer.optional("NumberRange")
        case .money:
            writer.member("description", "In minor units.")
            writer.optional("NumberRange")
        case .instant:
            writer.member("description", "In Unix seconds.")
            writer.optional("NumberRange")
        case .flag: writer.strings("type", ["boolean", "null"])
        case .text(let values):
            writer.member("description", "This text, or any of these.")
            writer.array("anyOf") {
                $0.object { $0.text(among: values) }
                $0.object {
                    $0.member("type", "array")
                    $0.member("minItems", 1)
                    $0.member("maxItems", 64)
                    $0.object("items") { $0.text(among: values) }
                }
                $0.object { $0.member("type", "null") }
            }
        }
    }
}

extension JSONWriter {
    /// Writes members that are described elsewhere.
    fileprivate mutating func references(_ members: [(name: String, schema: String)]) {
        for member in members { object(named: member.name) { $0.reference(member.schema) } }
    }

    /// Writes that a value is what the schema `name` says.
    fileprivate mutating func reference(_ name: String) { member("$ref", ContractDocument.path + name) }

    /// Writes that a value is what the schema `name` says, or null.
    fileprivate mutating func optional(_ name: String) {
        array("anyOf") {
            $0.object { $0.reference(name) }
            $0.object { $0.member("type", "null") }
        }
    }

    /// Writes that a value is a text that is not empty, one of `values` where there are any.
    fileprivate mutating func text(among values: [String]) {
        if values.isEmpty {
            member("type", "string")
            member("minLength", 1)
        } else {
            strings("enum", values)
        }
    }

    fileprivate mutating func strings(_ key: StaticString, _ values: [String]) {
        array(key) { for value in values { $0.element(value) } }
    }
}
