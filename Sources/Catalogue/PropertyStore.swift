/// What every engine of the property store promises.
///
/// - **Durable**: when a write returns, it survives `kill -9` of the process and a loss of power.
/// - **Atomic**: a write that throws has changed nothing.
/// - **Ordered**: reads that begin after a write of this store has returned see it, and those of another once ``version()`` shows it.
/// - **The same everywhere**: equal content gives equal results in an equal order, whatever the engine. Ties are broken
///   by the item's id, compared byte by byte.
///
/// - **On offer**: no read finds a listing that is not on offer at the moment that it is given (Unix seconds, UTC), but
///   for what a user has opened: see ``Listing/isOnOffer(at:)``. No engine asks a clock what is to be found.
/// - **Steady**: pages that begin behind the last result of the page before show everything that stays in the store just
///   once, whatever is added, changed or removed meanwhile, as long as its own place in the order stays.
///
/// - **Versioned**: ``version()`` is another one once what it stands for has changed.
///
/// Limits are upper bounds on the number of results; a limit of 0 or less gives none.
public protocol PropertyStore: Sendable {
    // MARK: The catalogue

    /// Adds the listings, or replaces those with the same id: as if each were upserted on its own, in the order given,
    /// so that of several with one id the last counts.
    /// - Returns: what became of each, in the order given.
    func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome]

    /// Adds the products, or replaces those with the same id: as if each were upserted on its own, in the order given.
    /// Their brands and collections come into being with them, and stay when the last product leaves them.
    /// A brand's name is the last one given; a product's place in a collection is by when it came into it, and one that
    /// left and returns comes last. A collection that a product names twice counts once.
    /// - Returns: what became of each, in the order given.
    func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome]

    /// Removes the listings, and with them that anyone has opened them. What users searched stays, and so does feedback.
    /// - Returns: how many of them were there.
    func remove(listings ids: [String]) async throws(StoreError) -> Int

    /// How much the store holds, on offer or not.
    func counts() async throws(StoreError) -> CatalogueCounts

    // MARK: Users

    /// Records a search, which becomes the user's last one. A search equal to the last one changes nothing. Of each
    /// user the latest ``StoreLimits/searchesPerUser`` are kept.
    func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError)

    /// Records that the user opened the items, in the order given: all, or none where one is unknown. What was opened
    /// before stays as it is, its place in the order included.
    /// - Throws: `StoreError.unknownItem` naming the first item that the catalogue does not have.
    func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError)

    /// Forgets all that is known of the user, their feedback included.
    func forget(_ user: UserID) async throws(StoreError)

    /// What is known of the user; ``UserRecord/unknown`` where that is nothing. Opened listings are among it whether they
    /// are still on offer or not: they tell of the user, and are not to be shown. Listings that were opened in one call
    /// count as opened one after the other: the later in the call, the newer.
    func record(of user: UserID) async throws(StoreError) -> UserRecord

    /// Those of the listings that the user has opened.
    func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey>

    // MARK: Feedback

    /// The oldest feedback that no service has acknowledged, in the order in which it came.
    ///
    /// It is recorded with the search or the opening that it tells of, both or neither, and only where the store was
    /// opened to keep feedback: for an item opened for the first time, and a search that differs from the user's last
    /// one. It goes when it is acknowledged or its user forgotten; of more than ``StoreLimits/feedback`` the oldest go.
    func feedback(limit: Int) async throws(StoreError) -> [Feedback]

    /// Forgets the feedback up to and including this position.
    func acknowledgeFeedback(through position: Int64) async throws(StoreError)

    /// How much feedback has gone for want of room, unacknowledged, since the store was made.
    func lostFeedback() async throws(StoreError) -> Int64

    // MARK: The feed

    /// The listings that meet the criteria, the latest listed first, then by id: those behind `position`, or from the
    /// first on.
    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit]

    /// The listings in the area, the nearest first, then by id: those behind `position`, or from the first on. Distances
    /// are great-circle distances, right across the antimeridian and at the poles.
    func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit]

    /// The listings that meet the criteria and that users have opened, those first that most users have, then the latest
    /// listed, then by id.
    func popular(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit]

    /// The products that the query asks for: by their place in the collection where it names one, else by when they
    /// first came into the catalogue; those behind `position`, or from the first on.
    func products(
        _ query: ProductQuery,
        after position: ProductPosition?,
        limit: Int
    ) async throws(StoreError) -> [ProductHit]

    /// The brands whose products the user opened most (by how many, then the catalogue's order), filled up with the
    /// others in the catalogue's order, which is the order in which they first came into it. Without a user, the
    /// catalogue's order alone.
    func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand]

    // MARK: The store itself

    /// The version that the store is in. It shows a write of this store once that has returned, and a write of anyone else
    /// within ``StoreLimits/versionDelay`` of its commit, or where that could not be told, once a look has found it; what
    /// changes nothing, such as an upsert of what is there already, changes no version.
    ///
    /// It never waits, and mostly costs no more than a look at a clock. While the store cannot be read it stays as it is.
    func version() -> StoreVersion

    /// Another one once anyone but this store has changed what is kept of the user, within the same time; it may be another one
    /// for no such reason. It never waits.
    func version(of user: UserID) -> UInt64

    /// Whether changes can be made, as far as is known. It never waits.
    var takesChanges: Bool { get }

    /// What is known of the user, where that can be said without reading the store: ``record(of:)`` would find the same.
    /// `nil` where it has to be read. It never waits.
    func rememberedRecord(of user: UserID) -> UserRecord?

    /// Secret random bytes, ``StoreLimits/sealingKeyLength`` of them, to seal with what clients bring back: made once
    /// for the store and the same for every process that ever opens it.
    func sealingKey() async throws(StoreError) -> [UInt8]

    // MARK: Content

    /// The listings behind the keys, one for each in their order; `nil` where one is gone, or not on offer.
    func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?]

    /// The products behind the keys, one for each in their order; `nil` where one is gone.
    func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?]

    /// The hits of the listings with these ids, in their order, without those that are unknown or not on offer.
    func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit]
}

