import JSON

/// A schema in the subset of JSON Schema 2020-12 that the contract uses. Unknown keywords are errors, so that none is
/// ignored.
package struct Schema: Sendable {
    /// The conditions that a value must meet.
    let conditions: [Condition]

    indirect enum Condition: Sendable {
        /// No value: the schema `false`.
        case nothing
        /// The schema at this `$ref`.
        case reference(String)
        case types([Kind])
        case oneOfValues([JSONValue])
        case all([Schema])
        case any([Schema])
        case exactlyOne([Schema])
        case not(Schema)
        /// The second schema for values of the first one, and the third for others.
        case either(Schema, Schema, Schema)
        /// The schema at the `$ref` for the value of a member.
        case chosen(by: String, [String: String])
        case least(Double, isIncluded: Bool)
        case most(Double)
        case length(ClosedRange<Int>)
        case pattern(Pattern)
        case items(Schema)
        case itemCount(ClosedRange<Int>)
        case contains(Schema)
        case members(Members)
        case mostMembers(Int)
        case required([String])
        case requiredWith(String, [String])
    }

    /// The schemas of an object's members.
    struct Members: Sendable {
        var named: [String: Schema] = [:]
        var matching: [(names: Pattern, schema: Schema)] = []
        var others: Schema?
    }

    enum Kind: String, Sendable {
        case null, boolean, integer, number, string, array, object
    }

    package struct Fault: Error, CustomStringConvertible {
        package let path: String
        package let reason: String
        package var description: String { "\(path): \(reason)" }
    }

    /// Keywords without conditions.
    private static let annotations: Set = ["title", "description", "default", "deprecated", "example", "examples"]

    /// Parses the schema at `path` of a document.
    /// - Throws: ``Fault`` for unknown keywords and invalid values.
    package init(_ json: JSONValue, at path: String = "#") throws(Fault) {
        switch json {
        case .bool(let isAnything): conditions = isAnything ? [] : [.nothing]
        case .object(let keywords): conditions = try Self.conditions(keywords, at: path)
        default: throw Fault(path: path, reason: "expected an object, true or false")
        }
    }

    private static func conditions(_ keywords: [String: JSONValue], at path: String) throws(Fault) -> [Condition] {
        var conditions: [Condition] = []
        var members = Members()
        var length = 0...Int.max
        var itemCount = 0...Int.max
        for (keyword, json) in keywords.sorted(by: { $0.key < $1.key }) {
            let value = Reader(json: json, path: "\(path)/\(keyword)")
            switch keyword {
            case "$ref": conditions.append(.reference(try value.string()))
            case "type": conditions.append(.types(try value.kinds()))
            case "enum": conditions.append(.oneOfValues(try value.list()))
            case "const": conditions.append(.oneOfValues([json]))
            case "allOf": conditions.append(.all(try value.schemas()))
            case "anyOf": conditions.append(.any(try value.schemas()))
            // A discriminator selects one of the schemas.
            case "oneOf" where keywords["discriminator"] != nil: break
            case "oneOf": conditions.append(.exactlyOne(try value.schemas()))
            case "discriminator": conditions.append(try value.discriminator())
            case "not": conditions.append(.not(try value.schema()))
            case "if":
                let (then, otherwise) = (keywords["then"] ?? .bool(true), keywords["else"] ?? .bool(true))
                conditions.append(
                    .either(
                        try value.schema(),
                        try Schema(then, at: "\(path)/then"),
                        try Schema(otherwise, at: "\(path)/else")
                    )
                )
            case "then" where keywords["if"] != nil, "else" where keywords["if"] != nil: break
            case "minimum": conditions.append(.least(try value.number(), isIncluded: true))
            case "exclusiveMinimum": conditions.append(.least(try value.number(), isIncluded: false))
            case "maximum": conditions.append(.most(try value.number()))
            case "minLength": length = try value.count()...length.upperBound
            case "maxLength": length = length.lowerBound...(try value.count())
            case "pattern": conditions.append(.pattern(try value.pattern(value.string())))
            case "format": conditions.append(.pattern(try value.format()))
            case "items": conditions.append(.items(try value.schema()))
            case "minItems": itemCount = try value.count()...itemCount.upperBound
            case "maxItems": itemCount = itemCount.lowerBound...(try value.count())
            case "contains": conditions.append(.contains(try value.schema()))
            case "maxProperties": conditions.append(.mostMembers(try value.count()))
            case "properties": members.named = try value.namedSchemas()
            case "patternProperties":
                for (names, schema) in try value.namedSchemas() {
                    members.matching.append((try value.pattern(names), schema))
                }
            case "additionalProperties": members.others = try value.schema()
            case "required": conditions.append(.required(try value.strings()))
            case "dependentRequired":
                for (name, others) in try value.object() {
                    conditions.append(.requiredWith(name, try value.member(name, others).strings()))
                }
            case _ where annotations.contains(keyword) || keyword.hasPrefix("x-"): break
            default: throw value.fault("the keyword is not known here")
            }
        }
        if length != 0...Int.max { conditions.append(.length(length)) }
        if itemCount != 0...Int.max { conditions.append(.itemCount(itemCount)) }
        if !members.named.isEmpty || !members.matching.isEmpty || members.others != nil {
            conditions.append(.members(members))
        }
        return conditions
    }
}
