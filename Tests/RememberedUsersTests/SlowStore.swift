import Catalogue
import Synchronization

/// A store of users in memory, that counts its reads and keeps them waiting where it is told to.
final class SlowStore: PropertyStore {
    private struct Content {
        var records: [UserID: UserRecord] = [:]
        var version = StoreVersion(catalogue: 0, openings: 0, users: 0)
        var reads = 0
        var failure: StoreError?
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    private let content = Mutex(Content())

    /// How often a record was read, or asked whether something was opened.
    var reads: Int { content.withLock(\.reads) }

    /// Changes the record as someone else would, without a word.
    func set(_ record: UserRecord, of user: UserID) { content.withLock { $0.records[user] = record } }

    func change(_ version: WritableKeyPath<StoreVersion, UInt64>) {
        content.withLock { $0.version[keyPath: version] += 1 }
    }

    func fail(_ failure: StoreError?) { content.withLock { $0.failure = failure } }

    // MARK: Reads that wait

    /// From now on a read waits, with what it has found, until it is let go.
    func hold() { content.withLock { $0.isHeld = true } }

    /// Returns when a read waits.
    func untilOneWaits() async {
        await withCheckedContinuation { arrival in
            content.withLock { content in
                if content.held.isEmpty { content.arrivals.append(arrival) } else { arrival.resume() }
            }
        }
    }

    /// Lets the reads go that wait, and holds none any more.
    func letGo() {
        let held = content.withLock { content in
            content.isHeld = false
            defer { content.held = [] }
            return content.held
        }
        for read in held { read.resume() }
    }

    private func waitIfHeld() async {
        await withCheckedContinuation { read in
            let waits = content.withLock { content in
                guard content.isHeld else { return false }
                content.held.append(read)
                for arrival in content.arrivals { arrival.resume() }
                content.arrivals = []
                return true
            }
            if !waits { read.resume() }
        }
    }

    // MARK: What is asked of it

    func version() -> StoreVersion { content.withLock(\.version) }

    func record(of user: UserID) async throws(StoreError) -> UserRecord {
        let (record, failure) = content.withLock { content in
            content.reads += 1
            return (content.records[user] ?? .unknown, content.failure)
        }
        await waitIfHeld()
        if let failure { throw failure }
        return record
    }

    func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError) {
        let failure = content.withLock { content in
            let old = content.records[user] ?? .unknown
            content.records[user] = UserRecord(lastSearch: search, recentlyOpened: old.recentlyOpened)
            return content.failure
        }
        if let failure { throw failure }
    }

    func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError) {
        let hits = items.compactMap { Int64($0.id) }.map { hit($0) }
        set(UserRecord(lastSearch: nil, recentlyOpened: hits), of: user)
    }

    func forget(_ user: UserID) async throws(StoreError) { set(.unknown, of: user) }

    func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> {
        content.withLock { $0.reads += 1 }
        return Set(listings)
    }

    // MARK: What is not

    func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome] { throw .busy }
    func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome] { throw .busy }
    func remove(listings ids: [String]) async throws(StoreError) -> Int { throw .busy }
    func counts() async throws(StoreError) -> CatalogueCounts { throw .busy }
    func feedback(limit: Int) async throws(StoreError) -> [Feedback] { throw .busy }
    func acknowledgeFeedback(through position: Int64) async throws(StoreError) { throw .busy }
    func lostFeedback() async throws(StoreError) -> Int64 { throw .busy }
    func sealingKey() async throws(StoreError) -> [UInt8] { throw .busy }
    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] { throw .busy }
    func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit] { throw .busy }
    func popular(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] { throw .busy }
    func products(
        _ query: ProductQuery,
        after position: ProductPosition?,
        limit: Int
    ) async throws(StoreError) -> [ProductHit] { throw .busy }
    func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand] { throw .busy }
    func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?] { throw .busy }
    func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?] { throw .busy }
    func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit] { throw .busy }
}
