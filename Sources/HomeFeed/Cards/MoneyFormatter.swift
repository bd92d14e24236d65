import Bytes
import Catalogue
import Foundation
import Synchronization

/// Formats amounts of money as Foundation does, in UTF-8. Foundation formats one amount for each locale, currency and
/// number of digits: its text of 1,111 is the template for all amounts of four digits.
enum MoneyFormatter {
    private struct Key: Hashable {
        let locale: String
        let currency: String
        let digitCount: Int
        let fractionLength: Int

        // Unlike the locale, these differ from amount to amount.
        func hash(into hasher: inout Hasher) {
            hasher.combine(currency)
            hasher.combine(digitCount << 8 | fractionLength)
        }
    }

    private struct Template {
        /// The text of the amount whose digits are all 1.
        let text: [UInt8]
        /// The offsets of the digits in ``text``.
        let places: [Int]
        /// The locale's digits from 0 to 9, all of one length.
        let digits: [UInt8]
    }

    /// The most templates; each is less than 1 KB.
    private static let capacity = 4_096

    private static let templates = Mutex(LRUCache<Key, Template>(capacity: capacity))

    /// `$221,900`; with decimals only if needed: `$89.50`.
    /// - Parameter locale: A BCP 47 tag.
    static func text(_ money: Money, locale: String) -> [UInt8] {
        var text: [UInt8] = []
        append(money, locale: locale, to: &text)
        return text
    }

    /// Appends ``text(_:locale:)``.
    static func append(_ money: Money, locale: String, to bytes: inout [UInt8]) {
        let digitCount = Money.minorUnitDigits(of: money.currency)
        let unit = power(ofTen: digitCount)
        let isWhole = money.amount.isMultiple(of: unit)
        let fractionLength = isWhole ? 0 : digitCount
        guard money.amount >= 0 else {
            bytes += format(money.amount, money.currency, fractionLength, unit: unit, locale).utf8
            return
        }
        var rest = isWhole ? money.amount / unit : money.amount
        // 0.05 has three digits.
        var count = fractionLength + 1
        while count < 19, rest >= power(ofTen: count) { count += 1 }
        let key = Key(locale: locale, currency: money.currency, digitCount: count, fractionLength: fractionLength)
        let template = template(for: key)
        let length = template.digits.count / 10
        let start = bytes.count
        bytes += template.text
        for place in template.places.reversed() {
            let digit = Int(rest % 10) * length
            for index in 0..<length { bytes[start + place + index] = template.digits[digit + index] }
            rest /= 10
        }
    }

    /// 10 to the power of 0…18.
    private static func power(ofTen exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    private static func template(for key: Key) -> Template {
        if let known = templates.withLock({ $0.value(for: key) }) { return known }
        let ones = Int64((0..<key.digitCount).reduce(0) { ones, _ in ones * 10 + 1 })
        let unit = power(ofTen: key.fractionLength)
        let text = Array(format(ones, key.currency, key.fractionLength, unit: unit, key.locale).utf8)
        let digits = (0...9).map { Array($0.formatted(.number.locale(Locale(identifier: key.locale))).utf8) }
        let places = text.indices.filter { text[$0...].starts(with: digits[1]) }
        let template = Template(text: text, places: places, digits: Array(digits.joined()))
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
