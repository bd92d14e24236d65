import HomeDocument
import PropertyStore
import Revisions
import Synchronization

/// Keeps the cards of listings, products and brands, each rendered once per revision of its content.
final class CardCache: Sendable {
    /// The most cards that are kept; a card is about 700 bytes.
    static let capacity = 50_000

    private struct Key: Hashable {
        let kind: ItemKind
        let item: Int64
        let revision: Revision
    }

    private let cards = Mutex(GenerationalCache<Key, Card>(capacity: CardCache.capacity))

    /// The cards of the listings that are still there, each with its marks.
    func items(
        for found: [(hit: ListingHit, marks: ItemMarks)],
        _ context: LoadContext
    ) async throws(SourceError) -> [Item] {
        let cards = try await cards(
            for: found.map { Key(kind: .listing, item: $0.hit.key.rawValue, revision: $0.hit.revision) },
            load: { keys throws(StoreError) in try await context.store.listings(keys) },
            render: { (Card($0), $0.revision) }
        )
        return zip(found, cards).compactMap { found, card in card.map { Item($0, found.marks) } }
    }

    /// The cards of the products that are still there.
    func items(for hits: [ProductHit], _ context: LoadContext) async throws(SourceError) -> [Item] {
        let cards = try await cards(
            for: hits.map { Key(kind: .product, item: $0.key.rawValue, revision: $0.revision) },
            load: { keys throws(StoreError) in try await context.store.products(keys) },
            render: { (Card($0), $0.revision) }
        )
        return cards.compactMap { card in card.map { Item($0) } }
    }

    /// The card of a brand.
    func card(for brand: Brand) -> Card {
        let key = Key(kind: .brand, item: 0, revision: brand.revision)
        if let card = cards.withLock({ $0.value(for: key) }) { return card }
        let card = Card(brand)
        cards.withLock { $0.insert(card, for: key) }
        return card
    }

    private func cards<Content>(
        for keys: [Key],
        load: ([ItemKey]) async throws(StoreError) -> [Content?],
        render: (Content) -> (card: Card, revision: Revision)
    ) async throws(SourceError) -> [Card?] {
        var found = cards.withLock { cache in keys.map { cache.value(for: $0) } }
        let missing = found.indices.filter { found[$0] == nil }
        if missing.isEmpty { return found }
        let contents: [Content?]
        do {
            contents = try await load(missing.map { ItemKey(rawValue: keys[$0].item) })
        } catch {
            throw .store(error)
        }
        for (index, content) in zip(missing, contents) {
            guard let content else { continue }
            let (card, revision) = render(content)
            found[index] = card
            // What was read may be newer than the hit that asked for it; only what the hit meant is kept.
            if revision == keys[index].revision { cards.withLock { $0.insert(card, for: keys[index]) } }
        }
        return found
    }
}
