/// An optional field of items of any kind. The raw value is the word in configs and mappings.
public enum ItemField: String, Hashable, Sendable, CaseIterable {
    case subtitle
    case images
    case placeholder
    case href
    case price
    case previousPrice
    case place
    case address
    case market
    case brand
    case category
    case collections
    case listedAt
    case startsAt
    case expiresAt

    /// Names with a meaning in configs, mappings, documents or searches. No attribute may have one of these names.
    static let reservedNames = Set(allCases.map(\.rawValue)).union([
        "id", "kind", "title", "status", "image", "currency", "latitude", "longitude", "brandId", "collection",
        "text", "caption", "revision", "tracking", "isNew", "distance", "match", "reason", "accessibilityLabel",
        "accessibilityValue", "types", "dismissible", "priceDrop", "salePrice", "backInStock", "newSinceLastVisit",
        "saved",
    ])

    static let captionNames: Set<String> = [
        "title", "subtitle", "price", "previousPrice", "address", "market", "brand", "category", "listedAt",
        "startsAt", "expiresAt",
    ]
}
