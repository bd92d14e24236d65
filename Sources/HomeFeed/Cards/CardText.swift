import Bytes
import Catalogue
import Foundation
import Localization

/// Appends the texts of an item's card in UTF-8, unescaped.
struct CardText: ~Copyable, ~Escapable {
    let item: PackedItemView
    /// The values of the kind's attributes.
    let values: [PackedItemView.Value?]
    /// The most bytes of a text of the item, a money or a day, or of a string of the localizer, and of a separator.
    let maximumLength: Int
    let kind: Kind
    private let brand: String
    private let localizer: Localizer
    /// The format of the price; `nil` if the item has none.
    private let money: MoneyFormat?

    @_lifetime(copy item)
    init(_ item: consuming PackedItemView, _ brand: Brand?, _ kind: Kind, _ localizer: Localizer) {
        values = item.values(of: kind.attributes)
        money = item.price.map { localizer.moneyFormat($0.currency) }
        self.kind = kind
        self.brand = brand?.name ?? ""
        self.localizer = localizer
        maximumLength =
            max(item.textLength, self.brand.utf8.count, localizer.maximumLength, MoneyFormat.maximumLength)
            + localizer.listSeparator.utf8.count
        self.item = item
    }

    /// Appends the text for screen readers: the kind's label, or else brand, title, subtitle and price, the other parts
    /// of the caption, the address.
    func appendLabel(to output: inout OutputSpan<UInt8>) {
        let start = output.count
        if let label = kind.label {
            for part in label.parts { appendElement(part, after: start, to: &output) }
            if output.count > start { return }
        }
        appendElement(brand.utf8.span, after: start, to: &output)
        appendElement(item.text(.title), after: start, to: &output)
        appendElement(item.text(.subtitle), after: start, to: &output)
        if let price = item.price {
            if output.count > start { output.append(copying: localizer.listSeparator.utf8.span) }
            append(price, to: &output)
        }
        for part in kind.spokenParts { appendElement(part, after: start, to: &output) }
        appendElement(item.text(.address), after: start, to: &output)
    }

    private func appendElement(_ text: Span<UInt8>, after start: Int, to output: inout OutputSpan<UInt8>) {
        if text.isEmpty { return }
        if output.count > start { output.append(copying: localizer.listSeparator.utf8.span) }
        output.append(copying: text)
    }

    private func appendElement(_ part: CaptionLine.Part, after start: Int, to output: inout OutputSpan<UInt8>) {
        let end = output.count
        if end > start { output.append(copying: localizer.listSeparator.utf8.span) }
        if !append(part, isSpoken: true, to: &output) { output.removeLast(output.count - end) }
    }

    /// Appends the line without the parts whose values are missing.
    /// - Returns: `false` if none is left.
    func append(_ line: CaptionLine, to output: inout OutputSpan<UInt8>) -> Bool {
        let start = output.count
        let areSeveral = line.parts.count > 1
        for part in line.parts {
            let end = output.count
            if end > start { output.append(CaptionLine.separatorLiteral) }
            let partStart = output.count
            if !append(part, isSpoken: false, to: &output) {
                output.removeLast(output.count - end)
            } else if areSeveral {
                output.isolate(from: partStart, in: localizer.direction)
            }
        }
        return output.count > start
    }

    /// Appends an amount: `$221,900`; with decimals only if needed: `$89.50`.
    func append(_ amount: Money, to output: inout OutputSpan<UInt8>) {
        if let money, money.currency == amount.currency {
            money.write(amount.amount, to: &output)
        } else {
            localizer.moneyFormat(amount.currency).write(amount.amount, to: &output)
        }
    }

    /// Appends the part.
    /// - Returns: `false` if a value is missing.
    private func append(_ part: CaptionLine.Part, isSpoken: Bool, to output: inout OutputSpan<UInt8>) -> Bool {
        for index in part.pieces.indices {
            let isComplete =
                switch part.pieces[index] {
                case .text(let text): append(text.utf8.span, to: &output)
                case .title: append(item.text(.title), to: &output)
                case .field(let field): append(field, to: &output)
                case .attribute:
                    !part.attributes.isEmpty
                        && append(attribute: part.attributes[index], isSpoken: isSpoken, to: &output)
                }
            if !isComplete { return false }
        }
        return true
    }

    /// Appends the text of an attribute.
    /// - Returns: `false` if the item does not have it.
    private func append(attribute index: Int, isSpoken: Bool, to output: inout OutputSpan<UInt8>) -> Bool {
        guard index >= 0, let value = values[index] else { return false }
        switch value {
        case .number(let number):
            guard case .number(let unit) = kind.attributes[index].type else { return false }
            // Less reads as 0 square meters or bathrooms, which says nothing.
            if unit == .squareMeter && number < 0.5 || unit == .bathroom && number < 0.005 { return false }
            if unit == .bedroom, number < 0.005 {
                if !isHome { return false }
                localizer.write(.studio, to: &output)
            } else {
                let decimals = kind.attributes[index].decimals
                localizer.write(number, unit, decimals: decimals, isSpoken: isSpoken, to: &output)
            }
        case .money(let amount, let currency):
            append(Money(amount: amount, currency: String(decoding: item.text(in: currency))), to: &output)
        case .text(let range): return append(item.text(in: range), to: &output)
        case .flag: return false
        case .instant(let seconds): return append(day: seconds, to: &output)
        }
        return true
    }

    /// Whether an item without bedrooms is a studio: not by its type.
    private var isHome: Bool {
        guard let index = kind.attributes.firstIndex(where: { $0.name == "type" }), case .text(let type) = values[index]
        else { return true }
        let text = item.text(in: type)
        return !(text.equals("land") || text.equals("commercial") || text.equals("other"))
    }

    /// Appends the text of a field.
    /// - Returns: `false` if the item does not have it.
    private func append(_ field: ItemField, to output: inout OutputSpan<UInt8>) -> Bool {
        switch field {
        case .subtitle:
            if append(item.text(.subtitle), to: &output) { return true }
            return if let line = kind.subtitle { append(line, to: &output) } else { false }
        case .price: return append(item.price, to: &output)
        case .previousPrice: return append(item.previousPrice, to: &output)
        case .address: return append(item.text(.address), to: &output)
        case .market: return append(item.text(.market), to: &output)
        case .brand: return append(brand.utf8.span, to: &output)
        case .category: return append(item.text(.category), to: &output)
        case .listedAt: return item.listedAt != 0 && append(day: item.listedAt, to: &output)
        case .startsAt: return append(day: item.startsAt, to: &output)
        case .expiresAt: return append(day: item.expiresAt, to: &output)
        case .images, .placeholder, .href, .place, .collections: return false
        }
    }

    func append(_ amount: Money?, to output: inout OutputSpan<UInt8>) -> Bool {
        guard let amount else { return false }
        append(amount, to: &output)
        return true
    }

    private func append(_ text: Span<UInt8>, to output: inout OutputSpan<UInt8>) -> Bool {
        output.append(copying: text)
        return !text.isEmpty
    }

    /// Appends the day of an instant in Unix seconds, in UTC: `Apr 23, 1996`.
    private func append(day seconds: Int64?, to output: inout OutputSpan<UInt8>) -> Bool {
        guard let seconds else { return false }
        let locale = Locale(identifier: localizer.locale.description)
        var style = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)
        style.timeZone = .gmt
        return append(Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(style).utf8.span, to: &output)
    }
}
