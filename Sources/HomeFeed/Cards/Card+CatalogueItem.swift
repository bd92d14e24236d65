import Bytes
import Catalogue
import Foundation
import HomeLayout
import Localization

extension Card {
    /// The card of a catalogue item. The order of the members is the same for every kind: fields, attributes, fields.
    init(
        _ item: PackedItemView,
        _ brand: Brand?,
        kind: Kind,
        _ localizer: Localizer,
        _ templates: ImageTemplates = .none
    ) {
        let text = CardText(item, brand, kind, localizer)
        let id = item.text(.id)
        self.init(
            id: "\(kind.name):\(String(decoding: id))",
            kind: ItemKind(rawValue: kind.name),
            title: item.text(.title),
            caption: text.caption,
            images: item.images,
            resizedBy: templates,
            placeholder: item.placeholder,
            label: text.label
        ) {
            if let brand {
                $0.object("brand") {
                    $0.member("id", brand.id)
                    $0.member("name", brand.name)
                }
            }
            if let price = item.price { $0.object("price") { $0.members(of: price, text) } }
            if let price = item.previousPrice { $0.object("previousPrice") { $0.members(of: price, text) } }
            if text.values.contains(where: { $0 != nil }) {
                $0.object("attributes") { $0.members(of: item, kind, text) }
            }
            $0.member("category", of: item, .category)
            $0.member("address", of: item, .address)
            if let place = item.place {
                $0.member("latitude", place.latitude)
                $0.member("longitude", place.longitude)
            }
            $0.member("market", of: item, .market)
            if item.listedAt != 0 || kind.required.contains(ItemField.listedAt.rawValue) {
                $0.member("listedAt", utf8: item.listedAt.day.span)
            }
            if item.text(.href).isEmpty {
                $0.member("href", kind.link.href(ofEncodedID: String(decoding: id).percentEncoded))
            } else {
                $0.member("href", utf8: item.text(.href))
            }
        }
    }

    /// - Parameter link: The target, with the brand's id in place of `{id}`.
    init(_ brand: Brand, link: ItemLink) {
        self.init(
            id: "brand:\(brand.id)",
            kind: .brand,
            title: brand.name.utf8.span,
            caption: [CaptionText(text: Array(brand.name.utf8))],
            label: Array(brand.name.utf8)
        ) {
            $0.member("href", link.href(ofEncodedID: brand.id.percentEncoded))
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of money: Money, _ text: CardText) {
        member("amount", Int(money.amount))
        member("currency", money.currency)
        member("formatted", utf8: text.text(money).span)
    }

    /// Writes the attributes of an item.
    fileprivate mutating func members(of item: PackedItemView, _ kind: Kind, _ text: borrowing CardText) {
        for index in kind.attributes.indices {
            guard let value = text.values[index] else { continue }
            key(kind.attributes[index].name)
            switch value {
            case .number(let number): element(number)
            case .money(let amount, let currency):
                let money = Money(amount: amount, currency: String(decoding: item.text(in: currency)))
                object { $0.members(of: money, text) }
            case .text(let range): element(utf8: item.text(in: range))
            case .flag(let flag): element(flag)
            case .instant(let seconds):
                element(Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601))
            }
        }
    }

    fileprivate mutating func member(_ key: StaticString, of item: PackedItemView, _ text: PackedItemView.Text) {
        if !item.text(text).isEmpty { member(key, utf8: item.text(text)) }
    }
}

extension Int64 {
    /// The day of an instant in Unix seconds, in UTC, in the years 0…9999: `1996-04-23`.
    fileprivate var day: [UInt8] {
        var (seconds, time) = unsafe (time_t(Swift.min(Swift.max(self, -62_167_219_200), 253_402_300_799)), tm())
        // Sound: both are there for as long as the call.
        unsafe gmtime_r(&seconds, &time)
        return [UInt8](capacity: 32) {
            unsafe $0.append(decimal: UInt(Swift.max(0, time.tm_year + 1_900)), minimumDigits: 4)
            $0.append(UInt8(ascii: "-"))
            unsafe $0.append(decimal: UInt(time.tm_mon + 1), minimumDigits: 2)
            $0.append(UInt8(ascii: "-"))
            unsafe $0.append(decimal: UInt(time.tm_mday), minimumDigits: 2)
        }
    }
}
