import Catalogue
import Foundation
import Words

/// The texts of an item's card. A card is rendered once per revision and locale, so that formatting may take its time.
struct CardText {
    private let item: CatalogueItem
    private let kind: Kind
    private let words: Wording
    /// The item's price.
    let price: String?

    init(_ item: CatalogueItem, _ kind: Kind, _ words: Wording) {
        self.item = item
        self.kind = kind
        self.words = words
        price = item.price.map { MoneyFormatter.text($0, locale: words.locale.description) }
    }

    /// The item's own subtitle, or else the caption line that stands in for it.
    var subtitle: String? { item.subtitle ?? kind.subtitleLine.flatMap { text($0) } }

    /// The caption lines that show something.
    var caption: [String] { kind.caption.compactMap { text($0) } }

    /// What a screen reader says: brand, title, subtitle and price, then the other parts of the caption, then the address.
    var label: String {
        var texts = [item.brand?.name, item.title, item.subtitle, price]
        for line in kind.caption {
            for part in line.parts where part.pieces.contains(where: Self.isOnlyInCaption) {
                texts.append(text(part, isSpoken: true))
            }
        }
        texts.append(item.address)
        return words.list(texts)
    }

    /// Whether the piece shows something that a label does not have anyway.
    private static func isOnlyInCaption(_ piece: CaptionLine.Piece) -> Bool {
        switch piece {
        case .text, .title: false
        case .field(let field): ![.brand, .subtitle, .price, .address].contains(field)
        case .attribute: true
        }
    }

    /// `$221,900`; with decimals only where the amount has some: `$89.50`.
    func text(_ money: Money) -> String {
        if let price, money == item.price { return price }
        return MoneyFormatter.text(money, locale: words.locale.description)
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
            case .title: text += item.title
            case .field(let field):
                guard let value = value(of: field) else { return nil }
                text += value
            case .attribute(let name):
                guard let value = value(ofAttribute: name, isSpoken: isSpoken) else { return nil }
                text += value
            }
        }
        return text
    }

    /// The text of a field; `nil` where the item does not state it.
    private func value(of field: ItemField) -> String? {
        switch field {
        case .subtitle: item.subtitle
        case .price: price
        case .previousPrice: item.previousMoney.map { text($0) }
        case .address: item.address
        case .market: item.market
        case .brand: item.brand?.name
        case .category: item.category
        case .listedAt: item.listedAt == 0 ? nil : day(item.listedAt)
        case .expiresAt: item.expiresAt.map { day($0) }
        case .images, .href, .place, .collections: nil
        }
    }

    /// The text of an attribute; `nil` where the item does not state it.
    private func value(ofAttribute name: String, isSpoken: Bool) -> String? {
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
        let locale = Locale(identifier: words.locale.description)
        var style = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(style)
    }
}
