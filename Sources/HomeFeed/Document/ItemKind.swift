/// The kinds of items in a document that the catalogue does not have. Raw values are names.
enum ItemKind: String, CaseIterable, Sendable {
    /// A maker of products.
    case brand
    /// An image with a link.
    case banner
    /// A text with a link.
    case infoCard
    /// The last cell of a widget with more items: a link to the rest.
    case loadMore
    /// In place of items that could not be loaded.
    case error
}
