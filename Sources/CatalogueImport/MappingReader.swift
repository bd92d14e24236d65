import CheckedJSON
import Catalogue

/// Reads the readings of a mapping, and collects the columns that they name.
final class MappingReader {
    private(set) var columns: [String] = []
    private let missing: Set<ArraySlice<UInt8>>
    private var derived: [String: TextReading] = [:]

    /// A reader of a mapping in which the texts `missing` mean that a column has none.
    init(missing: Set<ArraySlice<UInt8>>) {
        self.missing = missing
    }

    /// Reads the derived columns, which only file columns may be named in.
    func readDerived(_ value: CheckedValue) {
        derived = value.dictionary { _, value in value.object { self.text(&$0, kind: .text) } ?? nil } ?? [:]
    }

    /// A text of `kind`.
    func text(_ value: CheckedValue, kind: TextKind) -> TextReading? {
        value.object { self.text(&$0, kind: kind) } ?? nil
    }

    /// A list of readings, each of which gives elements of `kind`.
    func list(_ value: CheckedValue, kind: TextKind) -> [TextReading]? {
        value.list { element in
            element.object { object in self.text(&object, kind: kind, isList: true) } ?? nil
        }
    }

    /// A number of at least `least` where the mapping does not say otherwise; `units` are what it may be written in,
    /// with what a number of it is multiplied by.
    func number(_ value: CheckedValue, least: Double? = nil, units: [String: Double] = [:]) -> NumberReading? {
        value.object { self.number(&$0, least: least, units: units) } ?? nil
    }

    /// An amount of money: a number with its `currency` beside it, which may be left out where there is a `standard` one.
    func money(_ value: CheckedValue, currency standard: TextReading?) -> MoneyReading? {
        value.object { (object: inout CheckedObject) -> MoneyReading? in
            let own = standard == nil ? object.required("currency") : object.optional("currency")
            let currency = own.map { self.text($0, kind: .currency) } ?? standard
            guard let number = self.number(&object, least: 0), let currency else { return nil }
            return MoneyReading(number: number, currency: currency)
        } ?? nil
    }

    /// A date.
    func date(_ value: CheckedValue) -> DateReading? {
        value.object { (object: inout CheckedObject) -> DateReading? in
            let text = self.text(&object, kind: .text)
            let pivot = object.optional("pivot")
            let format = object.required("date")?.dateFormat(pivot: pivot)
            guard let text, let format else { return nil }
            return DateReading(text: text, format: format)
        } ?? nil
    }

    // MARK: Parts of a reading

    private func number(_ object: inout CheckedObject, least: Double?, units: [String: Double] = [:]) -> NumberReading?
    {
        let source: NumberReading.Source?
        if let sum = object.optional("sum") {
            let parts = sum.list { self.number($0) }
            if let parts, parts.count < 2 { sum.report("expected at least two numbers, found \(parts.count)") }
            source = parts.map { .sum($0) }
        } else {
            let text = self.text(&object, kind: .text)
            let format = self.numberFormat(&object)
            source = text.flatMap { text in format.map { .text(text, $0) } }
        }
        let minimum = object.value("min", default: least) { .some($0.number()) }
        let maximum = object.value("max", default: nil) { .some($0.number()) }
        let times = object.value("times", default: 1) { $0.number() }
        let unit = units.isEmpty ? 1 : object.value("unit", default: 1) { $0.word("unit", among: units) }
        guard let source, let minimum, let maximum, let times, let unit else { return nil }
        return NumberReading(
            source: source,
            range: ClosedInterval(min: minimum, max: maximum),
            factor: times * unit
        )
    }

    private func text(_ object: inout CheckedObject, kind: TextKind, isList: Bool = false) -> TextReading? {
        let source = self.source(&object, kind: kind)
        let missing = object.value("missing", default: []) { $0.texts() }
        let split = self.split(&object, isList: isList)
        let table = object.optional("table").map { $0.table(kind) }
        if let otherwise = object.optional("otherwise") {
            if table == nil { otherwise.report("stands only beside a \"table\"") }
        }
        let otherwise = object.optional("otherwise")?.word(kind)
        let form = object.value("as", default: nil) { .some($0.word("form", of: TextReading.Form.self)) }
        guard let source, let missing, let split, let form else { return nil }
        let words = table.map { TextReading.Table(words: $0 ?? [:], otherwise: otherwise) }
        let global: Set<ArraySlice<UInt8>> = if case .constant = source { [] } else { self.missing }
        return TextReading(source: source, missing: missing.union(global), split: split, table: words, form: form)
    }

