// How the values of stores before the item tables become items and actions, in both engines.

extension CatalogueItem {
    /// The item of kind `listing` that says what the listing says.
    package init(_ listing: Listing) {
        var attributes: [String: AttributeValue] = ["type": .text(listing.type.rawValue)]
        if let bedrooms = listing.bedrooms { attributes["bedrooms"] = .number(Double(bedrooms)) }
        if let bathrooms = listing.bathrooms { attributes["bathrooms"] = .number(bathrooms) }
        if let area = listing.area { attributes["area"] = .number(area) }
        self.init(
            id: ID(kind: ItemID.Kind.listing.rawValue, id: listing.id),
            title: listing.title,
            images: listing.images,
            price: listing.price,
            place: listing.place,
            address: listing.address,
            market: listing.market,
            status: ItemStatus(listing.status),
            listedAt: listing.listedAt,
            expiresAt: listing.expiresAt,
            attributes: attributes
        )
    }

    /// The item of kind `product` that says what the product says.
    package init(_ product: Product) {
        self.init(
            id: ID(kind: ItemID.Kind.product.rawValue, id: product.id),
            title: product.title,
            images: product.image.map { [$0] } ?? [],
            price: product.price,
            brand: product.brand,
            category: product.category,
            collections: product.collections
        )
    }
}

extension CatalogueItem.ID {
    /// The same item, by the name of its kind.
    package init(_ item: ItemID) { self.init(kind: item.kind.rawValue, id: item.id) }
}

extension ItemStatus {
    /// The status of the item that the listing becomes.
    package init(_ status: ListingStatus) {
        switch status {
        case .active: self = .active
        case .hidden: self = .hidden
        case .sold: self = .sold
        }
    }
}

extension UserSearch {
    /// The search for listings that meet the criteria.
    package init(_ criteria: SearchCriteria) {
        var attributes: [String: AttributeCondition] = [:]
        if !criteria.types.isEmpty { attributes["type"] = .anyOf(Set(criteria.types.map(\.rawValue))) }
        let bedrooms = ClosedInterval(
            min: criteria.bedrooms.min.map(Double.init),
            max: criteria.bedrooms.max.map(Double.init)
        )
        for (name, range) in [("bedrooms", bedrooms), ("bathrooms", criteria.bathrooms), ("area", criteria.area)] {
            if range.isBounded { attributes[name] = .range(range) }
        }
        self.init(
            kind: ItemID.Kind.listing.rawValue,
            filter: ItemFilter(
                market: criteria.market,
                place: criteria.place,
                price: criteria.price,
                attributes: attributes
            )
        )
    }
}

extension UserAction {
    /// The action that the feedback tells of.
    package init(_ event: Feedback.Event) {
        switch event {
        case .opened(let item): self = .opened(CatalogueItem.ID(item))
        case .searched(let criteria): self = .searched(UserSearch(criteria))
        }
    }
}

extension UserHistory {
    /// The record of a user who opened these items of each kind, the latest first. In which order items of two kinds were opened
    /// was not recorded: they alternate.
    /// - Returns: the record, and the items that are too many for it.
    package static func merging(
        lastSearch: UserSearch?,
        opened kinds: [[CatalogueItem.ID]]
    ) -> (record: UserHistory, rest: ArraySlice<CatalogueItem.ID>) {
        let longest = kinds.map(\.count).max() ?? 0
        let opened = (0..<longest).flatMap { rank in kinds.compactMap { rank < $0.count ? $0[rank] : nil } }
        let record = UserHistory(lastSearch: lastSearch, opened: Array(opened.prefix(openedLimit)))
        return (record, opened.dropFirst(openedLimit))
    }
}
