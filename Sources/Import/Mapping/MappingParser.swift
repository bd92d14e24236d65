import Bytes
import Catalogue
import JSON

/// Parses the field mappings in a mapping's JSON, and collects the columns that they name.
final class MappingParser {
    private(set) var columns: [String] = []
    /// The texts that mean "no value" in every column.
    let missing: [FieldBytes]
    private var derived: [String: FieldMapping<FieldBytes>] = [:]

    init(missing: [FieldBytes]) {
        self.missing = missing
    }

    /// Derived columns are computed from the file's columns, not from each other.
    func parseDerivedColumns(_ value: CheckedValue) {
        derived =
            value.dictionary { _, value in
                value.object { object in
                    let bytes = self.bytes(&object, .text)
                    return self.withFallback(bytes, &object) { $0.string().map { FieldBytes($0.utf8) } }
                }
            } ?? [:]
    }

    /// - Parameter isList: Whether a path of NDJSON with `*` is a list, and not its first element.
    func column(_ name: String, isList: Bool = false) -> FieldMapping<FieldBytes> {
        if let column = derived[name] { return column }
        let index = columns.firstIndex(of: name) ?? columns.count
        if index == columns.count { columns.append(name) }
        let takesFirst = !isList && name.split(separator: ".").contains("*")
        return FieldMapping(columns: [Column(name: name, index: index)]) { record throws(ValueError) in
            let text = try record.value(index)
            return takesFirst ? text.prefix { $0 != Record.listSeparator }.trimmingWhiteSpace() : text
        }
    }

    func text(_ object: inout CheckedObject, _ constraint: TextConstraint = .text) -> FieldMapping<String>? {
        let text = bytes(&object, constraint)?.map { bytes throws(ValueError) in try constraint.string(bytes) }
        return withFallback(text, &object) { $0.text(constraint) }
    }

    /// The mapping with the members `lenient` and `default` of its object.
    func withFallback<Value>(
        _ mapping: FieldMapping<Value>?,
        _ object: inout CheckedObject,
        default parseDefault: (CheckedValue) -> Value?
    ) -> FieldMapping<Value>? {
        let isLenient = object.optional("lenient")?.bool() ?? false
        let fallback = object.optional("default").flatMap(parseDefault)
        return (isLenient ? mapping?.lenient : mapping)?.withDefault(fallback)
    }

    /// The concatenated lists of several mappings, each element once; an empty list is missing.
    func list(_ value: CheckedValue, _ constraint: TextConstraint = .text) -> FieldMapping<[String]>? {
        let lists = value.array { element in
            element.object { object in
                let texts = self.elements(&object, constraint)?.map { elements throws(ValueError) in
                    try elements.map(constraint.string)
                }
                return self.withFallback(texts, &object) { $0.text(constraint).map { [$0] } }
            }
        }
        return lists.map { lists in
            lists.map { $0.withDefault([]) }.combined().map { lists in
                var texts: [String] = []
                for text in lists.joined() where !texts.contains(text) { texts.append(text) }
                return texts.isEmpty ? nil : texts
            }
        }
    }

    func date(_ object: inout CheckedObject) -> FieldMapping<Instant>? {
        let text = bytes(&object, .text)
        guard let pattern = object.required("date"), let parse = pattern.dateFormat() else { return nil }
        let expectation = "a date written as \(pattern.json.summary)"
        let date = text?.map { text throws(ValueError) -> Instant in
            if let instant = parse(text) { return instant }
            throw ValueError("expected \(expectation)", found: quoted(text))
        }
        return withFallback(date, &object) { $0.parsed({ parse(FieldBytes($0.utf8)) }, expectation) }
    }

    /// - Parameter currency: the currency of amounts without one of their own.
    func attribute(
        _ attribute: Attribute,
        _ object: inout CheckedObject,
        currency: FieldMapping<String>?
    ) -> FieldMapping<AttributeValue>? {
        switch attribute.type {
        case .number(let unit):
            return number(&object, min: 0, units: unit?.conversions ?? [:])?.value.map { number throws(ValueError) in
                if attribute.isWhole, Int64(exactly: number) == nil {
                    throw ValueError("expected a whole number", found: number.shortestDescription)
                }
                // Numbers too large for hundredths stay as they are.
                let hundredths = (number * 100).rounded()
                return .number(unit == .squareMeter && hundredths.isFinite ? hundredths / 100 : number)
            }
        case .money:
            let own = currency == nil ? object.required("currency") : object.optional("currency")
            let currency = own.map { $0.object { self.text(&$0, .currency) } } ?? currency
            return money(&object, currency)?.map { .money($0) }
        case .text(let values):
            let constraint = values.isEmpty ? .text : TextConstraint.word(field: attribute.name, values)
            return text(&object, constraint)?.map { .text($0) }
        case .flag: return text(&object, .flag)?.map { Bool(flag: $0).map { .flag($0) } }
        case .instant: return date(&object)?.map { .instant($0) }
        }
    }
}
