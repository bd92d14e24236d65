import Bytes
import Catalogue
import Glibc

/// How a number is made of a record.
struct NumberMapping: Sendable {
    let value: FieldMapping<Double>
    /// Whether the number is the file's own, and not a sum or a product.
    let isExact: Bool

    /// The reading of the number as an amount of money, in whole units of the currency: dollars and not cents.
    func money(_ currency: FieldMapping<String>) -> FieldMapping<Money> {
        value.with(currency).map { number, currency throws(ValueError) in
            guard let number else { return nil }
            guard let currency else { throw ValueError("currency is missing") }
            return Money(amount: try amount(number, currency: currency), currency: currency)
        }
    }

    /// `number` whole units of `currency` in its minor units.
    func amount(_ number: Double, currency: String) throws(ValueError) -> Int64 {
        let digits = Money.minorUnitDigits(of: currency)
        let scale = pow(10, Double(digits))
        let amount = (number * scale).rounded()
        // Beyond, not every whole number is a `Double`.
        guard amount.magnitude <= 0x1p53 else { throw ValueError("is too large") }
        if isExact, amount / scale != number {
            throw ValueError("expected an amount of at most \(digits) decimals", found: number.shortestDescription)
        }
        return Int64(amount)
    }
}
