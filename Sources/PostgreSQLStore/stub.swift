import PropertyStore
extension PostgreSQLStore {
    public func counts() async throws(StoreError) -> CatalogueCounts {
        CatalogueCounts(listings: 0, products: 0, brands: 0, collections: 0)
    }
    public func record(of user: UserID) async throws(StoreError) -> UserRecord { .unknown }
    public func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> { [] }
    public func feedback(limit: Int) async throws(StoreError) -> [Feedback] { [] }
    public func lostFeedback() async throws(StoreError) -> Int64 { 0 }
    public func newest(matching criteria: SearchCriteria, after position: NewestPosition?, at now: Int64, limit: Int)
        async throws(StoreError) -> [ListingHit]
    { [] }
    public func nearby(_ area: Area, after position: NearbyPosition?, at now: Int64, limit: Int)
        async throws(StoreError) -> [NearbyHit]
    { [] }
    public func popular(matching criteria: SearchCriteria, at now: Int64, limit: Int) async throws(StoreError)
        -> [ListingHit]
    { [] }
    public func products(_ query: ProductQuery, after position: ProductPosition?, limit: Int) async throws(StoreError)
        -> [ProductHit]
    { [] }
    public func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand] { [] }
    public func sealingKey() async throws(StoreError) -> [UInt8] { [] }
    public func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?] { [] }
    public func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?] { [] }
    public func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit] { [] }
}
