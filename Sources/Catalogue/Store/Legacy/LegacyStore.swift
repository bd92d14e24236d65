/// The columns of the legacy tables of listings, products and users, for the migrations of both engines.
package enum LegacyStore {
    /// The columns of a listing.
    /// - Parameters:
    ///   - latitude: SQL for degrees north, or null.
    ///   - longitude: SQL for degrees east, or null.
    package static func listingColumns(latitude: String = "latitude", longitude: String = "longitude") -> String {
        """
        listing.id, title, type, price, currency, bedrooms, bathrooms, area, \(latitude), \(longitude), address, \
        market, listed_at, status, expires_at, images
        """
    }

    /// The number of columns of a listing; the engine's own follow.
    package static let listingColumnCount = 16

    /// The columns of a product, joined with its brand.
    package static let productColumns = """
        product.id, product.title, brand.id, brand.name, product.price, product.currency, product.category, \
        product.image
        """

    /// The number of columns of a product; the engine's own follow.
    package static let productColumnCount = 8

    /// The columns of a search.
    package static let searchColumns = """
        market, types, price_min, price_max, bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max, \
        area_min, area_max, latitude, longitude, radius
        """

    package static let searchColumnCount = 13

    /// The columns of feedback.
    /// - Parameter user: the column of the user's id.
    package static func feedbackColumns(user: String) -> String {
        "position, \(user), at, kind, item, \(searchColumns)"
    }

    /// The names of the kinds of items, by their codes.
    package static let kinds = ["listing", "product"]

    /// The kind of feedback of a search; the others are codes of ``kinds``.
    private static let searchFeedback: Int64 = 2

    /// The texts of the types of listings, by their codes.
    private static let types = [
        "house", "townhouse", "apartment", "studio", "duplex", "penthouse", "land", "commercial", "other",
    ]

    /// The statuses of listings, by their codes.
    private static let statuses: [ItemStatus] = [.active, .hidden, .sold]

    // MARK: Reading rows

    /// Reads a listing.
    package static func listing(_ row: some LegacyRow) throws(StoreError) -> CatalogueItem {
        var attributes: [String: AttributeValue] = ["type": .text(try row.code(2, of: types))]
        for (name, column) in [("bedrooms", 5), ("bathrooms", 6), ("area", 7)] {
            let number = column == 5 ? row.int(column).map(Double.init) : row.double(column)
            attributes[name] = number.map { .number($0) }
        }
        return CatalogueItem(
            id: CatalogueItem.ID(kind: kinds[0], id: try row.string(0)),
            title: try row.string(1),
            images: try row.texts(15),
            price: Money(amount: try row.number(3), currency: try row.string(4)),
            place: try row.place(8),
            address: row.text(10),
            market: try row.string(11),
            status: try row.code(13, of: statuses),
            listedAt: try row.number(12),
            expiresAt: row.int(14),
            attributes: attributes
        )
    }

    /// Reads a product of these collections.
    package static func product(
        _ row: some LegacyRow,
        in collections: [String]
    ) throws(StoreError) -> CatalogueItem {
        CatalogueItem(
            id: CatalogueItem.ID(kind: kinds[1], id: try row.string(0)),
            title: try row.string(1),
            images: row.text(7).map { [$0] } ?? [],
            price: Money(amount: try row.number(4), currency: try row.string(5)),
            brand: Brand(id: try row.string(2), name: try row.string(3)),
            category: row.text(6),
            collections: collections
        )
    }

    /// Reads a search from the columns from `first` on.
    package static func search(_ row: some LegacyRow, from first: Int = 0) throws(StoreError) -> UserSearch {
        var attributes: [String: AttributeCondition] = [:]
        let bits = try row.number(first + 1)
        guard bits >> types.count == 0 else { throw row.undecodable(first + 1) }
        if bits != 0 {
            attributes["type"] = .anyOf(Set(types.indices.filter { bits >> $0 & 1 == 1 }.map { types[$0] }))
        }
        let bedrooms = ClosedInterval(
            min: row.int(first + 4).map(Double.init),
            max: row.int(first + 5).map(Double.init)
        )
        let bathrooms = ClosedInterval(min: row.double(first + 6), max: row.double(first + 7))
        let area = ClosedInterval(min: row.double(first + 8), max: row.double(first + 9))
        for (name, range) in [("bedrooms", bedrooms), ("bathrooms", bathrooms), ("area", area)] where range.isBounded {
            attributes[name] = .range(range)
        }
        var place: Area?
        if let center = try row.place(first + 10) {
            guard let radius = row.double(first + 12) else { throw row.undecodable(first + 12) }
            place = Area(center: center, radius: radius)
        }
        return UserSearch(
            kind: kinds[0],
            filter: ItemFilter(
                market: row.text(first),
                place: place,
                price: ClosedInterval(min: row.int(first + 2), max: row.int(first + 3)),
                attributes: attributes
            )
        )
    }

    /// Reads feedback as an event.
    package static func event(_ row: some LegacyRow) throws(StoreError) -> UserEvent {
        guard let user = UserID(try row.string(1)) else { throw row.undecodable(1) }
        let action: UserAction =
            if row.int(3) == searchFeedback {
                .searched(try search(row, from: 5))
            } else {
                .opened(CatalogueItem.ID(kind: try row.code(3, of: kinds), id: try row.string(4)))
            }
        return UserEvent(position: try row.number(0), user: user, action: action, at: try row.number(2))
    }
}
