import Bytes
import Catalogue
import Foundation
import HomeDocument
import Localization

extension Card {
    /// The card of a catalogue item. The order of the members is the same for every kind: fields, attributes, fields.
    init(_ item: CatalogueItem, kind: Kind, _ localizer: Localizer) {
        let text = CardText(item, kind, localizer)
        self.init(
            id: item.id.description,
            kind: ItemKind(rawValue: item.id.kind),
            image: item.images.first,
            label: text.label
        ) {
            $0.member("title", item.title)
            if let subtitle = text.subtitle { $0.member("subtitle", utf8: subtitle.span) }
            if let brand = item.brand {
                $0.object("brand") {
                    $0.member("id", brand.id)
                    $0.member("name", brand.name)
                }
            }
            if let price = item.price { $0.object("price") { $0.members(of: price, text) } }
            if let price = item.previousMoney { $0.object("previousPrice") { $0.members(of: price, text) } }
            for attribute in kind.attributes {
                guard let value = item.value(of: attribute) else { continue }
                $0.key(attribute.name)
                $0.element(value, text)
            }
            if let category = item.category { $0.member("category", category) }
            if let address = item.address { $0.member("address", address) }
            if let place = item.place {
                $0.member("latitude", place.latitude)
                $0.member("longitude", place.longitude)
            }
            if let market = item.market { $0.member("market", market) }
            if item.listedAt != 0 || kind.required.contains(ItemField.listedAt.rawValue) {
                $0.member("listedAt", utf8: item.listedAt.day.span)
            }
            // Clients compose the captions of the built-in kinds themselves.
            if KindTable.builtIn[kind.name] == nil {
                $0.array("caption") { for line in text.caption { $0.element(utf8: line.span) } }
            }
            $0.member("href", item.href ?? kind.href(ofEncodedID: item.id.id.percentEncoded))
        }
    }

    /// The card of a brand.
    init(_ brand: Brand) {
        self.init(id: "brand:\(brand.id)", kind: .brand, label: Array(brand.name.utf8)) {
            $0.member("title", brand.name)
            $0.member("href", "/brands/\(brand.id.percentEncoded)")
        }
    }
}

extension CatalogueItem {
    /// The previous price, in the currency of the price.
    var previousMoney: Money? {
        guard let price, let previousPrice else { return nil }
        return Money(amount: previousPrice, currency: price.currency)
    }

    /// The value of an attribute of its kind; `nil` if missing or of another type.
    func value(of attribute: Attribute) -> AttributeValue? {
        guard let value = attributes[attribute.name], value.matches(attribute.type) else { return nil }
        return value
    }
}

extension JSONWriter {
    /// Writes an amount of money as members of an object.
    fileprivate mutating func members(of money: Money, _ text: CardText) {
        member("amount", Int(money.amount))
        member("currency", money.currency)
        member("formatted", text.text(money))
    }

    /// Writes the value of an attribute.
    fileprivate mutating func element(_ value: AttributeValue, _ text: CardText) {
        switch value {
        case .number(let number): element(number)
        case .money(let money): object { $0.members(of: money, text) }
        case .text(let text): element(text)
        case .flag(let flag): element(flag)
        case .instant(let seconds): element(Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601))
        }
    }
}

extension Int64 {
    /// The day of an instant in Unix seconds, in UTC: `1996-04-23`.
    fileprivate var day: [UInt8] {
        var (moment, date) = unsafe (time_t(self), tm())
        // Sound: both are local variables that outlive the call.
        unsafe gmtime_r(&moment, &date)
        let (year, month, day) = unsafe (date.tm_year + 1_900, date.tm_mon + 1, date.tm_mday)
        return [UInt8](capacity: 32) {
            $0.append(decimal: UInt(Swift.max(0, year)), minimumDigits: 4)
            $0.append(UInt8(ascii: "-"))
            $0.append(decimal: UInt(month), minimumDigits: 2)
            $0.append(UInt8(ascii: "-"))
            $0.append(decimal: UInt(day), minimumDigits: 2)
        }
    }
}
