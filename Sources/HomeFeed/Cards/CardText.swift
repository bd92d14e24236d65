import Bytes
import Catalogue
import Foundation
import HomeLayout
import Localization

/// The texts of an item's card in UTF-8.
struct CardText: ~Escapable {
    private let item: PackedItemView
    private let brand: Brand?
    private let kind: Kind
    private let localizer: Localizer
    /// The values of the kind's attributes.
    let values: [PackedItemView.Value?]
    /// The item's price; empty if it has none.
    private let price: [UInt8]

    @_lifetime(copy item)
    init(_ item: PackedItemView, _ brand: Brand?, _ kind: Kind, _ localizer: Localizer) {
        self.item = item
        self.brand = brand
        self.kind = kind
        self.localizer = localizer
        values = item.values(of: kind.attributes)
        price = item.price.map { MoneyFormatter.text($0, locale: localizer.locale.description) } ?? []
    }

    /// The caption lines that are not empty. A former price follows the price.
    var caption: [CaptionText] {
        kind.caption.compactMap { line in
            let former = line.names.contains(ItemField.price.rawValue) ? item.previousPrice.map { text($0) } : nil
            return text(line).map { CaptionText(text: $0, former: former) }
        }
    }

    /// The text for screen readers: the kind's label, or else brand, title, subtitle and price, the other parts of the
    /// caption, the address.
    var label: [UInt8] {
        var list = TextList(separator: localizer.listSeparator)
        if let label = kind.label {
            for part in label.parts { list.append { append(part, isSpoken: true, to: &$0) } }
            if !list.bytes.isEmpty { return list.bytes }
        }
        for field in [ItemField.brand, nil] { list.append { append(field, to: &$0) } }
        list.append { append(item.text(.subtitle), to: &$0) }
        list.append { append(.price, to: &$0) }
        for line in kind.caption + [kind.subtitle].compactMap(\.self) {
            for part in line.parts where part.pieces.contains(where: Self.isOnlyInCaption) {
                list.append { append(part, isSpoken: true, to: &$0) }
            }
        }
        list.append { append(.address, to: &$0) }
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
    func text(_ money: Money) -> [UInt8] {
        if !price.isEmpty, money == item.price { return price }
        return MoneyFormatter.text(money, locale: localizer.locale.description)
    }

    /// The line without the parts whose values are missing; `nil` if none is left.
    private func text(_ line: CaptionLine) -> [UInt8]? {
        var list = TextList(separator: CaptionLine.separator)
        let areSeveral = line.parts.count > 1
        for part in line.parts {
            list.append { bytes in
                let start = bytes.count
                if !append(part, isSpoken: false, to: &bytes) { return false }
                if areSeveral { bytes.isolate(from: start, in: localizer.direction) }
                return true
            }
        }
        return list.bytes.isEmpty ? nil : list.bytes
    }

    // MARK: Appending

    /// Appends the part.
    /// - Returns: `false` if a value is missing.
    private func append(_ part: CaptionLine.Part, isSpoken: Bool, to bytes: inout [UInt8]) -> Bool {
        for piece in part.pieces {
            let isComplete =
                switch piece {
                case .text(let text): append(text, to: &bytes)
                case .title: append(nil as ItemField?, to: &bytes)
                case .field(let field): append(field, to: &bytes)
                case .attribute(let name): append(attribute: name, isSpoken: isSpoken, to: &bytes)
                }
            if !isComplete { return false }
        }
        return true
    }

    /// Appends the text of an attribute.
    /// - Returns: `false` if the item does not have it.
    private func append(attribute name: String, isSpoken: Bool, to bytes: inout [UInt8]) -> Bool {
        guard let index = kind.attributes.firstIndex(where: { $0.name == name }), let value = values[index] else {
            return false
        }
        switch value {
        case .number(let number):
            guard case .number(let unit) = kind.attributes[index].type else { return false }
            // Less reads as 0 square meters or bathrooms, which says nothing.
            if unit == .squareMeter && number < 0.5 || unit == .bathroom && number < 0.005 { return false }
            if unit == .bedroom, number < 0.005 { return isHome && append(localizer.text(.studio), to: &bytes) }
            // A closure that captured `self` would copy all of it.
            let localizer = localizer
            let decimals = kind.attributes[index].decimals
            bytes.append(addingCapacity: localizer.maximumLength) {
                localizer.write(number, unit, decimals: decimals, isSpoken: isSpoken, to: &$0)
            }
            return true
        case .money(let amount, let currency):
            let money = Money(amount: amount, currency: String(decoding: item.text(in: currency)))
            return append(text(money).span, to: &bytes)
        case .text(let range): return append(item.text(in: range), to: &bytes)
        case .flag: return false
        case .instant(let seconds): return append(day(seconds), to: &bytes)
        }
    }

    /// Whether an item without bedrooms is a studio: not by its type.
    private var isHome: Bool {
        guard let index = kind.attributes.firstIndex(where: { $0.name == "type" }), case .text(let type) = values[index]
        else { return true }
        let text = item.text(in: type)
        return !(text.equals("land") || text.equals("commercial") || text.equals("other"))
    }

    /// Appends the text of a field, or the title.
    /// - Returns: `false` if the item does not have it.
    private func append(_ field: ItemField?, to bytes: inout [UInt8]) -> Bool {
        switch field {
        case nil: append(item.text(.title), to: &bytes)
        case .subtitle: append(subtitleTo: &bytes)
        case .price: append(price.span, to: &bytes)
        case .previousPrice: item.previousPrice.map { append(text($0).span, to: &bytes) } ?? false
        case .address: append(item.text(.address), to: &bytes)
        case .market: append(item.text(.market), to: &bytes)
        case .brand: append(brand?.name ?? "", to: &bytes)
        case .category: append(item.text(.category), to: &bytes)
        case .listedAt: item.listedAt != 0 && append(day(item.listedAt), to: &bytes)
        case .startsAt: item.startsAt.map { append(day($0), to: &bytes) } ?? false
        case .expiresAt: item.expiresAt.map { append(day($0), to: &bytes) } ?? false
        case .images, .placeholder, .href, .place, .collections: false
        }
    }

    /// Appends the item's subtitle, or else what the kind has in its place.
    /// - Returns: `false` if it has neither.
    private func append(subtitleTo bytes: inout [UInt8]) -> Bool {
        if append(item.text(.subtitle), to: &bytes) { return true }
        guard let text = kind.subtitle.flatMap({ text($0) }) else { return false }
        return append(text.span, to: &bytes)
    }

    private func append(_ text: String, to bytes: inout [UInt8]) -> Bool { append(text.utf8.span, to: &bytes) }

    private func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
        if text.isEmpty { return false }
        bytes.append(addingCapacity: text.count) { $0.append(copying: text) }
        return true
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

    /// Appends the text that `append` writes, unless it returns `false`.
    mutating func append(_ append: (inout [UInt8]) -> Bool) {
        let end = bytes.count
        if end > 0 { bytes.append(contentsOf: separator.utf8) }
        if !append(&bytes) { bytes.removeLast(bytes.count - end) }
    }
}

extension Localizer {
    /// Writes a number with its unit, in the locale's format: `4.5`, `25 min`, `112 m²`; to the hundredth, or with so
    /// many `decimals`.
    /// - Parameter isSpoken: Whether the text is for screen readers: `112 square meters`.
    func write(
        _ number: Double,
        _ unit: AttributeUnit?,
        decimals: Int?,
        isSpoken: Bool,
        to bytes: inout OutputSpan<UInt8>
    ) {
        // Rounded once: 4.949 with one decimal is 4.9.
        let steps = [1.0, 10, 100, 1_000][decimals ?? 2]
        let thousandths = Int((min(max(number, 0), 1_000_000_000_000) * steps).rounded()) * (1_000 / Int(steps))
        switch unit {
        case nil: write(number: thousandths, decimals: decimals, to: &bytes)
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
