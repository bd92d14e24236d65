import HomeDocument
import PropertyStore

/// An item that may be shown: what choosing among several needs, before its card is looked up.
struct Candidate: Sendable {
    /// What it is the item of.
    enum Content: Sendable {
        case listing(ListingHit)
        case product(ProductHit)
        /// A card that is there already.
        case card(Card)
    }

    /// What makes it the same item wherever it is found.
    enum Identity: Hashable, Sendable {
        case listing(ItemKey)
        case product(ItemKey)
        case card(String)
    }

    let content: Content
    /// What it is to the user.
    let marks: ItemMarks
    /// The kind of the source that found it, once it is chosen.
    var source: String?
    /// Where it stands in its source's order, where one can go on behind it.
    let position: Position?

    init(_ listing: ListingHit, _ marks: ItemMarks = .none, position: Position? = nil) {
        content = .listing(listing)
        self.marks = marks
        self.position = position
    }

    init(_ product: ProductHit) {
        content = .product(product)
        marks = .none
        position = .product(product.position)
    }

    init(_ card: Card) {
        content = .card(card)
        marks = .none
        position = nil
    }

    /// The listing that it is, where it is one.
    var listing: ListingHit? { if case .listing(let hit) = content { hit } else { nil } }

    var identity: Identity {
        switch content {
        case .listing(let hit): .listing(hit.key)
        case .product(let hit): .product(hit.key)
        case .card(let card): .card(card.id)
        }
    }
}
