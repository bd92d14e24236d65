import Catalogue

/// The values of an item that a search is compared with.
struct ItemFeatures {
    /// The price in minor units of ``currency``.
    var price: Int64?
    /// The ISO 4217 code of ``price``; `nil` where prices in all currencies are compared.
    var currency: String?
    var place: Coordinate?
    var type: String?
    var bedrooms: Double?
    var bathrooms: Double?
    /// The living area in square metres.
    var area: Double?
}

extension ItemFeatures {
    init(of row: ItemRow, in snapshot: CatalogueSnapshot) {
        let price = snapshot.price(of: row)
        self.init(
            price: price?.amount,
            currency: price?.currency,
            place: snapshot.place(of: row),
            type: snapshot.text(ListingAttribute.type, of: row),
            bedrooms: snapshot.number(ListingAttribute.bedrooms, of: row),
            bathrooms: snapshot.number(ListingAttribute.bathrooms, of: row),
            area: snapshot.number(ListingAttribute.area, of: row)
        )
    }
}

/// The names of the attributes that have a meaning of their own here, in whatever kind they are declared.
enum ListingAttribute {
    /// A text: `house`.
    static let type = "type"
    static let bedrooms = "bedrooms"
    /// A number; a half bath counts 0.5.
    static let bathrooms = "bathrooms"
    /// A number, in square metres.
    static let area = "area"
}
