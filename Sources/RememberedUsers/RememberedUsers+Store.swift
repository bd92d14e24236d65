public import Catalogue

// What is not of one user goes to the store as it comes. What changes the catalogue changes the version.
extension RememberedUsers {
    /// The store's own.
    public func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome] {
        try await store.upsert(listings)
    }

    /// The store's own.
    public func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome] {
        try await store.upsert(products)
    }

    /// The store's own.
    public func remove(listings ids: [String]) async throws(StoreError) -> Int { try await store.remove(listings: ids) }

    /// The store's own.
    public func counts() async throws(StoreError) -> CatalogueCounts { try await store.counts() }

    /// The store's own.
    public func feedback(limit: Int) async throws(StoreError) -> [Feedback] { try await store.feedback(limit: limit) }

    /// The store's own.
    public func acknowledgeFeedback(through position: Int64) async throws(StoreError) {
        try await store.acknowledgeFeedback(through: position)
    }

    /// The store's own.
    public func lostFeedback() async throws(StoreError) -> Int64 { try await store.lostFeedback() }

    /// The store's own.
    public func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await store.newest(matching: criteria, after: position, at: now, limit: limit)
    }

    /// The store's own.
    public func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit] {
        try await store.nearby(area, after: position, at: now, limit: limit)
    }

    /// The store's own.
    public func popular(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await store.popular(matching: criteria, at: now, limit: limit)
    }

    /// The store's own.
    public func products(
        _ query: ProductQuery,
        after position: ProductPosition?,
        limit: Int
    ) async throws(StoreError) -> [ProductHit] {
        try await store.products(query, after: position, limit: limit)
    }

    /// The store's own.
    public func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand] {
        try await store.topBrands(for: user, limit: limit)
    }

    /// The store's own.
    public func version() -> StoreVersion { store.version() }

    /// The store's own.
    public func version(of user: UserID) -> UInt64 { store.version(of: user) }

    /// The store's own.
    public var takesChanges: Bool { store.takesChanges }

    /// The store's own.
    public func sealingKey() async throws(StoreError) -> [UInt8] { try await store.sealingKey() }

    /// The store's own.
    public func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?] {
        try await store.listings(keys, at: now)
    }

    /// The store's own.
    public func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?] { try await store.products(keys) }

    /// The store's own.
    public func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit] {
        try await store.hits(ofListings: ids, at: now)
    }
}
