import Foundation
import Catalogue
import Words

/// How values read on a card. A card is rendered once per revision and locale, so that formatting may take its time.
struct CardText {
    let words: Wording
    private let locale: Locale

    init(_ words: Wording) {
        self.words = words
        locale = Locale(identifier: words.locale.description)
    }

    /// `$221,900`; with decimals only where the amount has some: `$89.50`.
    func price(_ money: Money) -> String {
        let digits = Money.minorUnitDigits(of: money.currency)
        var unit: Int64 = 1
        for _ in 0..<digits { unit *= 10 }
        let isWhole = money.amount.isMultiple(of: unit)
        let style = Decimal.FormatStyle.Currency(code: money.currency, locale: locale)
            .precision(.fractionLength(isWhole ? 0 : digits))
        // Decimals of a power of ten: to divide by one costs more than all the rest.
        let amount =
            isWhole
            ? Decimal(money.amount / unit)
            : Decimal(
                sign: money.amount < 0 ? .minus : .plus,
                exponent: -digits,
                significand: Decimal(money.amount.magnitude)
            )
        return amount.formatted(style)
    }

    /// `3 bd · 1.5 ba · 112 m²`, as far as it is known.
    func facts(_ listing: Listing) -> String? {
        let facts = [
            listing.bedrooms.map { words.text(.bedroomsShort, .count(Double($0))) },
            listing.bathrooms.map { words.text(.bathroomsShort, .count($0)) },
            listing.area.map { area in words.text { words.write(area: area, to: &$0) } },
        ].compactMap(\.self)
        return facts.isEmpty ? nil : facts.joined(separator: " · ")
    }

    /// What a screen reader says of a listing, whose price reads like this.
    func label(_ listing: Listing, price: String) -> String {
        words.list([
            listing.title,
            price,
            listing.bedrooms.map { words.text(.bedrooms, .count(Double($0))) },
            listing.bathrooms.map { words.text(.bathrooms, .count($0)) },
            listing.area.map { area in words.text { words.write(spokenArea: area, to: &$0) } },
            listing.address,
        ])
    }

    /// What a screen reader says of a product, whose price reads like this.
    func label(_ product: Product, price: String) -> String {
        words.list([product.brand.name, product.title, price])
    }

    /// The day of a moment in Unix seconds, in UTC: `1996-04-23`.
    static func day(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601.year().month().day())
    }
}

extension Wording.Argument {
    /// A number to the hundredth.
    fileprivate static func count(_ value: Double) -> Self {
        .count(thousandths: Int((min(max(value, 0), 1_000_000_000) * 100).rounded()) * 10)
    }
}
