import CheckedJSON
import Catalogue

/// How a record becomes an item of a kind, field by field.
struct ItemFields: Hashable, Sendable {
    /// The kind of the items.
    let kind: Kind
    /// The fields that every item of the kind must have.
    private let required: Set<ItemField>
    private let id: TextReading
    private let title: TextReading
    private let subtitle: TextReading?
    private let images: [TextReading]
    private let image: TextReading?
    private let href: TextReading?
    private let price: MoneyReading?
    private let previousPrice: NumberReading?
    private let place: PlaceReading?
    private let address: TextReading?
    private let market: TextReading?
    private let brand: BrandReading?
    private let category: TextReading?
    private let collections: [TextReading]
    private let status: TextReading?
    private let listedAt: DateReading?
    private let expiresAt: DateReading?
    private let attributes: [AttributeReading]

    /// Reads the `fields` of a mapping for items of `kind`.
    init?(_ fields: inout CheckedObject, of kind: Kind, _ reader: MappingReader) {
        var members = ItemMembers(fields, of: kind)
        defer { fields = members.object }
        let id = members.object.required("id").flatMap { reader.text($0, kind: .identifier) }
        let title = members.object.required("title").flatMap { reader.text($0, kind: .text) }
        subtitle = members.member(.subtitle).flatMap { reader.text($0, kind: .text) }
        (image, images) = members.images(reader)
        href = members.member(.href).flatMap { reader.text($0, kind: .text) }
        let amount = members.member(.price)
        let currency = members.currency(isRequired: amount != nil, reader)
        price = amount.flatMap { reader.number($0, least: 0) }.flatMap { number in
            currency.map { MoneyReading(number: number, currency: $0) }
        }
        let previous = members.member(.previousPrice)
        if amount == nil { previous?.report("stands only beside a \"price\"") }
        previousPrice = previous.flatMap { reader.number($0, least: 0) }
        place = members.pair("latitude", "longitude", of: .place).flatMap { PlaceReading($0, $1, reader) }
        address = members.member(.address).flatMap { reader.text($0, kind: .text) }
        market = members.member(.market).flatMap { reader.text($0, kind: .identifier) }
        brand = members.pair("brandId", "brand", of: .brand).flatMap { BrandReading(id: $0, name: $1, reader) }
        category = members.member(.category).flatMap { reader.text($0, kind: .identifier) }
        collections = members.member(.collections).flatMap { reader.list($0, kind: .identifier) } ?? []
        status = members.object.optional("status").flatMap { reader.text($0, kind: .status) }
        listedAt = members.member(.listedAt).flatMap { reader.date($0) }
        expiresAt = members.member(.expiresAt).flatMap { reader.date($0) }
        attributes = kind.attributes.compactMap { attribute in
            members.member(attribute.name).flatMap { value in
                AttributeReading(
                    attribute,
                    isRequired: kind.required.contains(attribute.name),
                    currency: currency,
                    reading: value,
                    reader
                )
            }
        }
        guard let id, let title else { return nil }
        self.id = id
        self.title = title
        self.kind = kind
        required = Set(kind.required.compactMap(ItemField.init(rawValue:)))
    }

    /// The item that the record gives.
    func item(of record: Record) throws(Refusal) -> CatalogueItem {
        let price = try present(try price?.money(in: record), .price, price?.number.columnNames)
        return CatalogueItem(
            id: .init(kind: kind.name, id: try id.required("id", in: record, kind: .identifier)),
            title: try title.required("title", in: record),
            subtitle: try text(subtitle, .subtitle, in: record),
            images: try imageAddresses(in: record),
            href: try text(href, .href, in: record),
            price: price,
            previousPrice: try present(
                try price.flatMap { price throws(Refusal) in
                    try previousPrice?.amount(in: record, currency: price.currency)
                },
                .previousPrice,
                previousPrice?.columnNames
            ),
            place: try present(try place?.coordinate(in: record), .place, place?.columnNames),
            address: try text(address, .address, in: record),
            market: try text(market, .market, in: record, kind: .identifier),
            brand: try present(try brand?.brand(in: record), .brand, brand?.name.columnNames),
            category: try text(category, .category, in: record, kind: .identifier),
            collections: try list(collections, .collections, in: record, kind: .identifier),
            status: try status?.string(in: record, kind: .status).flatMap(ItemStatus.init(rawValue:)) ?? .active,
            listedAt: try present(try listedAt?.seconds(in: record), .listedAt, listedAt?.text.columnNames) ?? 0,
            expiresAt: try present(try expiresAt?.seconds(in: record), .expiresAt, expiresAt?.text.columnNames),
            attributes: try attributeValues(in: record)
        )
    }

    /// The value of `field`, which the record gives in `columns`. It is refused where it is missing and required.
    private func present<Value>(
        _ value: Value?,
        _ field: ItemField,
        _ columns: @autoclosure () -> String?
    ) throws(Refusal) -> Value? {
        if value == nil, required.contains(field) { throw Refusal(column: columns(), "\(field.rawValue) is missing") }
        return value
    }

    private func text(
        _ reading: TextReading?,
        _ field: ItemField,
        in record: Record,
        kind: TextKind = .text
    ) throws(Refusal) -> String? {
        try present(try reading?.string(in: record, kind: kind), field, reading?.columnNames)
    }

    /// The elements that the readings give, each once.
    private func list(
        _ readings: [TextReading],
        _ field: ItemField,
        in record: Record,
        kind: TextKind = .text
    ) throws(Refusal) -> [String] {
        var elements: [String] = []
        for reading in readings {
            for element in try reading.strings(in: record, kind: kind) where !elements.contains(element) {
                elements.append(element)
            }
        }
        _ = try present(elements.first, field, readings.compactMap(\.columnNames).joined(separator: ", "))
        return elements
    }

    private func imageAddresses(in record: Record) throws(Refusal) -> [String] {
        guard let image else { return try list(images, .images, in: record) }
        return try text(image, .images, in: record).map { [$0] } ?? []
    }

    private func attributeValues(in record: Record) throws(Refusal) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        values.reserveCapacity(attributes.count)
        for attribute in attributes { values[attribute.name] = try attribute.value(in: record) }
        return values
    }
}
