import HomeDocument
import Catalogue
import Revisions
import Synchronization
import Words

/// What an item is the item of, in one revision of its content. There is one for everybody whom it is shown to, and it
/// holds its cards, so that nobody has to look them up.
final class Subject: Sendable {
    /// What it was found as.
    enum Content: Sendable {
        case listing(ListingHit)
        case product(ProductHit)
        /// A card that is there already, and has no words but its own.
        case card(Card)
    }

    let content: Content
    /// What makes it the same item wherever it is found.
    let identity: Identity
    private let cards: Mutex<Cards>

    init(_ content: Content) {
        self.content = content
        identity = Identity(content)
        cards = Mutex(Cards())
    }

    /// The revision of the content, where there is a card for each.
    var revision: Revision? {
        switch content {
        case .listing(let hit): hit.revision
        case .product(let hit): hit.revision
        case .card: nil
        }
    }

    /// The id of its item in a document.
    var itemID: String {
        switch content {
        case .listing(let hit): ItemID(kind: .listing, id: hit.id).description
        case .product(let hit): ItemID(kind: .product, id: hit.id).description
        case .card(let card): card.id
        }
    }

    /// The listing that it is, where it is one.
    var listing: ListingHit? { if case .listing(let hit) = content { hit } else { nil } }

    /// Whether it is a card that is there already.
    var isCard: Bool { if case .card = content { true } else { false } }

    /// Its card in these words; `nil` where it has to be rendered.
    func card(in words: Revision) -> Card? {
        if case .card(let card) = content { return card }
        return cards.withLock { $0.card(in: words) }
    }

    /// Keeps its card in these words.
    func keep(_ card: Card, in words: Revision) {
        cards.withLock { $0.keep(card, in: words) }
    }

    /// The cards of one subject, by the revision of their words: hardly ever more than one.
    private struct Cards {
        private var first: (words: Revision, card: Card)?
        private var others: [(words: Revision, card: Card)] = []

        func card(in words: Revision) -> Card? {
            if let first, first.words == words { return first.card }
            return others.first { $0.words == words }?.card
        }

        mutating func keep(_ card: Card, in words: Revision) {
            if first == nil || first?.words == words {
                first = (words, card)
            } else if let index = others.firstIndex(where: { $0.words == words }) {
                others[index].card = card
            } else {
                others.append((words, card))
            }
        }
    }
}
