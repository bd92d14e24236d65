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

    init?(_ object: inout CheckedObject, of kind: Kind, idPrefix: String, _ parser: MappingParser) {
        let id = object.required("id")?.object { parser.text(&$0, .identifier) }?.map { id throws(ValueError) in
            if let error = TextConstraint.identifier.error(in: idPrefix + id) { throw error }
            return idPrefix + id
        }
        let title = object.required("title")?.object { parser.text(&$0) }
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
            set(field, member(field)?.object { parser.text(&$0, constraint) }, assign)
        }
        /// Two members that make up one field, which is missing if both are. One alone is an error.
        func pair<First, Second, Whole>(
            _ field: String,
            _ names: (String, String),
            _ first: (inout CheckedObject) -> FieldMapping<First>?,
            _ second: (inout CheckedObject) -> FieldMapping<Second>?,
            join: @escaping @Sendable (First, Second) throws(ValueError) -> Whole
        ) -> FieldMapping<Whole>? {
            let members = (member(names.0, of: field), member(names.1, of: field))
            if (members.0 == nil) != (members.1 == nil), !kind.required.contains(field) {
                object.report("expected both or none of \"\(names.0)\", \"\(names.1)\"")
            }
            guard let first = members.0?.object(first), let second = members.1?.object(second) else { return nil }
            return FieldMapping(columns: first.columns + second.columns) { record throws(ValueError) in
                switch (try first.value(in: record), try second.value(in: record)) {
                case (nil, nil): return nil
                case (let first?, let second?): return try join(first, second)
                case (nil, _): throw ValueError("\(names.0) is missing")
                case (_, nil): throw ValueError("\(names.1) is missing")
                }
            }
        }

        text("subtitle") { $0.subtitle = $1 }
        if let image = object.optional("image") {
            if object.optional("images") != nil { object.report("expected one of \"image\", \"images\"") }
            set("images", image.object { parser.text(&$0, .link) }) { $0.images = [$1] }
        } else {
            set("images", member("images").flatMap { parser.list($0, .link) }) { $0.images = $1 }
        }
        text("placeholder", .color) { $0.placeholder = RGBColor($1) }
        text("href", .link) { $0.href = $1 }

        let amount = member("price")
        let needsCurrency = amount != nil || kind.required.contains("price")
        let currency = (needsCurrency ? object.required("currency") : object.optional("currency"))
            .flatMap { $0.object { parser.text(&$0, .currency) } }
        let (previous, sale) = (member("previousPrice"), member("salePrice"))
        if amount == nil { for value in [previous, sale] { value?.report("stands only beside a \"price\"") } }
        set("price", amount?.object { parser.money(&$0, currency) }) { $0.price = $1 }
        set("previousPrice", previous?.object { parser.money(&$0, currency) }) { item, previous in
            if item.price != nil { item.previousPrice = previous.amount }
        }
        set("salePrice", sale?.object { parser.sale(&$0, currency) }) { item, sale in
            if let price = item.price, sale.price < price.amount { item.sale = sale }
        }

        let degrees = { (object: inout CheckedObject) in parser.number(&object)?.value }
        let place = pair("place", ("latitude", "longitude"), degrees, degrees) { north, east throws(ValueError) in
            if let place = Coordinate(latitude: north, longitude: east) { return place }
            throw ValueError("expected degrees within ±90 north and ±180 east", found: "\(north), \(east)")
        }
        set("place", place) { $0.place = $1 }
        text("address") { $0.address = $1 }
        text("market", .identifier) { $0.market = $1 }
        var renamesBrand = false
        let brand = pair("brand", ("brandId", "brand"), { parser.text(&$0, .identifier) }) { object in
            renamesBrand = object.optional("rename")?.bool() ?? false
            return parser.text(&object)
        } join: {
            Brand(id: $0, name: $1)
        }
        set("brand", brand) { [renamesBrand] in
            $0.brand = $1
            $0.renamesBrand = renamesBrand
        }
        text("category", .identifier) { $0.category = $1 }
        set("collections", member("collections").flatMap { parser.list($0, .identifier) }) { $0.collections = $1 }
        text("status", .status) { item, word in
            item.status = ItemStatus.allCases.first { $0.word == word } ?? .active
        }
        var keepsListedAt = false
        let listedAt = member("listedAt")?.object { object in
            keepsListedAt = object.optional("keep")?.choice("rule", among: ["first": true]) ?? false
            return parser.date(&object)
        }
        set("listedAt", listedAt) { $0.listedAt = $1 }
        if keepsListedAt { setters.append { $1.keepsListedAt = true } }
        set("startsAt", member("startsAt")?.object { parser.date(&$0) }) { $0.startsAt = $1 }
        set("expiresAt", member("expiresAt")?.object { parser.date(&$0) }) { $0.expiresAt = $1 }
        for attribute in kind.attributes {
            let name = attribute.name
            let value = member(name)?.object { parser.attribute(attribute, &$0, currency: currency) }
            set(name, value) { $0.attributes[name] = $1 }
        }
        return setters
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
