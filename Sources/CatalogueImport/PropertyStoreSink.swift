public import Catalogue

/// Takes items into a ``PropertyStore``, which keeps listings and products only.
///
/// It goes away with that store. Fields that a listing or a product does not have there are left out.
public struct PropertyStoreSink: ItemSink {
    private let store: any PropertyStore

    /// A sink that writes to `store`.
    public init(_ store: any PropertyStore) {
        self.store = store
    }

    /// Upserts the items, all of one kind.
    /// - Throws: `StoreError.defect` for other kinds than `listing` and `product`.
    public func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        switch items.first?.id.kind {
        case nil: return []
        case "listing": return try await store.upsert(try items.map { item throws(StoreError) in try Listing(item) })
        case "product": return try await store.upsert(try items.map { item throws(StoreError) in try Product(item) })
        case let kind?: throw .defect("the store keeps listings and products, and no items of kind \"\(kind)\"")
        }
    }
}

extension Listing {
    /// The listing that `item` stands for.
    init(_ item: CatalogueItem) throws(StoreError) {
        guard let price = item.price, let market = item.market, case .text(let type)? = item.attributes["type"] else {
            throw .defect("the listing \(item.id.id) has no price, market or type")
        }
        self.init(
            id: item.id.id,
            title: item.title,
            type: ListingType(rawValue: type) ?? .other,
            price: price,
            bedrooms: item.number("bedrooms").flatMap { Int(exactly: $0) },
            bathrooms: item.number("bathrooms"),
            area: item.number("area"),
            place: item.place,
            address: item.address,
            market: market,
            listedAt: item.listedAt,
            status: item.status == .outOfStock ? .hidden : ListingStatus(rawValue: item.status.rawValue) ?? .active,
            expiresAt: item.expiresAt,
            images: item.images
        )
    }
}

extension Product {
    /// The product that `item` stands for.
    init(_ item: CatalogueItem) throws(StoreError) {
        guard let price = item.price, let brand = item.brand else {
            throw .defect("the product \(item.id.id) has no price or brand")
        }
        self.init(
            id: item.id.id,
            title: item.title,
            brand: brand,
            price: price,
            category: item.category,
            image: item.images.first,
            collections: item.collections
        )
    }
}

extension CatalogueItem {
    fileprivate func number(_ attribute: String) -> Double? {
        guard case .number(let number)? = attributes[attribute] else { return nil }
        return number
    }
}