    private func source(_ object: inout CheckedObject, kind: TextKind) -> TextReading.Source? {
        let column = object.optional("column")
        let constant = object.optional("constant")
        let template = object.optional("template")
        guard [column, constant, template].count(where: { $0 != nil }) == 1 else {
            object.report("expected one of \"column\", \"constant\", \"template\" to say where the value comes from")
            return nil
        }
        if let column { return column.nonEmptyString().map(reference) }
        if let constant {
            return constant.text(kind).map { .constant($0) }
        }
        return template.flatMap { template in
            template.nonEmptyString().flatMap { text in
                var parser = TemplateParser(text)
                guard let parts = parser.parse(reference: { self.reading(of: $0) }) else {
                    return template.mismatch("a template whose { } and [ ] are closed")
                }
                return .template(Template(parts: parts))
            }
        }
    }

    private func split(_ object: inout CheckedObject, isList: Bool) -> TextReading.Split?? {
        let pick = object.optional("pick")
        guard let split = object.optional("split") else {
            pick?.report("stands only beside \"split\"")
            return .some(nil)
        }
        if !isList, pick == nil { split.report("\"pick\" is missing; a single value needs one part of the list") }
        let part = pick.map { $0.word("part", of: TextReading.Split.Pick.self) }
        guard let separator = split.nonEmptyString() else { return nil }
        return TextReading.Split(separator: Array(separator.utf8), pick: part ?? nil)
    }

    private func numberFormat(_ object: inout CheckedObject) -> NumberFormat? {
        let decimal = object.value("decimal", default: ".") { $0.word("decimal sign", among: [".": ".", ",": ","]) }
        let grouping = object.optional("grouping").map { $0.nonEmptyString() }
        let affixes = object.value("affixes", default: []) { $0.list { $0.nonEmptyString() } }
        guard let decimal, let affixes else { return nil }
        if let grouping, grouping == decimal { object.report("\"grouping\" and \"decimal\" are the same sign") }
        return NumberFormat(
            decimal: Array(decimal.utf8),
            grouping: (grouping ?? nil).map { Array($0.utf8) },
            affixes: affixes.map { Array($0.utf8) }
        )
    }

    private func reading(of name: String) -> TextReading {
        TextReading(source: reference(name), missing: missing)
    }

    private func reference(_ name: String) -> TextReading.Source {
        if let reading = derived[name] { return .derived(reading) }
        if let index = columns.firstIndex(of: name) { return .column(index, name: name) }
        columns.append(name)
        return .column(columns.count - 1, name: name)
    }
}

extension CheckedValue {
    /// A text of `kind`, or a number as a text.
    fileprivate func text(_ kind: TextKind) -> String? {
        switch json {
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string, .bool: word(kind, or: "a text or a number")
        default: mismatch("a text or a number")
        }
    }

    /// A text of `kind`. A flag may also be `true` or `false`.
    fileprivate func word(_ kind: TextKind, or expectation: String = "a text") -> String? {
        if case .flag = kind, case .bool(let flag) = json { return String(flag) }
        guard case .string(let text) = json else { return mismatch(expectation) }
        if let problem = kind.problem(with: text) { report(problem) }
        return text
    }

    fileprivate func table(_ kind: TextKind) -> [ArraySlice<UInt8>: String]? {
        dictionary { _, value in value.word(kind) }.map { words in
            Dictionary(uniqueKeysWithValues: words.map { (Array($0.key.utf8)[...], $0.value) })
        }
    }

    fileprivate func dateFormat(pivot: CheckedValue?) -> DateFormat? {
        guard let pattern = nonEmptyString() else { return nil }
        let parts = DatePart.parts(of: pattern)
        let needsPivot = parts?.contains(.shortYear) ?? false
        if !needsPivot { pivot?.report("stands only beside a date with a year of two digits") }
        switch pattern {
        case "iso8601": return .iso8601
        case "unix": return .unix
        default: break
        }
        guard let parts, needsPivot || parts.contains(.year) else {
            return mismatch("\"iso8601\", \"unix\" or a pattern of yyyy, yy, MM, M, dd, d, HH, mm, ss and signs")
        }
        guard needsPivot else { return .pattern(parts, pivot: 0) }
        guard let pivot else {
            report("\"pivot\" is missing: years of two digits below it are 20yy, the others 19yy")
            return nil
        }
        return pivot.integer(in: 0...100).map { .pattern(parts, pivot: Int($0)) }
    }
}
