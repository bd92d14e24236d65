import Bytes
import Catalogue
import Foundation
import Localization

/// Renders the cards of catalogue items, one after another in the same memory.
struct CardRenderer {
    private let localizer: Localizer
    private let templates: ImageTemplates
    /// The revision of the language and the image templates.
    let form: Revision
    private var memory: [UInt8] = []

    init(_ localizer: Localizer, _ templates: ImageTemplates = .none) {
        self.localizer = localizer
        self.templates = templates
        form = Revision(rawValue: localizer.revision.rawValue ^ templates.revision.rawValue)
    }

    /// `nil` if the item cannot be decoded.
    mutating func card(of row: ItemRow, in snapshot: CatalogueSnapshot) -> Card? {
        let kind = snapshot.kind(of: row)
        guard let item = PackedItemView(snapshot.packed(row), kind.attributes) else { return nil }
        return card(item, snapshot.brand(of: row).map { snapshot.brands[$0] }, kind)
    }

    /// The order of the members is the same for every kind: fields, attributes, fields.
    mutating func card(_ item: consuming PackedItemView, _ brand: Brand?, _ kind: Kind) -> Card {
        let text = CardText(item, brand, kind, localizer)
        var caption = CaptionWriter()
        memory.removeAll(keepingCapacity: true)
        memory.append(addingCapacity: text.maximumLength) { text.write(to: &$0, &caption) }
        let templates = templates
        return Card(&memory, caption, imageCount: text.item.imageCount) {
            text.append(image: $0, templates, to: &$1)
        }
    }
}

extension CardText {
    fileprivate func write(to output: inout OutputSpan<UInt8>, _ caption: inout CaptionWriter) {
        output.append("{\"id\":\"")
        output.append(copying: kind.name.utf8.span)
        output.append(":")
        output.append(copying: item.text(.id))
        output.append("\",\"kind\":\"")
        output.append(copying: kind.name.utf8.span)
        output.append("\",\"title\":")
        output.append(jsonString: item.text(.title))
        output.append(",\"accessibilityLabel\":\"")
        let labelStart = output.count
        for index in kind.labels.indices where output.count == labelStart {
            append(kind.labels[index], isSpoken: true, to: &output)
        }
        output.escapeJSON(from: labelStart)
        output.append("\"")
        writeMembers(to: &output)
        output.append(",\"placeholder\":\"")
        output.append(item.placeholder ?? Card.placeholder(in: output.span))
        output.append("\",\"caption\":[")
        for index in kind.caption.indices { write(kind.caption[index], to: &output, &caption) }
        output.append("]")
    }

    fileprivate func append(image index: Int, _ templates: ImageTemplates, to bytes: inout [UInt8]) {
        item.withImage(index) { bytes.append(imageURL: $0, templates[$0]) }
    }

    private func writeMembers(to output: inout OutputSpan<UInt8>) {
        if let brand {
            output.append(",\"brand\":{\"id\":")
            output.append(jsonString: brand.id.utf8.span)
            output.append(",\"name\":")
            output.append(jsonString: brand.name.utf8.span)
            output.append("}")
        }
        if let price = item.price { write(",\"price\":", price, to: &output) }
        if let price = item.previousPrice { write(",\"previousPrice\":", price, to: &output) }
        writeAttributes(to: &output)
        write(",\"category\":", .category, to: &output)
        write(",\"address\":", .address, to: &output)
        if let place = item.place {
            output.append(",\"latitude\":")
            output.append(json: place.latitude)
            output.append(",\"longitude\":")
            output.append(json: place.longitude)
        }
        write(",\"market\":", .market, to: &output)
        if item.listedAt != 0 || kind.required.contains(ItemField.listedAt.rawValue) {
            output.append(",\"listedAt\":\"")
            output.append(day: item.listedAt)
            output.append("\"")
        }
        write(",\"href\":", .href, to: &output)
        if !item.text(.href).isEmpty { return }
        output.append(",\"href\":\"")
        kind.link.write(id: item.text(.id), to: &output)
        output.append("\"")
    }

    private func write(_ key: StaticString, _ text: PackedItemView.Text, to output: inout OutputSpan<UInt8>) {
        if item.text(text).isEmpty { return }
        output.append(key)
        output.append(jsonString: item.text(text))
    }

    private func write(_ key: StaticString, _ money: Money, to output: inout OutputSpan<UInt8>) {
        output.append(key)
        output.append(money) { append(money, to: &$0) }
    }

    private func writeAttributes(to output: inout OutputSpan<UInt8>) {
        var separator: StaticString = ",\"attributes\":{\""
        for index in item.values.indices {
            guard let value = item.values[index] else { continue }
            output.append(separator)
            separator = ",\""
            output.append(copying: kind.attributes[index].name.utf8.span)
            output.append("\":")
            switch value {
            case .number(let number): output.append(json: number)
            case .money(let amount, let currency):
                write("", Money(amount: amount, currency: String(decoding: item.text(in: currency))), to: &output)
            case .text(let range): output.append(jsonString: item.text(in: range))
            case .flag(let flag): output.append(flag ? "true" : "false")
            case .instant(let instant): output.append(jsonString: instant.text.utf8.span)
            }
        }
        if separator.utf8CodeUnitCount == 2 { output.append("}") }
    }

    /// Writes nothing if all values of the line are missing. A former price follows the price.
    private func write(_ line: CaptionLine, to output: inout OutputSpan<UInt8>, _ caption: inout CaptionWriter) {
        caption.write(to: &output) {
            append(line.parts, isSpoken: false, to: &$0)
        } former: {
            if line.showsPrice, let price = item.previousPrice { append(price, to: &$0) }
        }
    }
}

extension Card {
    init(_ brand: Brand, link: ItemLink) {
        self.init(id: "brand:\(brand.id)", kind: .brand, title: brand.name, caption: [brand.name], label: brand.name) {
            let length = link.maximumLength(ofID: brand.id.utf8.count)
            let href = [UInt8](capacity: length) { link.write(id: brand.id.utf8.span, to: &$0) }
            $0.member("href", String(decoding: href, as: UTF8.self))
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends the day of an instant, in UTC, in the years 0…9999: `1996-04-23`.
    fileprivate mutating func append(day instant: Instant) {
        var (seconds, day) = unsafe (Int(min(max(instant.seconds, -62_167_219_200), 253_402_300_799)), tm())
        // Sound: the day is written to a local variable that lives longer than the call.
        unsafe gmtime_r(&seconds, &day)
        append(decimal: UInt(unsafe day.tm_year + 1_900), minimumDigits: 4)
        append(UInt8(ascii: "-"))
        append(decimal: UInt(unsafe day.tm_mon + 1), minimumDigits: 2)
        append(UInt8(ascii: "-"))
        append(decimal: UInt(unsafe day.tm_mday), minimumDigits: 2)
    }
}
