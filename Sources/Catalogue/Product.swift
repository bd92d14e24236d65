/// A shop item.
public struct Product: Hashable, Sendable {
    /// The shop's identifier, an ``Identifier``, unique among products.
    public var id: String
    /// The name on the card.
    public var title: String
    /// The brand that makes it.
    public var brand: Brand
    /// What it costs.
    public var price: Money
    /// What it is, an ``Identifier`` such as `shoes`, where known.
    public var category: String?
    /// The address of its image, where there is one.
    public var image: String?
    /// The identifiers of the collections that it stands in.
    public var collections: [String]

    /// A product of these values.
    public init(
        id: String,
        title: String,
        brand: Brand,
        price: Money,
        category: String? = nil,
        image: String? = nil,
        collections: [String] = []
    ) {
        self.id = id
        self.title = title
        self.brand = brand
        self.price = price
        self.category = category
        self.image = image
        self.collections = collections
    }
}

/// Who makes a product.
public struct Brand: Hashable, Sendable {
    /// An ``Identifier``, unique among brands: `comme-des-garcons`.
    public var id: String
    /// The name as the brand writes it: `Comme des Garçons`.
    public var name: String

    /// The brand `id`, called `name`.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// Which products to show: all that meet every condition that is given.
public struct ProductQuery: Hashable, Sendable {
    /// Only products in this collection.
    public var collection: String?
    /// Only products of this brand.
    public var brand: String?
    /// Only products of this category.
    public var category: String?
    /// Only products at such a price, in minor units.
    public var price: ClosedInterval<Int64>

    /// A query for the products that meet every condition given.
    public init(
        collection: String? = nil,
        brand: String? = nil,
        category: String? = nil,
        price: ClosedInterval<Int64> = .all
    ) {
        self.collection = collection
        self.brand = brand
        self.category = category
        self.price = price
    }
}
