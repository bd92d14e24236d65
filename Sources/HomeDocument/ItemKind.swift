/// The kind of an item in a document: one of the constants here, or the name of a kind of the catalogue, such as `listing`.
public struct ItemKind: RawRepresentable, Hashable, Sendable {
    /// The word in documents.
    public let rawValue: String

    /// The kind that is called `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A maker of products.
    public static let brand = ItemKind(rawValue: "brand")
    /// An image that leads somewhere.
    public static let banner = ItemKind(rawValue: "banner")
    /// A text that leads somewhere.
    public static let infoCard = ItemKind(rawValue: "infoCard")
    /// The end of a widget that has more: it leads to the rest.
    public static let loadMore = ItemKind(rawValue: "loadMore")
}
