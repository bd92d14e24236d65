import Catalogue

/// The promises of `PropertyStore` in the plainest words: arrays that are looked through from end to end.
struct Model {
    private(set) var listings: [Listing] = []
    private(set) var products: [Product] = []
    private(set) var brands: [Brand] = []
    private var collections: [(id: String, products: [String])] = []
    private var searches: [UserID: SearchCriteria] = [:]
    /// What was not acknowledged yet, without positions.
    private(set) var feedback: [(user: UserID, event: Feedback.Event, at: Int64)] = []
    /// What the clock of the feedback says.
    var clock: Int64 = 0
    private var opened: [UserID: [ItemID]] = [:]

    // MARK: Writes

    mutating func upsert(_ listing: Listing) -> UpsertOutcome {
        guard let index = listings.firstIndex(where: { $0.id == listing.id }) else {
            listings.append(listing)
            return .added
        }
        defer { listings[index] = listing }
        return listings[index] == listing ? .unchanged : .changed
    }

    mutating func remove(_ ids: [String]) -> Int {
        let before = listings.count
        listings.removeAll { ids.contains($0.id) }
        for user in opened.keys {
            opened[user]?.removeAll { $0.kind == .listing && ids.contains($0.id) }
        }
        return before - listings.count
    }

    mutating func upsert(_ given: Product) -> UpsertOutcome {
        var product = given
        product.collections = []
        for collection in given.collections where !product.collections.contains(collection) {
            product.collections.append(collection)
        }
        if !brands.contains(where: { $0.id == product.brand.id }) { brands.append(product.brand) }
        for id in product.collections where !collections.contains(where: { $0.id == id }) {
            collections.append((id, []))
        }

        let index = products.firstIndex { $0.id == product.id }
        let before = index.map { products[$0] }
        if let index { products[index] = product } else { products.append(product) }
        for index in brands.indices where brands[index].id == product.brand.id { brands[index] = product.brand }
        for index in products.indices where products[index].brand.id == product.brand.id {
            products[index].brand = product.brand
        }
        for index in collections.indices {
            let isIn = product.collections.contains(collections[index].id)
            if isIn != collections[index].products.contains(product.id) {
                if isIn { collections[index].products.append(product.id) }
                if !isIn { collections[index].products.removeAll { $0 == product.id } }
            }
        }
        return before == nil ? .added : before == product ? .unchanged : .changed
    }

    mutating func record(_ search: SearchCriteria, by user: UserID) {
        if searches[user] != search { feedback.append((user, .searched(search), clock)) }
        searches[user] = search
    }

    /// The first item that is unknown, in which case nothing was done.
    mutating func recordOpened(_ items: [ItemID], by user: UserID) -> ItemID? {
        let unknown = items.first { item in
            switch item.kind {
            case .listing: !listings.contains { $0.id == item.id }
            case .product: !products.contains { $0.id == item.id }
            }
        }
        if let unknown { return unknown }
        for item in items where !opened(by: user).contains(item) {
            opened[user, default: []].append(item)
            feedback.append((user, .opened(item), clock))
        }
        return nil
    }

    mutating func forget(_ user: UserID) {
        searches[user] = nil
        opened[user] = nil
        feedback.removeAll { $0.user == user }
    }

    mutating func acknowledge(_ count: Int) { feedback.removeFirst(count) }

    // MARK: Reads

    var counts: CatalogueCounts {
        CatalogueCounts(
            listings: listings.count,
            products: products.count,
            brands: brands.count,
            collections: collections.count
        )
    }

    func lastSearch(of user: UserID) -> SearchCriteria? { searches[user] }

    func opened(by user: UserID) -> [ItemID] { opened[user] ?? [] }

    func recentlyOpened(by user: UserID) -> [String] {
        opened(by: user).filter { $0.kind == .listing }.suffix(UserRecord.recentLimit).reversed().map(\.id)
    }

    func newest(matching criteria: SearchCriteria, at now: Int64, limit: Int) -> [String] {
        let found = found(criteria, at: now)
        return found.sorted { ($1.listedAt, $0.id) < ($0.listedAt, $1.id) }.prefix(limit).map(\.id)
    }

    func popular(matching criteria: SearchCriteria, at now: Int64, limit: Int) -> [String] {
        let counted = found(criteria, at: now).map { listing in
            (listing, users: opened.values.count { $0.contains(ItemID(kind: .listing, id: listing.id)) })
        }
        let sorted = counted.filter { $0.users > 0 }.sorted {
            ($1.users, $1.0.listedAt, $0.0.id) < ($0.users, $0.0.listedAt, $1.0.id)
        }
        return sorted.prefix(limit).map(\.0.id)
    }

    private func found(_ criteria: SearchCriteria, at now: Int64) -> [Listing] {
        listings.filter { listing in
            listing.isOnOffer(at: now) && (criteria.market == nil || listing.market == criteria.market)
                && (criteria.types.isEmpty || criteria.types.contains(listing.type))
                && criteria.price.contains(listing.price.amount)
                && criteria.bedrooms.contains(listing.bedrooms)
                && criteria.bathrooms.contains(listing.bathrooms)
                && criteria.area.contains(listing.area)
                && criteria.place.map { distance(of: listing, in: $0) != nil } ?? true
        }
    }

    func nearby(_ area: Area, at now: Int64, limit: Int) -> [(id: String, distance: Double)] {
        var found: [(id: String, distance: Double)] = []
        for listing in listings where listing.isOnOffer(at: now) {
            if let distance = distance(of: listing, in: area) { found.append((listing.id, distance)) }
        }
        return Array(found.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(limit))
    }

    private func distance(of listing: Listing, in area: Area) -> Double? {
        guard let place = listing.place else { return nil }
        let distance = area.center.distance(to: place)
        return distance <= area.radius ? distance : nil
    }

    func products(_ query: ProductQuery, limit: Int) -> [String] {
        var candidates = products.map(\.id)
        if let id = query.collection { candidates = collections.first { $0.id == id }?.products ?? [] }
        let found = candidates.compactMap { id in products.first { $0.id == id } }.filter { product in
            (query.brand == nil || product.brand.id == query.brand)
                && (query.category == nil || product.category == query.category)
                && query.price.contains(product.price.amount)
        }
        return found.prefix(limit).map(\.id)
    }

    func topBrands(for user: UserID?, limit: Int) -> [Brand] {
        let items = user.map(opened) ?? []
        let counts = brands.map { brand in
            products.count { $0.brand.id == brand.id && items.contains(ItemID(kind: .product, id: $0.id)) }
        }
        let order = brands.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
        return order.prefix(limit).map { brands[$0] }
    }
}
