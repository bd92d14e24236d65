import CheckedJSON
import Catalogue

/// How an attribute's value is made of a record.
struct AttributeReading: Hashable, Sendable {
    /// How the value of each type is read.
    private enum Reading: Hashable, Sendable {
        case number(NumberReading)
        case wholeNumber(NumberReading)
        /// To the hundredth: further digits come from conversions, not from surveys.
        case squareMeters(NumberReading)
        case money(MoneyReading)
        case text(TextReading, TextKind)
        case flag(TextReading)
        case instant(DateReading)
    }

    /// The attribute's name.
    let name: String
    private let isRequired: Bool
    private let reading: Reading

    /// Reads the reading of `attribute`.
    /// - Parameter currency: the currency of amounts that do not have one of their own.
    init?(
        _ attribute: Attribute,
        isRequired: Bool,
        currency: TextReading?,
        reading value: CheckedValue,
        _ reader: MappingReader
    ) {
        let reading: Reading? =
            switch attribute.type {
            case .number(let unit):
                reader.number(value, least: 0, units: unit?.conversions ?? [:]).map { number in
                    if attribute.isWhole { return .wholeNumber(number) }
                    return unit == .squareMeter ? .squareMeters(number) : .number(number)
                }
            case .money: reader.money(value, currency: currency).map { .money($0) }
            case .text(let values):
                Self.text(value, values.isEmpty ? .text : .word(field: attribute.name, values), reader)
            case .flag: reader.text(value, kind: .flag).map { .flag($0) }
            case .instant: reader.date(value).map { .instant($0) }
            }
        guard let reading else { return nil }
        name = attribute.name
        self.isRequired = isRequired
        self.reading = reading
    }

    private static func text(_ value: CheckedValue, _ kind: TextKind, _ reader: MappingReader) -> Reading? {
        reader.text(value, kind: kind).map { .text($0, kind) }
    }

    /// The value that the record gives, or `nil` where it is missing and need not be there.
    func value(in record: Record) throws(Refusal) -> AttributeValue? {
        let value: AttributeValue? =
            switch reading {
            case .number(let reading): try reading.number(in: record).map { .number($0) }
            case .wholeNumber(let reading): try reading.integer(in: record).map { .number(Double($0)) }
            case .squareMeters(let reading): try reading.number(in: record).map { .number($0.toTheHundredth) }
            case .money(let reading): try reading.money(in: record).map { .money($0) }
            case .text(let reading, let kind): try reading.string(in: record, kind: kind).map { .text($0) }
            case .flag(let reading):
                try reading.string(in: record, kind: .flag).flatMap(Bool.init(flag:)).map { .flag($0) }
            case .instant(let reading): try reading.seconds(in: record).map { .instant($0) }
            }
        if value == nil, isRequired { throw Refusal(column: columnNames, "\(name) is missing") }
        return value
    }

    private var columnNames: String? {
        switch reading {
        case .number(let reading), .wholeNumber(let reading), .squareMeters(let reading): reading.columnNames
        case .money(let reading): reading.number.columnNames
        case .text(let reading, _), .flag(let reading): reading.columnNames
        case .instant(let reading): reading.text.columnNames
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
