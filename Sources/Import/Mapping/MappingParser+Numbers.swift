import Bytes
import Catalogue
import Glibc
import JSON

extension MappingParser {
    /// - Parameter min: the minimum, if the mapping has none.
    /// - Returns: Also whether the number is the file's own, and not a sum or a product.
    func number(
        _ object: inout CheckedObject,
        min: Double? = nil,
        units: [String: Double] = [:]
    ) -> (value: FieldMapping<Double>, isExact: Bool)? {
        let sum = object.optional("sum")
        let source = sum.map { self.sum($0) } ?? writtenNumber(&object)
        let range = ClosedInterval(
            min: object.optional("min")?.number() ?? min,
            max: object.optional("max")?.number()
        )
        let times = object.optional("times")?.number() ?? 1
        let unit = units.isEmpty ? nil : object.optional("unit")?.choice("unit", among: units)
        let factor = times * (unit ?? 1)
        let value = source?.map { number throws(ValueError) in
            guard range.contains(number) else {
                throw ValueError("expected a number \(range.description)", found: number.shortestDescription)
            }
            guard (number * factor).isFinite else { throw ValueError("is too large") }
            return number * factor
        }
        let mapping = withFallback(value, &object) { $0.number().map { $0 * factor } }
        return mapping.map { ($0, isExact: sum == nil && factor == 1) }
    }

    /// An amount in whole units of the currency: dollars, not cents.
    func money(_ object: inout CheckedObject, _ currency: FieldMapping<String>?) -> FieldMapping<Money>? {
        guard let (number, isExact) = number(&object, min: 0), let currency else { return nil }
        return FieldMapping(columns: number.columns + currency.columns) { record throws(ValueError) in
            let (number, currency) = (try number.value(in: record), try currency.value(in: record))
            guard let number else { return nil }
            guard let currency else { throw ValueError("currency is missing") }
            let digits = Money.minorUnitDigits(of: currency)
            let scale = pow(10, Double(digits))
            let amount = (number * scale).rounded()
            // Beyond, not every whole number is a `Double`.
            guard amount.magnitude <= 0x1p53 else { throw ValueError("is too large") }
            if isExact, amount / scale != number {
                throw ValueError("expected an amount of at most \(digits) decimals", found: number.shortestDescription)
            }
            return Money(amount: Int64(amount), currency: currency)
        }
    }

    /// A price with the members `from` and `until`.
    func sale(_ object: inout CheckedObject, _ currency: FieldMapping<String>?) -> FieldMapping<Sale>? {
        let from = object.optional("from")?.object { date(&$0) }
        let until = object.optional("until")?.object { date(&$0) }
        guard let price = money(&object, currency) else { return nil }
        let columns = price.columns + (from?.columns ?? []) + (until?.columns ?? [])
        return FieldMapping(columns: columns) { record throws(ValueError) in
            guard let price = try price.value(in: record) else { return nil }
            let sale = Sale(
                price: price.amount,
                from: try from?.value(in: record) ?? .distantPast,
                until: try until?.value(in: record) ?? .distantFuture
            )
            if sale.from >= sale.until { throw ValueError("expected a sale that begins before it ends") }
            return sale
        }
    }

    /// A sum is missing if one of its numbers is.
    private func sum(_ value: CheckedValue) -> FieldMapping<Double>? {
        let parts = value.array { $0.object { number(&$0)?.value } }
        guard let parts else { return nil }
        if parts.count < 2 { value.report("expected at least two numbers, found \(parts.count)") }
        return parts.combined().map { $0.reduce(0, +) }
    }

    private func writtenNumber(_ object: inout CheckedObject) -> FieldMapping<Double>? {
        let text = bytes(&object, .text)
        let signs = [".": UInt8(ascii: "."), ",": UInt8(ascii: ",")]
        let syntax = NumberSyntax(
            decimal: object.optional("decimal")?.choice("decimal sign", among: signs) ?? UInt8(ascii: "."),
            grouping: object.optional("grouping")?.nonEmptyString().map { FieldBytes($0.utf8) },
            affixes: object.optional("affixes")?.array { $0.nonEmptyString().map { FieldBytes($0.utf8) } } ?? []
        )
        if syntax.grouping == [syntax.decimal] { object.report("\"grouping\" and \"decimal\" are the same sign") }
        return text?.map { text throws(ValueError) in
            guard let number = syntax.number(text) else {
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

extension AttributeUnit {
    /// The units in which a file may state numbers of this unit, with their factors.
    var conversions: [String: Double] {
        switch self {
        case .squareMeter: ["m2": 1, "sqft": 0.092_903_04, "acre": 4_046.856_422_4, "hectare": 10_000]
        case .meter: ["m": 1, "km": 1_000, "ft": 0.304_8, "mi": 1_609.344]
        case .kilometer: ["m": 0.001, "km": 1, "ft": 0.000_304_8, "mi": 1.609_344]
        case .minute: ["second": 1 / 60, "minute": 1, "hour": 60, "day": 1_440]
        case .hour: ["second": 1 / 3_600, "minute": 1 / 60, "hour": 1, "day": 24]
        case .day: ["minute": 1 / 1_440, "hour": 1 / 24, "day": 1, "week": 7]
        case .year: ["year": 1]
        case .percent: ["percent": 1, "fraction": 100]
        case .gram: ["g": 1, "kg": 1_000, "oz": 28.349_523_125, "lb": 453.592_37]
        case .kilogram: ["g": 0.001, "kg": 1, "oz": 0.028_349_523_125, "lb": 0.453_592_37]
        case .milliliter: ["ml": 1, "l": 1_000]
        case .liter: ["ml": 0.001, "l": 1]
        case .bedroom, .bathroom: [:]
        }
    }
}
