import Bytes
import Catalogue
import Foundation
import Localization

/// Appends the texts of an item's card in UTF-8, unescaped.
struct CardText: ~Copyable, ~Escapable {
    let item: PackedItemView
    let brand: Brand?
    let kind: Kind
    private let localizer: Localizer
    /// Empty if the item has none.
    private let price: [UInt8]

    @_lifetime(copy item)
    init(_ item: consuming PackedItemView, _ brand: Brand?, _ kind: Kind, _ localizer: Localizer) {
        var text: [UInt8] = []
        if let price = item.price {
            text.append(addingCapacity: MoneyFormat.maximumLength) { localizer.write(price, to: &$0) }
        }
        price = text
        (self.brand, self.kind, self.localizer) = (brand, kind, localizer)
        self.item = item
    }

    /// An upper bound without images: fields, values and pieces, each after a key or a separator, all of it escaped.
    var maximumLength: Int {
        let brandLength = brand.map { $0.id.utf8.count + $0.name.utf8.count } ?? 0
        let longest = max(item.textLength, brandLength, localizer.maximumLength, MoneyFormat.maximumLength)
        let count = 16 + kind.attributes.count + kind.maximumPieces
        return kind.link.maximumLength(ofID: item.text(.id).count)
            + 6 * count * (longest + localizer.listSeparator.utf8.count + 64)
    }

    /// Skips parts whose values are missing.
    func append(_ parts: [CaptionLine.Part], isSpoken: Bool, to output: inout OutputSpan<UInt8>) {
        let start = output.count
        for index in parts.indices {
            let end = output.count
            if end > start, isSpoken {
                output.append(copying: localizer.listSeparator.utf8.span)
            } else if end > start {
                output.append(CaptionLine.separator)
            }
            let partStart = output.count
            if !append(parts[index], isSpoken: isSpoken, to: &output) {
                output.removeLast(output.count - end)
            } else if !isSpoken, parts.count > 1 {
                output.isolate(from: partStart, in: localizer.direction)
            }
        }
    }

    func append(_ amount: Money, to output: inout OutputSpan<UInt8>) {
        if amount == item.price { output.append(copying: price) } else { localizer.write(amount, to: &output) }
    }

    /// - Returns: `false` if a value is missing.
    private func append(_ part: CaptionLine.Part, isSpoken: Bool, to output: inout OutputSpan<UInt8>) -> Bool {
        for index in part.indices {
            let start = output.count
            switch part[index] {
            case .text(let text): output.append(copying: text.utf8.span)
            case .title: output.append(copying: item.text(.title))
            case .ownSubtitle: output.append(copying: item.text(.subtitle))
            case .field(let field): append(field, to: &output)
            case .attribute(let index): append(attribute: index, isSpoken: isSpoken, to: &output)
            }
            if output.count == start { return false }
        }
        return true
    }

    private func append(attribute index: Int, isSpoken: Bool, to output: inout OutputSpan<UInt8>) {
        switch item.values[index] {
        case .number(let number):
            guard case .number(let unit) = kind.attributes[index].type else { return }
            // Less reads as 0 square meters or bathrooms, which says nothing.
            if unit == .squareMeter && number < 0.5 || unit == .bathroom && number < 0.005 { return }
            if unit == .bedroom, number < 0.005 {
                if isHome { localizer.write(.studio, to: &output) }
            } else {
                let decimals = kind.attributes[index].decimals
                localizer.write(number, unit, decimals: decimals, isSpoken: isSpoken, to: &output)
            }
        case .money(let amount, let currency):
            append(Money(amount: amount, currency: String(decoding: item.text(in: currency))), to: &output)
        case .text(let range): output.append(copying: item.text(in: range))
        case .instant(let instant): append(day: instant, to: &output)
        case .flag, nil: break
        }
    }

    /// An item without bedrooms is a studio, unless its type says that it is no home.
    private var isHome: Bool {
        guard let index = kind.attributes.firstIndex(where: { $0.name == "type" }),
            case .text(let type) = item.values[index]
        else { return true }
        let text = item.text(in: type)
        return !(text.equals("land") || text.equals("commercial") || text.equals("other"))
    }

    private func append(_ field: ItemField, to output: inout OutputSpan<UInt8>) {
        switch field {
        case .subtitle:
            output.append(copying: item.text(.subtitle))
            guard item.text(.subtitle).isEmpty, let line = kind.subtitle else { return }
            append(line.parts, isSpoken: false, to: &output)
        case .price: output.append(copying: price)
        case .previousPrice: if let price = item.previousPrice { append(price, to: &output) }
        case .address: output.append(copying: item.text(.address))
        case .market: output.append(copying: item.text(.market))
        case .brand: if let brand { output.append(copying: brand.name.utf8.span) }
        case .category: output.append(copying: item.text(.category))
        case .listedAt: if item.listedAt != 0 { append(day: item.listedAt, to: &output) }
        case .startsAt: append(day: item.startsAt, to: &output)
        case .expiresAt: append(day: item.expiresAt, to: &output)
        case .images, .placeholder, .href, .place, .collections: break
        }
    }

    /// Appends the day of an instant, in UTC: `Apr 23, 1996`.
    private func append(day instant: Instant?, to output: inout OutputSpan<UInt8>) {
        guard let instant else { return }
        let locale = Locale(identifier: localizer.locale.description)
        var style = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)
        style.timeZone = .gmt
        output.append(copying: Date(instant).formatted(style).utf8.span)
    }
}
