import Catalogue

/// A store whose operations are timed, whatever its engine.
struct TimedStore: PropertyStore {
    private let store: any PropertyStore
    private let note: @Sendable (Operation, Duration, StoreError?) -> Void

    /// The operations by name, as metrics know them.
    static let operations = Operation.allCases.map(\.rawValue)

    /// What is asked of a store; raw values are labels of metrics.
    enum Operation: String, CaseIterable {
        case upsertListings = "upsert_listings"
        case upsertProducts = "upsert_products"
        case removeListings = "remove_listings"
        case counts
        case recordSearch = "record_search"
        case recordOpened = "record_opened"
        case forget
        case record
        case opened
        case feedback
        case acknowledgeFeedback = "acknowledge_feedback"
        case lostFeedback = "lost_feedback"
        case sealingKey = "sealing_key"
        case newest
        case nearby
        case popular
        case products
        case topBrands = "top_brands"
        case listingContents = "listing_contents"
        case productContents = "product_contents"
        case hits

        /// Whether it changes the store.
        var isWrite: Bool {
            switch self {
            case .upsertListings, .upsertProducts, .removeListings, .recordSearch, .recordOpened, .forget,
                .acknowledgeFeedback:
                true
            case .counts, .record, .opened, .feedback, .lostFeedback, .sealingKey, .newest, .nearby, .popular,
                .products,
                .topBrands, .listingContents, .productContents, .hits:
                false
            }
        }
    }

    init(_ store: any PropertyStore, note: @escaping @Sendable (Operation, Duration, StoreError?) -> Void) {
        self.store = store
        self.note = note
    }

    private func time<Value>(
        _ operation: Operation,
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let start = ContinuousClock.now
        do {
            let value = try await body()
            note(operation, ContinuousClock.now - start, nil)
            return value
        } catch {
            note(operation, ContinuousClock.now - start, error)
            throw error
        }
    }

    func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome] {
        try await time(.upsertListings) { () throws(StoreError) in try await store.upsert(listings) }
    }

    func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome] {
        try await time(.upsertProducts) { () throws(StoreError) in try await store.upsert(products) }
    }

    func remove(listings ids: [String]) async throws(StoreError) -> Int {
        try await time(.removeListings) { () throws(StoreError) in try await store.remove(listings: ids) }
    }

    func counts() async throws(StoreError) -> CatalogueCounts {
        try await time(.counts) { () throws(StoreError) in try await store.counts() }
    }

    func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError) {
        try await time(.recordSearch) { () throws(StoreError) in try await store.record(search, by: user) }
    }

    func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError) {
        try await time(.recordOpened) { () throws(StoreError) in try await store.recordOpened(items, by: user) }
    }

    func forget(_ user: UserID) async throws(StoreError) {
        try await time(.forget) { () throws(StoreError) in try await store.forget(user) }
    }

    func record(of user: UserID) async throws(StoreError) -> UserRecord {
        try await time(.record) { () throws(StoreError) in try await store.record(of: user) }
    }

    func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> {
        try await time(.opened) { () throws(StoreError) in try await store.opened(by: user, among: listings) }
    }

    func feedback(limit: Int) async throws(StoreError) -> [Feedback] {
        try await time(.feedback) { () throws(StoreError) in try await store.feedback(limit: limit) }
    }

    func acknowledgeFeedback(through position: Int64) async throws(StoreError) {
        try await time(.acknowledgeFeedback) { () throws(StoreError) in
            try await store.acknowledgeFeedback(through: position)
        }
    }

    func lostFeedback() async throws(StoreError) -> Int64 {
        try await time(.lostFeedback) { () throws(StoreError) in try await store.lostFeedback() }
    }

    func sealingKey() async throws(StoreError) -> [UInt8] {
        try await time(.sealingKey) { () throws(StoreError) in try await store.sealingKey() }
    }

    func version() -> StoreVersion { store.version() }

    func version(of user: UserID) -> UInt64 { store.version(of: user) }

    var takesChanges: Bool { store.takesChanges }

    func rememberedRecord(of user: UserID) -> UserRecord? { store.rememberedRecord(of: user) }

    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await time(.newest) { () throws(StoreError) in
            try await store.newest(matching: criteria, after: position, at: now, limit: limit)
        }
    }

    func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit] {
        try await time(.nearby) { () throws(StoreError) in
            try await store.nearby(area, after: position, at: now, limit: limit)
        }
    }

    func popular(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await time(.popular) { () throws(StoreError) in
            try await store.popular(matching: criteria, at: now, limit: limit)
        }
    }

    func products(
        _ query: ProductQuery,
        after position: ProductPosition?,
        limit: Int
    ) async throws(StoreError) -> [ProductHit] {
        try await time(.products) { () throws(StoreError) in
            try await store.products(query, after: position, limit: limit)
        }
    }

    func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand] {
        try await time(.topBrands) { () throws(StoreError) in try await store.topBrands(for: user, limit: limit) }
    }

    func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?] {
        try await time(.listingContents) { () throws(StoreError) in try await store.listings(keys, at: now) }
    }

    func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?] {
        try await time(.productContents) { () throws(StoreError) in try await store.products(keys) }
    }

    func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit] {
        try await time(.hits) { () throws(StoreError) in try await store.hits(ofListings: ids, at: now) }
    }
}
