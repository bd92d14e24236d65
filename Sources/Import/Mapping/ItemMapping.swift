import Bytes
import Catalogue
import JSON

/// Computes an item of a kind from a record, field by field: the `fields` of a mapping.
struct ItemMapping: Sendable {
    fileprivate typealias Setter = @Sendable (Record, inout CatalogueItem) throws(ValueError) -> Void

    let kind: Kind
    private let id: FieldMapping<String>
    private let title: FieldMapping<String>
    private let setters: [Setter]

    func item(of record: Record) throws(ValueError) -> CatalogueItem {
        let id = try id.required("id", in: record)
        var item = CatalogueItem(id: .init(kind: kind.name, id: id), title: try title.required("title", in: record))
        for set in setters { try set(record, &item) }
        return item
    }

    // MARK: Parsing

    init?(_ object: inout CheckedObject, of kind: Kind, idPrefix: String, _ parser: MappingParser) {
        let id = object.required("id").flatMap { parser.text($0, .identifier) }?.map { id throws(ValueError) in
            if let error = TextConstraint.identifier.error(in: idPrefix + id) { throw error }
            return idPrefix + id
        }
        let title = object.required("title").flatMap { parser.text($0) }
        setters = Self.setters(&object, kind, parser)
        guard let id, let title else { return nil }
        (self.kind, self.id, self.title) = (kind, id, title)
    }