// A store as such remembers nothing, tells no user from another, and takes changes as long as it is there.
extension PropertyStore {
    /// `true`.
    public var takesChanges: Bool { true }

    /// The version of all users.
    public func version(of user: UserID) -> UInt64 { version().users }

    /// `nil`.
    public func rememberedRecord(of user: UserID) -> UserRecord? { nil }
}

// The first page of each.
extension PropertyStore {
    /// The newest listings that meet the criteria.
    public func newest(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await newest(matching: criteria, after: nil, at: now, limit: limit)
    }

    /// The listings nearest to the centre of the area.
    public func nearby(_ area: Area, at now: Int64, limit: Int) async throws(StoreError) -> [NearbyHit] {
        try await nearby(area, after: nil, at: now, limit: limit)
    }

    /// The first products that the query asks for.
    public func products(_ query: ProductQuery, limit: Int) async throws(StoreError) -> [ProductHit] {
        try await products(query, after: nil, limit: limit)
    }
}

/// What an upsert did to one item.
public enum UpsertOutcome: Hashable, Sendable {
    /// It was not there before.
    case added
    /// It was there with other content.
    case changed
    /// It was there as it is.
    case unchanged
}

/// How much a store holds.
public struct CatalogueCounts: Hashable, Sendable {
    /// Listings.
    public var listings: Int
    /// Products.
    public var products: Int
    /// Brands.
    public var brands: Int
    /// Collections.
    public var collections: Int

    /// Counts of these values.
    public init(listings: Int, products: Int, brands: Int, collections: Int) {
        self.listings = listings
        self.products = products
        self.brands = brands
        self.collections = collections
    }
}

/// The bounds that every engine keeps.
public enum StoreLimits {
    /// How many searches are kept of each user.
    public static let searchesPerUser = 50
    /// How many opened listings a user's record tells of at most.
    public static let openedInRecord = 1_000
    /// How long what others write may take to show in the version.
    public static let versionDelay: Duration = .milliseconds(50)
    /// How far the newest feedback may be ahead of the oldest that is kept, in positions: what comes to more goes.
    public static let feedback = 1_000_000
    /// How long the sealing key is, in bytes.
    public static let sealingKeyLength = 32
}
