import Catalogue
import Foundation
import Words

/// The texts of an item's card. A card is rendered once per revision and locale, so that formatting may take its time.
struct CardText {
    private let item: CatalogueItem
    private let kind: Kind
    private let words: Wording
    private let locale: Locale

    init(_ item: CatalogueItem, _ kind: Kind, _ words: Wording) {
        self.item = item
        self.kind = kind
        self.words = words
        locale = Locale(identifier: words.locale.description)
    }

    /// The item's own subtitle, or else the caption line that stands in for it.
    var subtitle: String? { item.subtitle ?? kind.subtitleLine.flatMap { text($0) } }

    /// The caption lines that show something.
    var caption: [String] { kind.caption.compactMap { text($0) } }

    /// What a screen reader says: brand, title, subtitle and price, then the other parts of the caption, then the address.
    var label: String {
        let parts = kind.caption.flatMap(\.parts).filter { !Self.labelFields.isSuperset(of: $0.names) }
        let price = item.price.map { text($0) }
        return words.list(
            [item.brand?.name, item.title, item.subtitle, price] + parts.map { text($0, isSpoken: true) } + [
                item.address
            ]
        )
    }

    /// The fields that a label has anyway.
    private static let labelFields: Set<String> = ["brand", "title", "subtitle", "price", "address"]

    /// `$221,900`; with decimals only where the amount has some: `$89.50`.
    func text(_ money: Money) -> String {
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

    /// The line without the parts whose values are missing; `nil` where none is left.
    private func text(_ line: CaptionLine) -> String? {
        let parts = line.parts.compactMap { text($0, isSpoken: false) }
        return parts.isEmpty ? nil : parts.joined(separator: CaptionLine.separator)
    }

    /// The part; `nil` where a value is missing.
    private func text(_ part: CaptionLine.Part, isSpoken: Bool) -> String? {
        var text = ""
        for piece in part.pieces {
            switch piece {
            case .text(let piece): text += piece
            case .value(let name):
                guard let value = value(of: name, isSpoken: isSpoken) else { return nil }
                text += value
            }
        }
        return text
    }

    /// The text of a field or an attribute; `nil` where the item does not state it.
    private func value(of name: String, isSpoken: Bool) -> String? {
        switch ItemField(rawValue: name) {
        case .subtitle: return item.subtitle
        case .price: return item.price.map { text($0) }
        case .previousPrice: return item.previousMoney.map { text($0) }
        case .address: return item.address
        case .market: return item.market
        case .brand: return item.brand?.name
        case .category: return item.category
        case .listedAt: return item.listedAt == 0 ? nil : day(item.listedAt)
        case .expiresAt: return item.expiresAt.map { day($0) }
        case .images, .href, .place, .collections: return nil
        case nil: break
        }
        if name == "title" { return item.title }
        guard let attribute = kind.attribute(name), let value = item.value(of: attribute) else { return nil }
        switch value {
        case .number(let number):
            guard case .number(let unit) = attribute.type else { return nil }
            return words.text(number, unit, isSpoken: isSpoken)
        case .money(let money): return text(money)
        case .text(let text): return text
        case .flag: return nil
        case .instant(let seconds): return day(seconds)
        }
    }

    /// The day of a moment in Unix seconds, in UTC: `Apr 23, 1996`.
    private func day(_ seconds: Int64) -> String {
        var style = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(style)
    }
}
