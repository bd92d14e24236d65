import Catalogue

/// The part of a source's order that is to be loaded.
struct Page: Sendable {
    /// Where it begins: right behind this; `nil` is the beginning.
    var after: Position?
    /// How many items.
    var limit: Int

    /// Where it begins among the newest listings.
    var newest: NewestPosition? { if case .newest(let position) = after { position } else { nil } }
    /// Where it begins among the listings nearby.
    var nearby: NearbyPosition? { if case .nearby(let position) = after { position } else { nil } }
    /// Where it begins among the products.
    var product: ProductPosition? { if case .product(let position) = after { position } else { nil } }
}

/// A place in a source's order, such as that of the last item of a page.
enum Position: Hashable, Sendable {
    case newest(NewestPosition)
    case nearby(NearbyPosition)
    case product(ProductPosition)
}
