import JSON

extension Schema {
    /// A keyword's value with typed accessors.
    struct Reader {
        let json: JSONValue
        let path: String

        /// A pattern for each `format` of texts.
        private static let formats = [
            "date": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "date-time": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$",
            "uri-reference": "^[^\\x00-\\x20\"<>\\\\^`{|}\\x7f]*$",
        ]

        func member(_ name: String, _ json: JSONValue) -> Reader { Reader(json: json, path: "\(path)/\(name)") }

        func fault(_ reason: String) -> Fault { Fault(path: path, reason: reason) }

        func object() throws(Fault) -> [String: JSONValue] {
            guard case .object(let members) = json else { throw fault("expected an object") }
            return members
        }

        func list() throws(Fault) -> [JSONValue] {
            guard case .array(let elements) = json, !elements.isEmpty else { throw fault("expected a list") }
            return elements
        }

        func string() throws(Fault) -> String {
            guard case .string(let text) = json else { throw fault("expected a text") }
            return text
        }

        func strings() throws(Fault) -> [String] {
            var strings: [String] = []
            for element in try list() { strings.append(try Reader(json: element, path: path).string()) }
            return strings
        }

        func number() throws(Fault) -> Double {
            switch json {
            case .integer(let value): return Double(value)
            case .number(let value): return value
            default: throw fault("expected a number")
            }
        }

        func count() throws(Fault) -> Int {
            guard case .integer(let value) = json, value >= 0 else { throw fault("expected a count") }
            return Int(value)
        }

        func kinds() throws(Fault) -> [Kind] {
            let names = if case .string(let name) = json { [name] } else { try strings() }
            var kinds: [Kind] = []
            for name in names {
                guard let kind = Kind(rawValue: name) else { throw fault("there is no type \"\(name)\"") }
                kinds.append(kind)
            }
            return kinds
        }

        func schema() throws(Fault) -> Schema { try Schema(json, at: path) }

        func schemas() throws(Fault) -> [Schema] {
            var schemas: [Schema] = []
            for (index, element) in try list().enumerated() {
                schemas.append(try member("\(index)", element).schema())
            }
            return schemas
        }

        func namedSchemas() throws(Fault) -> [String: Schema] {
            var schemas: [String: Schema] = [:]
            for (name, value) in try object() { schemas[name] = try member(name, value).schema() }
            return schemas
        }

        func pattern(_ text: String) throws(Fault) -> Pattern {
            guard let pattern = Pattern(text) else { throw fault("\"\(text)\" is no pattern") }
            return pattern
        }

        /// - Returns: `nil` for the formats of numbers, which tell generators how wide a number is.
        func format() throws(Fault) -> Pattern? {
            let name = try string()
            if ["double", "int64"].contains(name) { return nil }
            guard let pattern = Self.formats[name] else { throw fault("the format is not known here") }
            return try self.pattern(pattern)
        }
    }
}
