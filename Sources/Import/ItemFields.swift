import Catalogue
import JSON

/// How a record becomes an item of a kind, field by field.
struct ItemFields: Sendable {
    /// Reads one field of a record into an item.
    typealias Setter = @Sendable (Record, inout CatalogueItem) throws(ValueError) -> Void

    /// The kind of the items.
    let kind: Kind
    private let id: FieldMapping<String>
    private let title: FieldMapping<String>
    private let setters: [Setter]
    /// Whether an item keeps the first `listedAt` that the store knows of it.
    let keepsListedAt: Bool

    /// Reads the `fields` of a mapping for items of `kind`.
    /// - Parameter idPrefix: what each id begins with.
    init?(_ fields: CheckedValue, of kind: Kind, idPrefix: String, _ reader: MappingReader) {
        var keepsListedAt = false
        let read = fields.object { object -> (id: FieldMapping<String>, title: FieldMapping<String>, [Setter])? in
            let id = object.required("id").flatMap { reader.text($0, .identifier) }?.map { id throws(ValueError) in
                if let refusal = TextConstraint.identifier.refusal(of: idPrefix + id) { throw refusal }
                return idPrefix + id
            }
            let title = object.required("title").flatMap { reader.text($0) }
            let setters = Self.setters(&object, kind, reader, &keepsListedAt)
            guard let id, let title else { return nil }
            return (id, title, setters)
        }
        guard let read else { return nil }
        self.kind = kind
        (id, title, setters) = read
        self.keepsListedAt = keepsListedAt
    }

    /// The item that the record gives.
    func item(of record: Record) throws(ValueError) -> CatalogueItem {
        let id = try id.required("id", in: record)
        var item = CatalogueItem(id: .init(kind: kind.name, id: id), title: try title.required("title", in: record))
        item.keepsListedAt = keepsListedAt
        for set in setters { try set(record, &item) }
        return item
    }

    private static func setters(
        _ object: inout CheckedObject,
        _ kind: Kind,
        _ reader: MappingReader,
        _ keepsListedAt: inout Bool
    ) -> [Setter] {
        var setters: [Setter] = []
        /// The fields that one of their members says of that they may be missing where they cannot be read.
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
            _ reading: FieldMapping<Value>?,
            _ assign: @escaping @Sendable (inout CatalogueItem, Value) -> Void
        ) {
            guard var reading else { return }
            if lenient.contains(field) { reading = reading.lenient }
            setters.append(setter(field, isRequired: kind.required.contains(field), reading, assign))
        }
        func text(
            _ field: String,
            _ kind: TextConstraint = .text,
            _ assign: @escaping @Sendable (inout CatalogueItem, String) -> Void
        ) {
            set(field, member(field).flatMap { reader.text($0, kind) }, assign)
        }
        /// The readings of the two members that a field is made of. It is reported where only one is given.
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
            return first.with(second)
        }

        text("subtitle") { $0.subtitle = $1 }
        if let image = object.optional("image") {
            if object.optional("images") != nil { object.report("expected one of \"image\", \"images\"") }
            set("images", reader.text(image)) { $0.images = [$1] }
        } else {
            set("images", member("images").flatMap { reader.list($0) }) { $0.images = $1 }
        }
        text("href") { $0.href = $1 }

        let amount = member("price")
        let needsCurrency = amount != nil || kind.required.contains("price")
        let currency = (needsCurrency ? object.required("currency") : object.optional("currency"))
            .flatMap { reader.text($0, .currency) }
        let price = amount.flatMap { reader.number($0, least: 0) }.flatMap { number in currency.map(number.money) }
        set("price", price) { $0.price = $1 }
        let previous = member("previousPrice")
        if amount == nil { previous?.report("stands only beside a \"price\"") }
        let previousPrice = previous.flatMap { reader.number($0, least: 0) }.flatMap { number in
            price.map { price in
                number.value.with(price).map { amount, price throws(ValueError) -> Int64? in
                    guard let amount, let price else { return nil }
                    return try number.amount(amount, currency: price.currency)
                }
            }
        }
        set("previousPrice", previousPrice) { $0.previousPrice = $1 }

        let place = pair("place", ("latitude", "longitude"), { reader.number($0)?.value }, { reader.number($0)?.value })
        set("place", place?.map(coordinate)) { $0.place = $1 }
        text("address") { $0.address = $1 }
        text("market", .identifier) { $0.market = $1 }
        var renamesBrand = false
        let brand = pair("brand", ("brandId", "brand"), { reader.text($0, .identifier) }) { value in
            reader.text(value) { renamesBrand = $0.value("rename", default: false) { $0.bool() } ?? false }
        }
        let renames = renamesBrand
        set("brand", brand?.map(self.brand)) {
            $0.brand = $1
            $0.renamesBrand = renames
        }
        text("category", .identifier) { $0.category = $1 }
        set("collections", member("collections").flatMap { reader.list($0, .identifier) }) { $0.collections = $1 }
        text("status", .status) { $0.status = ItemStatus(rawValue: $1) ?? .active }
        let listedAt = member("listedAt").flatMap { value in
            reader.date(value) { object in
                keepsListedAt =
                    object.value("keep", default: false) { $0.choice("rule", among: ["first": true]) } ?? false
            }
        }
        set("listedAt", listedAt) { $0.listedAt = $1 }
        set("expiresAt", member("expiresAt").flatMap { reader.date($0) }) { $0.expiresAt = $1 }
        for attribute in kind.attributes {
            let name = attribute.name
            let value = member(name).flatMap { reader.attribute(attribute, $0, currency: currency) }
            set(name, value) { $0.attributes[name] = $1 }
        }
        return setters
    }

    private static func setter<Value: Sendable>(
        _ field: String,
        isRequired: Bool,
        _ reading: FieldMapping<Value>,
        _ assign: @escaping @Sendable (inout CatalogueItem, Value) -> Void
    ) -> Setter {
        { (record: Record, item: inout CatalogueItem) throws(ValueError) in
            let value = isRequired ? try reading.required(field, in: record) : try reading.value(in: record)
            if let value { assign(&item, value) }
        }
    }

    @Sendable private static func coordinate(_ degrees: (Double?, Double?)) throws(ValueError) -> Coordinate? {
        switch degrees {
        case (nil, nil): return nil
        case (let north?, let east?):
            if let place = Coordinate(latitude: north, longitude: east) { return place }
            throw ValueError("expected degrees within ±90 north and ±180 east", found: "\(north), \(east)")
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
