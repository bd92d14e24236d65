import Bytes
import Foundation

/// The format of amounts in one currency and locale, taken from Foundation once.
public final class MoneyFormat: Sendable {
    private typealias Affixes = (before: [UInt8], after: [UInt8])

    /// The ISO 4217 code.
    public let currency: String
    /// The most bytes of an amount.
    public static let maximumLength = 256

    private let digits: Int
    private let unit: UInt64
    private let numbers: NumberFormat
    private let positive, negative: Affixes

    /// - Parameter digits: The decimal digits of the minor unit.
    init(_ currency: String, digits: Int, _ locale: Locale) {
        let style = Decimal.FormatStyle.Currency(code: currency, locale: locale)
        let one = 1.formatted(.number.locale(locale))
        func text(_ number: Decimal, _ decimals: Int) -> String {
            number.formatted(style.precision(.fractionLength(decimals)))
        }
        func affixes(_ number: Decimal) -> Affixes {
            let parts = text(number, 0).split(separator: one, maxSplits: 1, omittingEmptySubsequences: false)
            return (Array(parts[0].utf8), parts.count > 1 ? Array(parts[1].utf8) : [])
        }
        let positive = affixes(1)
        let negative = affixes(-1)
        let numbers = NumberFormat(locale) {
            let utf8 = text($0, $1).utf8.dropFirst(positive.before.count).dropLast(positive.after.count)
            return String(decoding: utf8, as: UTF8.self)
        }
        self.currency = currency
        self.digits = digits
        unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
        self.numbers = numbers
        (self.positive, self.negative) = (positive, negative)
        let affixLengths = [positive, negative].map { $0.before.count + $0.after.count }
        precondition(numbers.maximumLength + affixLengths.reduce(0, max) <= Self.maximumLength, "an amount is short")
    }

    /// Writes an amount in minor units: `$221,900`; with decimals only if needed: `$89.50`.
    public func write(_ amount: Int64, to bytes: inout OutputSpan<UInt8>) {
        let (whole, fraction) = amount.magnitude.quotientAndRemainder(dividingBy: unit)
        bytes.append(copying: amount < 0 ? negative.before : positive.before)
        let decimals = fraction == 0 ? 0 : digits
        numbers.write(whole: Int(clamping: whole), Int(fraction), decimals: decimals, to: &bytes)
        bytes.append(copying: amount < 0 ? negative.after : positive.after)
    }
}
