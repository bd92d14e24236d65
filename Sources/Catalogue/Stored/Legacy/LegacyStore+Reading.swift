extension LegacyStore {
    /// The item that a listing becomes.
    package static func listing(_ row: some LegacyRow) throws(StoreError) -> CatalogueItem {
        var attributes: [String: AttributeValue] = ["type": .text(try row.code(2, of: types))]
        for (name, column) in [("bedrooms", 5), ("bathrooms", 6), ("area", 7)] {
            let number = column == 5 ? row.int(column).map(Double.init) : row.double(column)
            attributes[name] = number.map { .number($0) }
        }
        guard let images = TextList.decode(try row.string(15)) else { throw row.undecodable(15) }
        return CatalogueItem(
            id: CatalogueItem.ID(kind: kinds[0], id: try row.string(0)),
            title: try row.string(1),
            images: images,
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

    /// The item that a product of these collections becomes.
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

    /// The search of the columns from `first` on.
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

    /// The event that feedback becomes.
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
