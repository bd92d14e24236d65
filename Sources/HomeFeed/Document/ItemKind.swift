/// The kind of an item in a document: one of the constants here, or a kind of the catalogue, such as `listing`.
public struct ItemKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A maker of products.
    public static let brand = ItemKind(rawValue: "brand")
    /// An image with a link.
    static let banner = ItemKind(rawValue: "banner")
    /// A text with a link.
    static let infoCard = ItemKind(rawValue: "infoCard")
    /// The last cell of a widget with more items: a link to the rest.
    static let loadMore = ItemKind(rawValue: "loadMore")
    /// In place of items that could not be loaded.
    static let error = ItemKind(rawValue: "error")
}
