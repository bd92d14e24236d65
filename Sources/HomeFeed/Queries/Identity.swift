import HomeDocument
import Catalogue
import Revisions

/// What makes an item the same wherever it is found.
struct Identity: Hashable, Sendable {
    /// Never 0. The lowest two bits say what it is the identity of; the others are the store's key, or hardly ever the same
    /// for two cards.
    let bits: UInt64

    private enum Kind: UInt64 {
        case listing = 1
        case product
        case card
    }

    /// That of what the store has under this key.
    init(_ content: Subject.Content) {
        switch content {
        case .listing(let hit): self.init(.listing, UInt64(bitPattern: hit.key.rawValue))
        case .product(let hit): self.init(.product, UInt64(bitPattern: hit.key.rawValue))
        case .card(let card): self.init(.card, Revision { $0.combine(card.id) }.rawValue)
        }
    }

    private init(_ kind: Kind, _ number: UInt64) {
        bits = number << 2 | kind.rawValue
    }

    /// The key of the listing that it is the identity of; `nil` where it is that of something else.
    var listing: ItemKey? {
        bits & 3 == Kind.listing.rawValue ? ItemKey(rawValue: Int64(bitPattern: bits) >> 2) : nil
    }

    /// Whether it is one of these listings.
    func isAmong(_ listings: ItemKeys) -> Bool {
        guard !listings.isEmpty, let listing else { return false }
        return listings.contains(listing)
    }
}
