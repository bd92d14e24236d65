import Catalogue
import Foundation
import Testing

@testable import Localization

@Suite struct `An amount of money` {
    @Test(arguments: ["en", "de", "de-CH", "en-IN", "es", "pl", "ja", "tr", "ar", "ar-EG", "fa", "hi"])
    func `reads as Foundation has it`(locale: String) {
        for currency in ["USD", "EUR", "JPY", "INR", "KWD", "CHF", "XYZ"] {
            let digits = Money.minorUnitDigits(of: currency)
            let format = MoneyFormat(currency, digits: digits, Locale(identifier: locale))
            var unit: Int64 = 1
            for _ in 0..<digits { unit *= 10 }
            var amounts: [Int64] = [0, 1, 5, 10, 99, 100, 101, 110, 111, 999, 12_345_678_901, -1, -12_300, -4_567_890]
            for power in 1...15 {
                let ten = Int64(pow(10, Double(power)))
                amounts += [ten - 1, ten, ten + 1, ten * 23 / 7, ten * 100]
            }
            for amount in amounts {
                let fraction = amount.isMultiple(of: unit) ? 0 : digits
                let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
                    .precision(.fractionLength(fraction))
                let expected = (Decimal(amount) / Decimal(unit)).formatted(style)
                let text = [UInt8](capacity: MoneyFormat.maximumLength) { format.write(amount, to: &$0) }
                #expect(String(decoding: text, as: UTF8.self) == expected)
            }
        }
    }
}