    private static func setters(_ object: inout CheckedObject, _ kind: Kind, _ parser: MappingParser) -> [Setter] {
        var setters: [Setter] = []
        var lenient: Set<String> = []
        func member(_ name: String, of field: String? = nil) -> CheckedValue? {
            let isRequired = kind.required.contains(field ?? name)
            let member = isRequired ? object.required(name) : object.optional(name)
            if case .object(let members)? = member?.json, members["lenient"] == .bool(true) {
                lenient.insert(field ?? name)
            }
            return member
        }
        func set<Value: Sendable>(
            _ field: String,
            _ mapping: FieldMapping<Value>?,
            _ assign: @escaping @Sendable (inout CatalogueItem, Value) -> Void
        ) {
            guard let mapping else { return }
            let value = lenient.contains(field) ? mapping.lenient : mapping
            let isRequired = kind.required.contains(field)
            setters.append(value.setter(of: field, isRequired: isRequired, assign))
        }
        func text(
            _ field: String,
            _ constraint: TextConstraint = .text,
            _ assign: @escaping @Sendable (inout CatalogueItem, String) -> Void
        ) {
            set(field, member(field).flatMap { parser.text($0, constraint) }, assign)
        }
        /// Two members that make up one field. Reports an error if only one is given.
        func pair<First, Second>(
            _ field: String,
            _ names: (String, String),
            _ first: (CheckedValue) -> FieldMapping<First>?,
            _ second: (CheckedValue) -> FieldMapping<Second>?
        ) -> FieldMapping<(First?, Second?)>? {
            let members = (member(names.0, of: field), member(names.1, of: field))
            if (members.0 == nil) != (members.1 == nil), !kind.required.contains(field) {
                object.report("expected both or none of \"\(names.0)\", \"\(names.1)\"")
            }
            guard let first = members.0.flatMap(first), let second = members.1.flatMap(second) else { return nil }
            return first.combined(with: second)
        }

        text("subtitle") { $0.subtitle = $1 }
        if let image = object.optional("image") {
            if object.optional("images") != nil { object.report("expected one of \"image\", \"images\"") }
            set("images", parser.text(image, .link)) { $0.images = [$1] }
        } else {
            set("images", member("images").flatMap { parser.list($0, .link) }) { $0.images = $1 }
        }
        text("placeholder", .color) { $0.placeholder = RGBColor($1) }
        text("href", .link) { $0.href = $1 }

        let amount = member("price")
        let needsCurrency = amount != nil || kind.required.contains("price")
        let currency = (needsCurrency ? object.required("currency") : object.optional("currency"))
            .flatMap { parser.text($0, .currency) }
        let price = amount.flatMap { parser.number($0, min: 0) }.flatMap { number in currency.map(number.money) }
        set("price", price) { $0.price = $1 }
        let previous = member("previousPrice")
        if amount == nil { previous?.report("stands only beside a \"price\"") }
        let previousPrice = previous.flatMap { parser.number($0, min: 0) }.flatMap { number in
            price.map { price in
                number.value.combined(with: price).map { amount, price throws(ValueError) -> Int64? in
                    guard let amount, let price else { return nil }
                    return try number.minorUnits(amount, currency: price.currency)
                }
            }
        }
        set("previousPrice", previousPrice) { $0.previousPrice = $1 }
        let sale = member("salePrice")
        if amount == nil { sale?.report("stands only beside a \"price\"") }
        set("salePrice", sale.flatMap { parser.sale($0, besides: price) }) { $0.sale = $1 }

        let degrees = { (value: CheckedValue) in parser.number(value)?.value }
        set("place", pair("place", ("latitude", "longitude"), degrees, degrees)?.map(coordinate)) { $0.place = $1 }
        text("address") { $0.address = $1 }
        text("market", .identifier) { $0.market = $1 }
        var renamesBrand = false
        let brand = pair("brand", ("brandId", "brand"), { parser.text($0, .identifier) }) { value in
            parser.text(value) { renamesBrand = $0.value("rename", default: false) { $0.bool() } ?? false }
        }
        set("brand", brand?.map(self.brand)) { [renamesBrand] in
            $0.brand = $1
            $0.renamesBrand = renamesBrand
        }
        text("category", .identifier) { $0.category = $1 }
        set("collections", member("collections").flatMap { parser.list($0, .identifier) }) { $0.collections = $1 }
        text("status", .status) { item, word in
            item.status = ItemStatus.allCases.first { $0.word == word } ?? .active
        }
        var keepsListedAt = false
        let listedAt = member("listedAt").flatMap { value in
            parser.date(value) { object in
                let keep = object.value("keep", default: false) { $0.choice("rule", among: ["first": true]) }
                keepsListedAt = keep ?? false
            }
        }
        set("listedAt", listedAt) { $0.listedAt = $1 }
        if keepsListedAt { setters.append { $1.keepsListedAt = true } }
        set("startsAt", member("startsAt").flatMap { parser.date($0) }) { $0.startsAt = $1 }
        set("expiresAt", member("expiresAt").flatMap { parser.date($0) }) { $0.expiresAt = $1 }
        for attribute in kind.attributes {
            let name = attribute.name
            let value = member(name).flatMap { parser.attribute(attribute, $0, currency: currency) }
            set(name, value) { $0.attributes[name] = $1 }
        }
        return setters
    }

    @Sendable private static func coordinate(_ degrees: (Double?, Double?)) throws(ValueError) -> Coordinate? {
        switch degrees {
        case (nil, nil): return nil
        case (let latitude?, let longitude?):
            if let place = Coordinate(latitude: latitude, longitude: longitude) { return place }
            throw ValueError("expected degrees within ±90 north and ±180 east", found: "\(latitude), \(longitude)")
        default: throw ValueError("expected latitude and longitude", found: "one of them")
        }
    }

    @Sendable private static func brand(_ texts: (String?, String?)) throws(ValueError) -> Brand? {
        switch texts {
        case (nil, nil): return nil
        case (let id?, let name?): return Brand(id: id, name: name)
        case (nil, _): throw ValueError("brandId is missing")
        case (_, nil): throw ValueError("brand is missing")
        }
    }
}

extension FieldMapping {
    /// Not a closure in `set`, with which the compiler of Swift 6.3 crashes.
    fileprivate func setter(
        of field: String,
        isRequired: Bool,
        _ assign: @escaping @Sendable (inout CatalogueItem, Value) -> Void
    ) -> ItemMapping.Setter {
        { (record: Record, item: inout CatalogueItem) throws(ValueError) in
            let value = isRequired ? try required(field, in: record) : try value(in: record)
            if let value { assign(&item, value) }
        }
    }
}
