import Foundation
import PropertyStore

/// How values read on a card. A card is rendered once per revision, so that formatting may take its time.
enum CardText {
    private static let locale = Locale(identifier: "en_US")

    /// `$221,900`; with decimals only where the amount has some: `$89.50`.
    static func price(_ money: Money) -> String {
        let digits = Money.minorUnitDigits(of: money.currency)
        var unit: Int64 = 1
        for _ in 0..<digits { unit *= 10 }
        let amount = Decimal(money.amount) / Decimal(unit)
        return amount.formatted(
            .currency(code: money.currency).locale(locale)
                .precision(.fractionLength(money.amount.isMultiple(of: unit) ? 0 : digits))
        )
    }

    /// `3 bd · 1.5 ba · 112 m²`, as far as it is known.
    static func facts(_ listing: Listing) -> String? {
        let facts = [
            listing.bedrooms.map { "\($0) bd" },
            listing.bathrooms.map { "\(number($0)) ba" },
            listing.area.map { "\(number($0.rounded())) m²" },
        ].compactMap(\.self)
        return facts.isEmpty ? nil : facts.joined(separator: " · ")
    }

    /// What a screen reader says of a listing.
    static func accessibilityLabel(_ listing: Listing) -> String {
        [
            listing.title,
            price(listing.price),
            listing.bedrooms.map { $0 == 1 ? "1 bedroom" : "\($0) bedrooms" },
            listing.bathrooms.map { $0 == 1 ? "1 bathroom" : "\(number($0)) bathrooms" },
            listing.area.map { "\(number($0.rounded())) square meters" },
            listing.address,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// The day of a moment in Unix seconds, in UTC: `1996-04-23`.
    static func day(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601.year().month().day())
    }

    private static func number(_ value: Double) -> String {
        value.formatted(.number.locale(locale).precision(.fractionLength(0...2)))
    }
}
