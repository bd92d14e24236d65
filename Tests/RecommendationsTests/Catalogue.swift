import Catalogue
import Revisions
import Synchronization

/// A store in memory that answers by looking at every listing, remembers what it was asked, and hands out what it found
/// in whatever order it is told to.
final class Catalogue: PropertyStore {
    /// What an engine asked for.
    enum Question: Hashable, Sendable {
        case newest(SearchCriteria, limit: Int)
        case nearby(Area, limit: Int)
        case opened(Int)
    }

    let contents: [Listing]
    private let openedIDs: Set<String>
    private let shuffleSeed: UInt64?
    private let failure: StoreError?
    private let asked = Mutex<[Question]>([])

    init(_ contents: [Listing], opened: Set<String> = [], shuffledBy seed: UInt64? = nil) {
        self.contents = contents
        openedIDs = opened
        shuffleSeed = seed
        failure = nil
    }

    /// A store that does nothing but fail.
    init(failure: StoreError) {
        contents = []
        openedIDs = []
        shuffleSeed = nil
        self.failure = failure
    }

    var questions: [Question] { asked.withLock { $0 } }

    /// Listings get their keys in the order in which they were given.
    func hit(_ id: String) -> ListingHit { hit(contents.firstIndex { $0.id == id }!) }

    func listing(_ hit: ListingHit) -> Listing { contents[Int(hit.key.rawValue)] }

    private func hit(_ index: Int) -> ListingHit {
        let listing = contents[index]
        return ListingHit(
            key: ItemKey(rawValue: Int64(index)),
            id: listing.id,
            revision: Revision { $0.combine(listing.id) },
            type: listing.type,
            price: listing.price.amount,
            bedrooms: listing.bedrooms,
            bathrooms: listing.bathrooms,
            area: listing.area,
            place: listing.place,
            market: listing.market,
            listedAt: listing.listedAt,
            expiresAt: listing.expiresAt
        )
    }

    private func inAnyOrder<Hit>(_ hits: some Sequence<Hit>) -> [Hit] {
        guard let shuffleSeed else { return Array(hits) }
        var generator = SplitMix(state: shuffleSeed)
        return hits.shuffled(using: &generator)
    }

    // MARK: The questions of an engine

    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        asked.withLock { $0.append(.newest(criteria, limit: limit)) }
        if let failure { throw failure }
        let found = contents.indices.filter { criteria.asksFor(contents[$0]) }
            .sorted { (-contents[$0].listedAt, contents[$0].id) < (-contents[$1].listedAt, contents[$1].id) }
        return inAnyOrder(found.prefix(max(0, limit)).map(hit))
    }

    func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit] {
        asked.withLock { $0.append(.nearby(area, limit: limit)) }
        let found = contents.indices.compactMap { index in
            contents[index].place.map { NearbyHit(listing: hit(index), distance: area.center.distance(to: $0)) }
        }
        return found.filter { $0.distance <= area.radius }.sorted { $0.distance < $1.distance }
            .prefix(max(0, limit)).map(\.self)
    }

    func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> {
        asked.withLock { $0.append(.opened(listings.count)) }
        return Set(listings.filter { openedIDs.contains(contents[Int($0.rawValue)].id) })
    }

    // MARK: What no engine has a use for

    func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome] { throw .busy }
    func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome] { throw .busy }
    func remove(listings ids: [String]) async throws(StoreError) -> Int { throw .busy }
    func counts() async throws(StoreError) -> CatalogueCounts { throw .busy }
    func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError) { throw .busy }
    func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError) { throw .busy }
    func forget(_ user: UserID) async throws(StoreError) { throw .busy }
    func record(of user: UserID) async throws(StoreError) -> UserRecord { throw .busy }
    func feedback(limit: Int) async throws(StoreError) -> [Feedback] { throw .busy }
    func acknowledgeFeedback(through position: Int64) async throws(StoreError) { throw .busy }
    func lostFeedback() async throws(StoreError) -> Int64 { throw .busy }
    func version() -> StoreVersion { StoreVersion(catalogue: 0, openings: 0, users: 0) }
    func sealingKey() async throws(StoreError) -> [UInt8] { throw .busy }
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

extension SearchCriteria {
    /// The meaning of the criteria as the store documents it, the market included.
    func asksFor(_ listing: Listing) -> Bool {
        (market == nil || market == listing.market)
            && (types.isEmpty || types.contains(listing.type))
            && price.contains(listing.price.amount)
            && bedrooms.contains(listing.bedrooms)
            && bathrooms.contains(listing.bathrooms)
            && area.contains(listing.area)
            && (place.map { area in listing.place.map { area.center.distance(to: $0) <= area.radius } ?? false } ?? true)
    }
}

/// A seeded source of random numbers: splitmix64.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
