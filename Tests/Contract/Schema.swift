import JSON

/// A schema, in as much of JSON Schema 2020-12 as the contract uses. What is not known here is refused: a condition that
/// nobody looks at is worse than none.
package struct Schema: Sendable {
    /// All of them have to hold.
    let conditions: [Condition]

    /// What a value has to be.
    indirect enum Condition: Sendable {
        /// Nothing is right: the schema `false`.
        case nothing
        /// What stands there in the document holds, too.
        case reference(String)
        case types([Kind])
        case oneOfValues([JSONValue])
        case all([Schema])
        case any([Schema])
        case exactlyOne([Schema])
        /// Where the member `member` has this word, what stands there in the document holds, too.
        case chosen(by: String, [String: String])
        case least(Double, isIncluded: Bool)
        case most(Double)
        case length(ClosedRange<Int>)
        case pattern(Pattern)
        case items(Schema)
        case itemCount(ClosedRange<Int>)
        case contains(Schema)
        case members(Members)
        case required([String])
        case requiredWith(String, [String])
    }

    /// What the members of an object have to be, where it has them.
    struct Members: Sendable {
        var named: [String: Schema] = [:]
        var matching: [(names: Pattern, schema: Schema)] = []
        var others: Schema?
    }

    /// What JSON has.
    enum Kind: String, Sendable {
        case null, boolean, integer, number, string, array, object
    }

    /// Why a schema cannot be read.
    package struct Fault: Error, CustomStringConvertible {
        package let path: String
        package let reason: String
        package var description: String { "\(path): \(reason)" }
    }

    /// What is told to people and holds of no value.
    private static let annotations: Set = ["title", "description", "default", "deprecated", "example", "examples"]

    /// Reads a schema that stands at `path` in its document.
    /// - Throws: ``Fault`` for a keyword that is not known here, or whose value is not what it has to be.
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
            // Where a member tells which one it is, the others need not be looked at.
            case "oneOf" where keywords["discriminator"] != nil: break
            case "oneOf": conditions.append(.exactlyOne(try value.schemas()))
            case "discriminator": conditions.append(try value.discriminator())
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
