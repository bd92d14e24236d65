import JSON

/// A schema in the subset of JSON Schema 2020-12 that the contract uses: what generators of clients turn into structs.
/// Unknown keywords are errors, so that none is ignored.
///
/// Clients have to expect members that an object does not name, but this version writes none.
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
            // Clients have to expect more values than this version writes.
            case "enum", "x-extensible-enum": conditions.append(.oneOfValues(try value.list()))
            case "minimum": conditions.append(.least(try value.number(), isIncluded: true))
            case "exclusiveMinimum": conditions.append(.least(try value.number(), isIncluded: false))
            case "maximum": conditions.append(.most(try value.number()))
            case "minLength": length = try value.count()...length.upperBound
            case "maxLength": length = length.lowerBound...(try value.count())
            case "pattern": conditions.append(.pattern(try value.pattern(value.string())))
            case "format": if let pattern = try value.format() { conditions.append(.pattern(pattern)) }
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
            case _ where annotations.contains(keyword) || keyword.hasPrefix("x-"): break
            default: throw value.fault("the keyword is not known here")
            }
        }
        if length != 0...Int.max { conditions.append(.length(length)) }
        if itemCount != 0...Int.max { conditions.append(.itemCount(itemCount)) }
        if members.others == nil, !members.named.isEmpty { members.others = Schema(conditions: [.nothing]) }
        if !members.named.isEmpty || !members.matching.isEmpty || members.others != nil {
            conditions.append(.members(members))
        }
        return conditions
    }
}

extension Schema {
    private init(conditions: [Condition]) { self.conditions = conditions }
}
