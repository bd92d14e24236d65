import Catalogue

/// How an amount of money is made of a record.
struct MoneyReading: Hashable, Sendable {
    /// In the currency's whole units: dollars and not cents.
    var number: NumberReading
    var currency: TextReading

    /// The amount that the record gives, or `nil` where it is missing.
    func money(in record: Record) throws(Refusal) -> Money? {
        guard let currency = try currency.string(in: record, kind: .currency) else {
            if try number.number(in: record) == nil { return nil }
            throw Refusal(column: currency.columnNames, "currency is missing")
        }
        guard let amount = try number.amount(in: record, currency: currency) else { return nil }
        return Money(amount: amount, currency: currency)
    }
}

extension NumberReading {
    /// The number as an amount of money in the minor units of `currency`, or `nil` where it is missing.
    func amount(in record: Record, currency: String) throws(Refusal) -> Int64? {
        try amount(in: record, digits: Money.minorUnitDigits(of: currency))
    }
}
