import Bytes
import HomeLayout
import Recommendations

/// One cell of a widget: a card that is the same for all users, and the marks for this user.
public struct Item: Sendable {
    /// The content for all users.
    let card: Card
    /// The content for this user.
    public let marks: ItemMarks
    /// The kind of the source that found the item, for ``Tracking``; `nil` for a stand-in. No part of the item's
    /// revision.
    public let source: StaticString?

    init(_ card: Card, _ marks: ItemMarks = .none, source: StaticString? = nil) {
        self.card = card
        self.marks = marks
        self.source = source
    }
}

/// The kind of an item in a document: one of the constants here, or a kind of the catalogue, such as `listing`.
public struct ItemKind: RawRepresentable, Hashable, Sendable {
    /// The name in documents.
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

/// The content of an item that is specific to one user.
public struct ItemMarks: Hashable, Sendable {
    /// Whether the user has not opened the item yet; `nil` if the widget does not show that.
    var isNew: Bool?
    /// The distance from the location of the request.
    var distance: Distance?
    /// The relation to the user's search.
    public var match: Match?
    /// Why the item is recommended. Documents name it unless the match has a reason.
    var cause: Cause?
    /// The fall of the item's price: this one of ``ItemList/priceDrops``.
    var priceDrop: Int?
    /// Whether the item is available again after it was out of stock.
    var isBackInStock = false
    /// Whether the item was listed since the user's last visit.
    var isNewSinceLastVisit = false
    var isSaved = false
    /// Whether the user can dismiss the item.
    var isDismissible = false

    public static let none = ItemMarks()

    /// Whether there is a note about them.
    var haveNote: Bool { distance != nil || reasonKind != nil || priceDrop != nil }
}

/// A distance on Earth in whole metres.
public struct Distance: Hashable, Sendable {
    /// Metres, 0…20,040,000.
    let meters: Int

    /// Rounds `meters` to the nearest integer. Values above half the Earth's circumference become that; negative values
    /// and NaN become 0.
    init(meters: Double) {
        self.meters = meters > 0 ? Int(rounding: min(meters, 20_040_000)) : 0
    }
}

/// Why an item is recommended.
enum Cause: Hashable, Sendable {
    /// Users open it together with an item that the user opened: this one of ``ItemList/subjects``.
    case openedTogether(subject: Int)
    /// It is like an item that the user opened: this one of ``ItemList/subjects``.
    case likeOpened(subject: Int)
    /// Many users open it.
    case popular
    /// Many users open it, and it is near the user.
    case popularNearby
    /// It is near the user.
    case nearby
    /// It is a new item of a brand: of this one of ``ItemList/subjects``.
    case newInBrand(subject: Int)
    case new
}
