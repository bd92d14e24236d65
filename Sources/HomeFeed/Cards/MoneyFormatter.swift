import Bytes
import Catalogue
import Foundation
import Synchronization

/// Formats amounts of money as Foundation does. Foundation formats one amount for each locale, currency and number of
/// digits: its text of 1,111 is the template for all amounts of four digits.
enum MoneyFormatter {
    private struct Key: Hashable {
        let locale: String
        let currency: String
        let digitCount: Int
        let fractionLength: Int
    }

    private struct Template {
        /// The texts before, between and after the digits.
        let pieces: [String]
        /// The locale's digits from 0 to 9.
        let digits: [String]
    }

    /// The most templates; each is less than 1 KB.
    private static let capacity = 4_096

    private static let templates = Mutex(LRUCache<Key, Template>(capacity: capacity))

    /// `$221,900`; with decimals only if needed: `$89.50`.
    /// - Parameter locale: A BCP 47 tag.
    static func text(_ money: Money, locale: String) -> String {
        let digitCount = Money.minorUnitDigits(of: money.currency)
        let unit = Int64((0..<digitCount).reduce(1) { unit, _ in unit * 10 })
        let isWhole = money.amount.isMultiple(of: unit)
        let fractionLength = isWhole ? 0 : digitCount
        let digits = Array(String(isWhole ? money.amount / unit : money.amount).utf8)
        guard money.amount >= 0 else { return format(money.amount, money.currency, fractionLength, unit: unit, locale) }

        // 0.05 has three digits.
        let zeros = max(0, fractionLength + 1 - digits.count)
        let key = Key(
            locale: locale,
            currency: money.currency,
            digitCount: zeros + digits.count,
            fractionLength: fractionLength
        )
        let template = template(for: key)
        var text = template.pieces[0]
        for place in 0..<key.digitCount {
            let digit = place < zeros ? 0 : Int(digits[place - zeros]) - 48
            text += template.digits[digit]
            text += template.pieces[place + 1]
        }
        return text
    }

    private static func template(for key: Key) -> Template {
        if let known = templates.withLock({ $0.value(for: key) }) { return known }
        let ones = Int64((0..<key.digitCount).reduce(0) { ones, _ in ones * 10 + 1 })
        let unit = Int64((0..<key.fractionLength).reduce(1) { unit, _ in unit * 10 })
        let text = format(ones, key.currency, key.fractionLength, unit: unit, key.locale)
        let digits = (0...9).map { $0.formatted(.number.locale(Locale(identifier: key.locale))) }
        let pieces = text.components(separatedBy: digits[1])
        let template = Template(pieces: pieces, digits: digits)
        templates.withLock { $0.insert(template, for: key) }
        return template
    }

    /// Foundation's text of `amount` / `unit`.
    private static func format(
        _ amount: Int64,
        _ currency: String,
        _ fractionLength: Int,
        unit: Int64,
        _ locale: String
    ) -> String {
        let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
            .precision(.fractionLength(fractionLength))
        return (Decimal(amount) / Decimal(unit)).formatted(style)
    }
}
