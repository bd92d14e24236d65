public import Catalogue
import Revisions

extension SQLiteStore {
    /// Adds or replaces the listings in one transaction; one batch of 1,000 takes tens of milliseconds.
    public func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome] {
        try await writer.write { (connection) throws(StoreError) in
            try connection.upsert(listings) { (connection, listing) throws(StoreError) in
                try connection.upsert(listing)
            }
        }
    }

    /// Adds or replaces the products, their brands and collections in one transaction.
    public func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome] {
        try await writer.write { (connection) throws(StoreError) in
            try connection.upsert(products) { (connection, product) throws(StoreError) in
                try connection.upsert(product)
            }
        }
    }

    /// Removes the listings in one transaction.
    public func remove(listings ids: [String]) async throws(StoreError) -> Int {
        try await writer.write { (connection) throws(StoreError) in
            var removed = 0
            for id in ids {
                guard let key = try connection.prepare(.listingKey, id).first({ $0.int64(0) }) else { continue }
                try connection.run(.removeOpened, key)
                try connection.run(.removePlace, key)
                try connection.run(.removeListing, key)
                removed += 1
            }
            if removed > 0 { connection.touched.insert(.catalogue) }
            return removed
        }
    }

    /// Counts what there is; the one read that takes the longer the more there is, some milliseconds for a million.
    public func counts() async throws(StoreError) -> CatalogueCounts {
        try readers.read { (connection) throws(StoreError) in
            let counts = try connection.prepare(.counts).first { row in
                CatalogueCounts(listings: row.int(0), products: row.int(1), brands: row.int(2), collections: row.int(3))
            }
            return counts ?? CatalogueCounts(listings: 0, products: 0, brands: 0, collections: 0)
        }
    }
}

extension Connection {
    fileprivate func upsert<Item>(
        _ items: [Item],
        _ upsert: (Connection, Item) throws(StoreError) -> UpsertOutcome
    ) throws(StoreError) -> [UpsertOutcome] {
        var outcomes: [UpsertOutcome] = []
        outcomes.reserveCapacity(items.count)
        for item in items { outcomes.append(try upsert(self, item)) }
        if outcomes.contains(where: { $0 != .unchanged }) { touched.insert(.catalogue) }
        return outcomes
    }

    // MARK: Listings

    fileprivate func upsert(_ listing: Listing) throws(StoreError) -> UpsertOutcome {
        let revision = listing.revision
        let known = try prepare(.listingState, listing.id).first { (row) throws(StoreError) in
            (
                key: row.int64(0),
                revision: row.revision(1),
                place: try row.listingStatus(4) == .active ? try row.place(2, 3) : nil
            )
        }
        if known?.revision == revision { return .unchanged }
        try run(
            .putListing,
            revision.rawValue,
            listing.id,
            listing.title,
            listing.type.code,
            listing.price.amount,
            listing.price.currency,
            listing.bedrooms,
            listing.bathrooms,
            listing.area,
            listing.place?.latitude,
            listing.place?.longitude,
            listing.address,
            listing.market,
            listing.listedAt,
            listing.status.code,
            listing.expiresAt,
            TextList.encode(listing.images)
        )
        let key = known?.key ?? lastInsertedKey
        // The tree has those places alone where a listing is offered.
        let place = listing.status == .active ? listing.place : nil
        if known?.place != place {
            if known?.place != nil { try run(.removePlace, key) }
            if let point = place.map(Sphere.Point.init) { try run(.putPlace, key, point.x, point.y, point.z) }
        }
        return known == nil ? .added : .changed
    }

    // MARK: Products

    fileprivate func upsert(_ given: Product) throws(StoreError) -> UpsertOutcome {
        let product = given.withEachCollectionOnce
        let brand = try upsert(product.brand)
        let revision = product.ownRevision
        let known = try prepare(.productState, product.id).first { row in (key: row.int64(0), revision: row.revision(1))
        }
        if known?.revision == revision { return brand.outcome == .unchanged ? .unchanged : .changed }
        try run(
            .putProduct,
            revision.rawValue,
            product.id,
            product.title,
            brand.key,
            product.price.amount,
            product.price.currency,
            product.category,
            product.image
        )
        try put(known?.key ?? lastInsertedKey, into: product.collections)
        return known == nil ? .added : .changed
    }

    private func upsert(_ brand: Brand) throws(StoreError) -> (key: Int64, outcome: UpsertOutcome) {
        let revision = brand.revision
        let known = try prepare(.brandState, brand.id).first { row in (key: row.int64(0), revision: row.revision(1)) }
        guard let known else {
            try run(.addBrand, brand.id, revision.rawValue, brand.name)
            return (lastInsertedKey, .added)
        }
        if known.revision == revision { return (known.key, .unchanged) }
        try run(.renameBrand, known.key, revision.rawValue, brand.name)
        return (known.key, .changed)
    }

    /// Puts the product into these collections and no others; where it stands already it keeps its place.
    private func put(_ product: Int64, into collections: [String]) throws(StoreError) {
        for gone in Set(try self.collections(of: product)).subtracting(collections) {
            try run(.removeFromCollection, product, gone)
        }
        for (place, id) in collections.enumerated() {
            let key: Int64
            if let known = try prepare(.collectionKey, id).first({ $0.int64(0) }) {
                key = known
            } else {
                try run(.addCollection, id)
                key = lastInsertedKey
            }
            try run(.putIntoCollection, product, key, place)
        }
    }

    /// The identifiers of the collections that the product stands in, in the order of its own list.
    func collections(of product: Int64) throws(StoreError) -> [String] {
        var collections: [String] = []
        try prepare(.collectionsOfProduct, product).forEach { row in
            collections.append(row.text(0))
            return true
        }
        return collections
    }
}
