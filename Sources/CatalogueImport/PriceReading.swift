import CheckedJSON
import Catalogue

/// How a price is made of a record.
struct PriceReading: Hashable, Sendable {
    /// In the currency's whole units: dollars and not cents.
    var number: NumberReading
    var currency: TextReading

    init?(_ fields: inout CheckedObject, _ reader: MappingReader) {
        let currency = fields.required("currency").flatMap { reader.text($0, kind: .currency) }
        let number = fields.required("price").flatMap { reader.number($0, least: 0) }
        guard let currency, let number else { return nil }
        self.number = number
        self.currency = currency
    }

    /// The price that the record gives.
    func money(in record: Record) throws(Refusal) -> Money {
        let currency = try currency.required("currency", in: record, kind: .currency)
        guard let amount = try number.amount(in: record, digits: Money.minorUnitDigits(of: currency)) else {
            throw Refusal(column: number.columnNames, "price is missing")
        }
        return Money(amount: amount, currency: currency)
    }
}
