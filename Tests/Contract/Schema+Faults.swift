import JSON

extension Schema {
    /// The violations in `value`, each with its path.
    ///
    /// - Parameter definitions: the schemas by `$ref`.
    package func faults(of value: JSONValue, at path: String = "", in definitions: [String: Schema]) -> [String] {
        conditions.flatMap { $0.faults(of: value, at: path, in: definitions) }
    }

    private func holds(of value: JSONValue, in definitions: [String: Schema]) -> Bool {
        faults(of: value, in: definitions).isEmpty
    }
}

extension Schema.Condition {
    fileprivate func faults(of value: JSONValue, at path: String, in definitions: [String: Schema]) -> [String] {
        func unless(_ holds: Bool, _ expected: @autoclosure () -> String) -> [String] {
            holds ? [] : ["\(path.isEmpty ? "the document" : path) is \(value.summary): expected \(expected())"]
        }
        func checked(_ schema: Schema) -> [String] { schema.faults(of: value, at: path, in: definitions) }

        switch self {
        case .nothing: return unless(false, "nothing here")
        case .reference(let name):
            guard let schema = definitions[name] else { return unless(false, "\(name), which is nowhere") }
            return checked(schema)
        case .types(let kinds):
            return unless(kinds.contains { $0.has(value) }, kinds.map(\.rawValue).joined(separator: " or "))
        case .oneOfValues(let values):
            return unless(values.contains(value), "one of \(values.map(\.summary))")
        case .least(let bound, let isIncluded):
            guard let number = value.asNumber else { return [] }
            return unless(isIncluded ? number >= bound : number > bound, "from \(bound) on")
        case .most(let bound):
            guard let number = value.asNumber else { return [] }
            return unless(number <= bound, "\(bound) at most")
        case .length(let range):
            guard case .string(let text) = value else { return [] }
            return unless(range.contains(text.unicodeScalars.count), "\(range) characters")
        case .pattern(let pattern):
            guard case .string(let text) = value else { return [] }
            return unless(pattern.isIn(text), "another form")
        case .items(let schema):
            guard case .array(let elements) = value else { return [] }
            return elements.enumerated().flatMap { schema.faults(of: $1, at: "\(path)[\($0)]", in: definitions) }
        case .itemCount(let range):
            guard case .array(let elements) = value else { return [] }
            return unless(range.contains(elements.count), "\(range) elements")
        case .contains(let schema):
            guard case .array(let elements) = value else { return [] }
            return unless(elements.contains { schema.holds(of: $0, in: definitions) }, "an element that it has not")
        case .members(let members):
            guard case .object(let values) = value else { return [] }
            return values.sorted { $0.key < $1.key }.flatMap { name, value in
                members.schemas(for: name).flatMap {
                    $0.faults(of: value, at: path.isEmpty ? name : "\(path).\(name)", in: definitions)
                }
            }
        case .mostMembers(let count):
            guard case .object(let values) = value else { return [] }
            return unless(values.count <= count, "at most \(count) members")
        case .required(let names):
            guard case .object(let values) = value else { return [] }
            return names.filter { values[$0] == nil }.flatMap { unless(false, "the member \($0)") }
        }
    }
}

extension Schema.Members {
    /// The schemas for the member `name`.
    fileprivate func schemas(for name: String) -> [Schema] {
        let known = (named[name].map { [$0] } ?? []) + matching.filter { $0.names.isIn(name) }.map(\.schema)
        return known.isEmpty ? others.map { [$0] } ?? [] : known
    }
}

extension Schema.Kind {
    fileprivate func has(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.null, .null), (.boolean, .bool), (.integer, .integer), (.number, .integer), (.number, .number),
            (.string, .string), (.array, .array), (.object, .object):
            true
        // Beyond 64 bits.
        case (.integer, .number(let number)): number == number.rounded()
        default: false
        }
    }
}

extension JSONValue {
    fileprivate var asNumber: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
