import CheckedJSON
import Catalogue

/// How a record becomes a listing, field by field.
struct ListingFields: Hashable, Sendable {
    private static let squareMetres = ["m2": 1, "sqft": 0.092_903_04, "acre": 4_046.856_422_4, "hectare": 10_000]

    var id: TextReading
    var title: TextReading
    var type: TextReading
    var price: PriceReading
    var bedrooms: NumberReading?
    var bathrooms: NumberReading?
    var area: NumberReading?
    var latitude: NumberReading?
    var longitude: NumberReading?
    var address: TextReading?
    var market: TextReading
    var listedAt: DateReading
    var status: TextReading?
    var expiresAt: DateReading?
    var images: [TextReading]

    init?(_ fields: inout CheckedObject, _ reader: MappingReader) {
        let id = fields.required("id").flatMap { reader.text($0, kind: .identifier) }
        let title = fields.required("title").flatMap { reader.text($0, kind: .text) }
        let type = fields.required("type").flatMap { reader.text($0, kind: .listingType) }
        let price = PriceReading(&fields, reader)
        bedrooms = fields.optional("bedrooms").flatMap { reader.number($0, least: 0) }
        bathrooms = fields.optional("bathrooms").flatMap { reader.number($0, least: 0) }
        area = fields.optional("area").flatMap { reader.number($0, least: 0, units: Self.squareMetres) }
        latitude = fields.optional("latitude").flatMap { reader.number($0) }
        longitude = fields.optional("longitude").flatMap { reader.number($0) }
        if (latitude == nil) != (longitude == nil) {
            fields.report("expected both or none of \"latitude\", \"longitude\"")
        }
        address = fields.optional("address").flatMap { reader.text($0, kind: .text) }
        let market = fields.required("market").flatMap { reader.text($0, kind: .identifier) }
        let listedAt = fields.required("listedAt").flatMap { reader.date($0) }
        status = fields.optional("status").flatMap { reader.text($0, kind: .listingStatus) }
        expiresAt = fields.optional("expiresAt").flatMap { reader.date($0) }
        images = fields.optional("images").flatMap { reader.list($0, kind: .text) } ?? []
        guard let id, let title, let type, let price, let market, let listedAt else { return nil }
        self.id = id
        self.title = title
        self.type = type
        self.price = price
        self.market = market
        self.listedAt = listedAt
    }

    /// The listing that the record gives.
    func listing(of record: Record) throws(Refusal) -> Listing {
        let type = try type.required("type", in: record, kind: .listingType)
        let status = try status?.string(in: record, kind: .listingStatus)
        var images: [String] = []
        for reading in self.images { images += try reading.strings(in: record) }
        return Listing(
            id: try id.required("id", in: record, kind: .identifier),
            title: try title.required("title", in: record),
            type: ListingType(rawValue: type) ?? .other,
            price: try price.money(in: record),
            bedrooms: try bedrooms?.integer(in: record),
            bathrooms: try bathrooms?.number(in: record),
            // To the hundredth: the digits beyond come of the conversion and not of the survey.
            area: try area?.number(in: record).map(\.toTheHundredth),
            place: try place(in: record),
            address: try address?.string(in: record),
            market: try market.required("market", in: record, kind: .identifier),
            listedAt: try listedAt.required("listedAt", in: record),
            status: status.flatMap(ListingStatus.init(rawValue:)) ?? .active,
            expiresAt: try expiresAt?.seconds(in: record),
            images: images
        )
    }

    private func place(in record: Record) throws(Refusal) -> Coordinate? {
        guard let latitude, let longitude else { return nil }
        let (north, east) = (try latitude.number(in: record), try longitude.number(in: record))
        let names = [latitude.columnNames, longitude.columnNames].compactMap(\.self).joined(separator: ", ")
        switch (north, east) {
        case (nil, nil): return nil
        case (let north?, let east?):
            if let place = Coordinate(latitude: north, longitude: east) { return place }
            throw Refusal(column: names, "expected degrees within ±90 north and ±180 east, found \(north), \(east)")
        default: throw Refusal(column: names, "expected latitude and longitude, found one of them")
        }
    }
}

extension Double {
    /// Rounded, but where it is too large for that and has no hundredths.
    fileprivate var toTheHundredth: Double {
        let hundredths = (self * 100).rounded()
        return hundredths.isFinite ? hundredths / 100 : self
    }
}
