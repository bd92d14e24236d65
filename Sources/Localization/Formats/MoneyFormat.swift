import Bytes
import Foundation

/// The format of amounts in one currency and locale.
public final class MoneyFormat: Sendable {
    /// The ISO 4217 code.
    let currency: String
    /// The most bytes of an amount.
    public static let maximumLength = 256

    private let digits: Int
    private let unit: Int64
    private let numbers: NumberFormat

    /// - Parameter digits: The decimal digits of the minor unit.
    init(_ currency: String, digits: Int, _ locale: Locale) {
        let style = Decimal.FormatStyle.Currency(code: currency, locale: locale)
        self.currency = currency
        self.digits = digits
        unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
        numbers = NumberFormat(locale) { $0.formatted(style.precision(.fractionLength($1))) }
        precondition(numbers.maximumLength <= Self.maximumLength, "an amount is short")
    }

    /// In minor units: `$221,900`; with decimals only if needed: `$89.50`.
    public func write(_ amount: Int64, to bytes: inout OutputSpan<UInt8>) {
        numbers.write(Int(amount), places: digits, decimals: amount % unit == 0 ? 0 : digits, to: &bytes)
    }
}
