import Bytes
import Catalogue
import Foundation
import Localization

/// The texts of an item's card in UTF-8. Cards are rendered once per revision and locale, so the formatting need not be
/// fast.
struct CardText {
    private let item: CatalogueItem
    private let kind: Kind
    private let localizer: Localizer
    /// The item's price.
    let price: String?

    init(_ item: CatalogueItem, _ kind: Kind, _ localizer: Localizer) {
        self.item = item
        self.kind = kind
        self.localizer = localizer
        price = item.price.map { MoneyFormatter.text($0, locale: localizer.locale.description) }
    }

    /// The item's subtitle, or the kind's caption line for it.
    var subtitle: [UInt8]? { item.subtitle.map { Array($0.utf8) } ?? kind.subtitleLine.flatMap { text($0) } }

    /// The caption lines that are not empty.
    var caption: [[UInt8]] { kind.caption.compactMap { text($0) } }

    /// The text for screen readers: brand, title, subtitle and price, the other parts of the caption, the address.
    var label: [UInt8] {
        var list = TextList(separator: localizer.listSeparator)
        for text in [item.brand?.name, item.title, item.subtitle, price] { list.append { append(text, to: &$0) } }
        for line in kind.caption {
            for part in line.parts where part.pieces.contains(where: Self.isOnlyInCaption) {
                list.append { append(part, isSpoken: true, to: &$0) }
            }
        }
        list.append { append(item.address, to: &$0) }
        return list.bytes
    }

    /// Whether the piece shows a value that labels do not otherwise contain.
    private static func isOnlyInCaption(_ piece: CaptionLine.Piece) -> Bool {
        switch piece {
        case .text, .title: false
        case .field(let field): ![.brand, .subtitle, .price, .address].contains(field)
        case .attribute: true
        }
    }

    /// `$221,900`; with decimals only if needed: `$89.50`.
    func text(_ money: Money) -> String {
        if let price, money == item.price { return price }
        return MoneyFormatter.text(money, locale: localizer.locale.description)
    }

    /// The line without the parts whose values are missing; `nil` if none is left.
    private func text(_ line: CaptionLine) -> [UInt8]? {
        var list = TextList(separator: CaptionLine.separator)
        for part in line.parts { list.append { append(part, isSpoken: false, to: &$0) } }
        return list.isEmpty ? nil : list.bytes
    }

    // MARK: Appending

    /// Appends the part.
    /// - Returns: `false` if a value is missing.
    private func append(_ part: CaptionLine.Part, isSpoken: Bool, to bytes: inout [UInt8]) -> Bool {
        part.pieces.allSatisfy { piece in
            switch piece {
            case .text(let text): append(text, to: &bytes)
            case .title: append(item.title, to: &bytes)
            case .field(let field): append(text(of: field), to: &bytes)
            case .attribute(let name): append(attribute: name, isSpoken: isSpoken, to: &bytes)
            }
        }
    }

    private func append(_ text: String?, to bytes: inout [UInt8]) -> Bool {
        guard let text else { return false }
        bytes.append(contentsOf: text.utf8)
        return true
    }

    /// Appends the text of an attribute.
    /// - Returns: `false` if the item does not have it.
    private func append(attribute name: String, isSpoken: Bool, to bytes: inout [UInt8]) -> Bool {
        guard let attribute = kind.attribute(name), let value = item.value(of: attribute) else { return false }
        switch value {
        case .number(let number):
            guard case .number(let unit) = attribute.type else { return false }
            bytes.append(addingCapacity: localizer.maximumLength) {
                localizer.write(number, unit, isSpoken: isSpoken, to: &$0)
            }
            return true
        case .money(let money): return append(text(money), to: &bytes)
        case .text(let text): return append(text, to: &bytes)
        case .flag: return false
        case .instant(let seconds): return append(day(seconds), to: &bytes)
        }
    }

    /// The text of a field; `nil` if the item does not have it.
    private func text(of field: ItemField) -> String? {
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

    /// The day of an instant in Unix seconds, in UTC: `Apr 23, 1996`.
    private func day(_ seconds: Int64) -> String {
        let locale = Locale(identifier: localizer.locale.description)
        var style = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(style)
    }
}

/// A list of texts with separators.
private struct TextList {
    private(set) var bytes: [UInt8] = []
    private let separator: String

    init(separator: String) {
        self.separator = separator
        bytes.reserveCapacity(256)
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Appends the text that `append` writes, unless it returns `false`.
    mutating func append(_ append: (inout [UInt8]) -> Bool) {
        let end = bytes.count
        if end > 0 { bytes.append(contentsOf: separator.utf8) }
        if !append(&bytes) { bytes.removeLast(bytes.count - end) }
    }
}

extension Localizer {
    /// Writes a number with its unit, to the hundredth, in the locale's format: `4.5`, `25 min`, `112 m²`.
    /// - Parameter isSpoken: Whether the text is for screen readers: `112 square meters`.
    func write(_ number: Double, _ unit: AttributeUnit?, isSpoken: Bool, to bytes: inout OutputSpan<UInt8>) {
        let thousandths = Int((min(max(number, 0), 1_000_000_000_000) * 100).rounded()) * 10
        switch unit {
        case nil: write(number: thousandths, to: &bytes)
        case .squareMeter where isSpoken: write(spokenArea: number, to: &bytes)
        case .squareMeter: write(area: number, to: &bytes)
        case .kilometer: write(distance: thousandths, to: &bytes)
        case .percent: write(percentage: thousandths, to: &bytes)
        case .meter: write(.meters, .number(thousandths: thousandths), to: &bytes)
        case .minute: write(.minutes, .number(thousandths: thousandths), to: &bytes)
        case .hour: write(.hours, .number(thousandths: thousandths), to: &bytes)
        case .day: write(.days, .count(thousandths: thousandths), to: &bytes)
        case .year: write(.years, .count(thousandths: thousandths), to: &bytes)
        case .gram: write(.grams, .number(thousandths: thousandths), to: &bytes)
        case .kilogram: write(.kilograms, .number(thousandths: thousandths), to: &bytes)
        case .milliliter: write(.milliliters, .number(thousandths: thousandths), to: &bytes)
        case .liter: write(.liters, .number(thousandths: thousandths), to: &bytes)
        case .bedroom: write(isSpoken ? .bedrooms : .bedroomsShort, .count(thousandths: thousandths), to: &bytes)
        case .bathroom: write(isSpoken ? .bathrooms : .bathroomsShort, .count(thousandths: thousandths), to: &bytes)
        }
    }
}
