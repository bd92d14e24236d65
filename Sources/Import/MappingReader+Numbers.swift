import Bytes
import Catalogue
import JSON

extension MappingReader {
    func number(
        _ object: inout CheckedObject,
        least: Double?,
        units: [String: Double] = [:]
    ) -> NumberMapping? {
        let sum = object.optional("sum")
        let source = sum.map { self.sum($0) } ?? plainNumber(&object)
        let minimum = object.value("min", default: least) { .some($0.number()) }
        let maximum = object.value("max", default: nil) { .some($0.number()) }
        let times = object.value("times", default: 1) { $0.number() }
        let unit = units.isEmpty ? 1 : object.value("unit", default: 1) { $0.choice("unit", among: units) }
        guard let source, let minimum, let maximum, let times, let unit else { return nil }
        let range = ClosedInterval(min: minimum, max: maximum)
        let factor = times * unit
        let value = source.map { number throws(ValueError) in
            guard range.contains(number) else {
                throw ValueError("expected a number \(range.description)", found: number.shortestDescription)
            }
            guard (number * factor).isFinite else { throw ValueError("is too large") }
            return number * factor
        }
        guard let value = finish(value, &object, default: { $0.number().map { $0 * factor } }) else { return nil }
        return NumberMapping(value: value, isExact: sum == nil && factor == 1)
    }

    /// The sum of numbers; missing where one of them is.
    private func sum(_ value: CheckedValue) -> FieldMapping<Double>? {
        let parts = value.array { number($0)?.value }
        guard let parts else { return nil }
        if parts.count < 2 { value.report("expected at least two numbers, found \(parts.count)") }
        return FieldMapping(columns: parts.flatMap(\.columns)) { record throws(ValueError) in
            var sum = 0.0
            for part in parts {
                guard let number = try part.value(in: record) else { return nil }
                sum += number
            }
            return sum
        }
    }

    private func plainNumber(_ object: inout CheckedObject) -> FieldMapping<Double>? {
        let text = bytes(&object, .text)
        let decimal = object.value("decimal", default: ".") { $0.choice("decimal sign", among: [".": ".", ",": ","]) }
        let grouping = object.optional("grouping").map { $0.nonEmptyString() } ?? nil
        let affixes = object.value("affixes", default: []) { $0.array { $0.nonEmptyString() } }
        guard let text, let decimal, let affixes else { return nil }
        if grouping == decimal { object.report("\"grouping\" and \"decimal\" are the same sign") }
        let format = NumberSyntax(
            decimal: Array(decimal.utf8),
            grouping: grouping.map { Array($0.utf8) },
            affixes: affixes.map { Array($0.utf8) }
        )
        return text.map { text throws(ValueError) in
            guard let number = format.number(text) else {
                throw ValueError("expected a number", found: quoted(text))
            }
            return number
        }
    }
}

extension ClosedInterval<Double> {
    fileprivate var description: String {
        switch (min, max) {
        case (let min?, let max?): "from \(min.shortestDescription) to \(max.shortestDescription)"
        case (let min?, nil): "of at least \(min.shortestDescription)"
        case (_, let max): "of at most \((max ?? .infinity).shortestDescription)"
        }
    }
}
