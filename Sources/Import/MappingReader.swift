import Bytes
import Catalogue
import JSON

/// Reads the readings of a mapping, and collects the columns that they name.
final class MappingReader {
    private(set) var columns: [String] = []
    let missing: Set<FieldBytes>
    private var derived: [String: FieldMapping<FieldBytes>] = [:]

    /// A reader of a mapping in which the texts `missing` mean that a column has none.
    init(missing: Set<FieldBytes>) {
        self.missing = missing
    }

    /// Reads the derived columns, which only file columns may be named in.
    func readDerived(_ value: CheckedValue) {
        derived =
            value.dictionary { _, value in
                value.object { object in
                    let bytes = self.bytes(&object, .text)
                    return self.finish(bytes, &object) { $0.string().map { FieldBytes($0.utf8) } }
                }
            } ?? [:]
    }

    /// The column `name`, which is a derived one or the file's.
    func reference(_ name: String) -> FieldMapping<FieldBytes> {
        if let reading = derived[name] { return reading }
        let index = columns.firstIndex(of: name) ?? columns.count
        if index == columns.count { columns.append(name) }
        return FieldMapping(columns: [Column(name: name, index: index)]) { record in
            record.text(index).trimmingWhiteSpace()
        }
    }

    /// A text of `kind`.
    /// - Parameter members: reads what the object may have beside a reading.
    func text(
        _ value: CheckedValue,
        _ kind: TextConstraint = .text,
        members: (inout CheckedObject) -> Void = { _ in }
    ) -> FieldMapping<String>? {
        value.object { object in
            members(&object)
            let text = self.bytes(&object, kind)?.map { bytes throws(ValueError) in try kind.string(bytes) }
            return self.finish(text, &object) { $0.text(kind) }
        }
    }

    /// The reading with what an object says of values that are missing or cannot be read.
    /// - Parameter read: reads the value that stands in for them.
    func finish<Value>(
        _ reading: FieldMapping<Value>?,
        _ object: inout CheckedObject,
        default read: (CheckedValue) -> Value?
    ) -> FieldMapping<Value>? {
        let isLenient = object.value("lenient", default: false) { $0.bool() }
        let standIn = object.value("default", default: nil) { .some(read($0)) }
        guard let reading, let isLenient, let standIn else { return nil }
        return (isLenient ? reading.lenient : reading).withDefault(standIn)
    }

    /// A list of readings, whose elements of `kind` follow each other, each once. It is missing where it is empty.
    func list(_ value: CheckedValue, _ kind: TextConstraint = .text) -> FieldMapping<[String]>? {
        let readings = value.array { element in
            element.object { object in
                let texts = self.elements(&object, kind, isList: true)?.map { elements throws(ValueError) in
                    var texts: [String] = []
                    for element in elements { texts.append(try kind.string(element)) }
                    return texts
                }
                return self.finish(texts, &object) { $0.text(kind).map { [$0] } }
            }
        }
        return readings.map { readings in
            FieldMapping(columns: readings.flatMap(\.columns)) { record throws(ValueError) in
                var texts: [String] = []
                for reading in readings {
                    for text in try reading.value(in: record) ?? [] where !texts.contains(text) { texts.append(text) }
                }
                return texts.isEmpty ? nil : texts
            }
        }
    }

    /// A number of at least `least` where the mapping does not say otherwise; `units` are what it may be written in,
    /// with what a number of it is multiplied by.
    func number(_ value: CheckedValue, least: Double? = nil, units: [String: Double] = [:]) -> NumberMapping? {
        value.object { self.number(&$0, least: least, units: units) }
    }

    /// A date, in Unix seconds.
    /// - Parameter members: reads what the object may have beside a reading.
    func date(_ value: CheckedValue, members: (inout CheckedObject) -> Void = { _ in }) -> FieldMapping<Int64>? {
        value.object { object in
            members(&object)
            let text = self.bytes(&object, .text)
            let pivot = object.optional("pivot")
            let pattern = object.required("date")
            guard let pattern, let format = pattern.dateFormat(pivot: pivot) else { return nil }
            let expectation = "expected a date written as \(pattern.json.summary)"
            @Sendable func seconds(of text: FieldBytes) throws(ValueError) -> Int64 {
                if let seconds = format.seconds(of: text) { return seconds }
                throw ValueError(expectation, found: quoted(text))
            }
            let date = text?.map { text throws(ValueError) in try seconds(of: text) }
            return self.finish(date, &object) { value in
                guard let text = value.string() else { return nil }
                return (try? seconds(of: FieldBytes(text.utf8))) ?? value.mismatch(String(expectation.dropFirst(9)))
            }
        }
    }

    /// The value of `attribute`.
    /// - Parameter currency: the currency of amounts that do not have one of their own.
    func attribute(_ attribute: Attribute, _ value: CheckedValue, currency: FieldMapping<String>?) -> FieldMapping<
        AttributeValue
    >? {
        switch attribute.type {
        case .number(let unit):
            number(value, least: 0, units: unit?.conversions ?? [:])?.value.map { number throws(ValueError) in
                if attribute.isWhole, Int64(exactly: number) == nil {
                    throw ValueError("expected a whole number", found: number.shortestDescription)
                }
                return .number(unit == .squareMeter ? number.toTheHundredth : number)
            }
        case .money:
            value.object { object in
                let own = currency == nil ? object.required("currency") : object.optional("currency")
                let currency = own.map { self.text($0, .currency) } ?? currency
                guard let number = self.number(&object, least: 0), let currency else { return nil }
                return number.money(currency).map { .money($0) }
            }
        case .text(let values):
            text(value, values.isEmpty ? .text : .word(field: attribute.name, values))?.map { .text($0) }
        case .flag: text(value, .flag)?.map { Bool(flag: $0).map { .flag($0) } }
        case .instant: date(value)?.map { .instant($0) }
        }
    }
}

extension Double {
    /// Rounded to the hundredth; numbers too large to have hundredths stay as they are.
    fileprivate var toTheHundredth: Double {
        let hundredths = (self * 100).rounded()
        return hundredths.isFinite ? hundredths / 100 : self
    }
}

extension CheckedValue {
    fileprivate func dateFormat(pivot: CheckedValue?) -> DateFormat? {
        guard let text = nonEmptyString() else { return nil }
        let pattern = DatePattern(text)
        let needsPivot = pattern?.hasShortYear ?? false
        if !needsPivot { pivot?.report("stands only beside a date with a year of two digits") }
        if text == "iso8601" { return .iso8601 }
        if text == "unix" { return .unix }
        guard let pattern, needsPivot || pattern.hasYear else {
            return mismatch("\"iso8601\", \"unix\" or a pattern of yyyy, yy, MM, M, dd, d, HH, mm, ss and signs")
        }
        guard needsPivot else { return .pattern(pattern, pivot: 0) }
        guard let pivot else {
            report("\"pivot\" is missing: years of two digits below it are 20yy, the others 19yy")
            return nil
        }
        return pivot.integer(in: 0...100).map { .pattern(pattern, pivot: Int($0)) }
    }
}
