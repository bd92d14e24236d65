import Catalogue
import Synchronization

/// A store that fails where it is told to, and remembers what it was asked and which contents were read.
final class WatchedStore: PropertyStore {
    /// What a feed asks of a store.
    enum Question: Hashable, Sendable, CaseIterable {
        case record, opened, newest, nearby, popular, products, topBrands, listingContents, productContents
        case listingHits
    }

    private let store: any PropertyStore
    private let failing = Mutex<Set<Question>>([])
    private let hanging = Mutex<Set<Question>>([])
    private let asked = Mutex<Set<Question>>([])
    private let failures = Atomic<UInt64>(0)
    private let read = Mutex<[ItemKey]>([])

    init(_ store: any PropertyStore) {
        self.store = store
    }

    /// From now on these questions are not answered, and what was answered before is not good enough.
    func fail(_ questions: Question...) {
        failing.withLock { $0 = Set(questions) }
        failures.add(1, ordering: .relaxed)
    }

    /// From now on these questions are answered by nobody until whoever asks has given up.
    func hang(_ questions: Question...) {
        hanging.withLock { $0 = Set(questions) }
    }

    func version() -> StoreVersion {
        var version = store.version()
        version.catalogue += failures.load(ordering: .relaxed) << 32
        return version
    }

    /// What was asked since this was last asked.
    func questionsAsked() -> Set<Question> {
        asked.withLock { asked in
            defer { asked = [] }
            return asked
        }
    }

    /// The keys of the contents that were read since this was last asked.
    func contentsRead() -> [ItemKey] {
        read.withLock { read in
            defer { read = [] }
            return read
        }
    }

    private func answer(_ question: Question) async throws(StoreError) {
        asked.withLock { _ = $0.insert(question) }
        if hanging.withLock({ $0.contains(question) }) { try? await Task.sleep(for: .seconds(600)) }
        if failing.withLock({ $0.contains(question) }) {
            throw .unavailable(StoreFailure(.ioError, "the disk is gone"))
        }
    }

    // MARK: What can fail

    func record(of user: UserID) async throws(StoreError) -> UserRecord {
        try await answer(.record)
        return try await store.record(of: user)
    }

    func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> {
        try await answer(.opened)
        return try await store.opened(by: user, among: listings)
    }

    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await answer(.newest)
        return try await store.newest(matching: criteria, after: position, at: now, limit: limit)
    }

    func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit] {
        try await answer(.nearby)
        return try await store.nearby(area, after: position, at: now, limit: limit)
    }

    func popular(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await answer(.popular)
        return try await store.popular(matching: criteria, at: now, limit: limit)
    }

    func products(
        _ query: ProductQuery,
        after position: ProductPosition?,
        limit: Int
    ) async throws(StoreError) -> [ProductHit] {
        try await answer(.products)
        return try await store.products(query, after: position, limit: limit)
    }

    func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand] {
        try await answer(.topBrands)
        return try await store.topBrands(for: user, limit: limit)
    }

    func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?] {
        try await answer(.listingContents)
        read.withLock { $0 += keys }
        return try await store.listings(keys, at: now)
    }

    func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?] {
        try await answer(.productContents)
        read.withLock { $0 += keys }
        return try await store.products(keys)
    }

    func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit] {
        try await answer(.listingHits)
        return try await store.hits(ofListings: ids, at: now)
    }

    // MARK: What a feed does not ask

    func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome] {
        try await store.upsert(listings)
    }

    func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome] {
        try await store.upsert(products)
    }

    func remove(listings ids: [String]) async throws(StoreError) -> Int { try await store.remove(listings: ids) }

    func counts() async throws(StoreError) -> CatalogueCounts { try await store.counts() }

    func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError) {
        try await store.record(search, by: user)
    }

    func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError) {
        try await store.recordOpened(items, by: user)
    }

    func forget(_ user: UserID) async throws(StoreError) { try await store.forget(user) }

    func feedback(limit: Int) async throws(StoreError) -> [Feedback] { try await store.feedback(limit: limit) }

    func acknowledgeFeedback(through position: Int64) async throws(StoreError) {
        try await store.acknowledgeFeedback(through: position)
    }

    func lostFeedback() async throws(StoreError) -> Int64 { try await store.lostFeedback() }

    func rememberedRecord(of user: UserID) -> UserRecord? { store.rememberedRecord(of: user) }

    func sealingKey() async throws(StoreError) -> [UInt8] { try await store.sealingKey() }
}
