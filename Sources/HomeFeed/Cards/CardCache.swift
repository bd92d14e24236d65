import HomeDocument
import PropertyStore
import Revisions
import Synchronization
import Words

/// Keeps the cards of listings, products and brands, each rendered once per revision of its content and of the words
/// around it.
final class CardCache: Sendable {
    /// The most cards that are kept; a card is about 700 bytes.
    static let capacity = 50_000

    private struct Key: Hashable {
        let kind: ItemKind
        let item: Int64
        let revision: Revision
        /// That of the words; `nil` where the card has none but its content's own.
        let words: Revision?
    }

    private let cards = Mutex(GenerationalCache<Key, Card>(capacity: CardCache.capacity))

    /// The cards of the listings, in their order: `nil` for one that is gone, or why it cannot be looked up.
    /// - Parameter rendered: counts those that had to be read and rendered.
    func cards(
        for hits: [ListingHit],
        _ context: LoadContext,
        _ rendered: inout Int
    ) async -> [Result<Card?, StoreError>] {
        await cards(
            for: hits.map {
                Key(kind: .listing, item: $0.key.rawValue, revision: $0.revision, words: context.words.revision)
            },
            load: { keys throws(StoreError) in try await context.store.listings(keys, at: context.now) },
            render: { (Card($0, context.words), $0.revision) },
            &rendered
        )
    }

    /// The cards of the products, in their order: `nil` for one that is gone, or why it cannot be looked up.
    /// - Parameter rendered: counts those that had to be read and rendered.
    func cards(
        for hits: [ProductHit],
        _ context: LoadContext,
        _ rendered: inout Int
    ) async -> [Result<Card?, StoreError>] {
        await cards(
            for: hits.map {
                Key(kind: .product, item: $0.key.rawValue, revision: $0.revision, words: context.words.revision)
            },
            load: { keys throws(StoreError) in try await context.store.products(keys) },
            render: { (Card($0, context.words), $0.revision) },
            &rendered
        )
    }

    /// The card of a brand.
    func card(for brand: Brand) -> Card {
        let key = Key(kind: .brand, item: 0, revision: brand.revision, words: nil)
        if let card = cards.withLock({ $0.value(for: key) }) { return card }
        let card = Card(brand)
        cards.withLock { $0.insert(card, for: key) }
        return card
    }

    private func cards<Content>(
        for keys: [Key],
        load: ([ItemKey]) async throws(StoreError) -> [Content?],
        render: (Content) -> (card: Card, revision: Revision),
        _ rendered: inout Int
    ) async -> [Result<Card?, StoreError>] {
        let cached = cards.withLock { cache in keys.map { cache.value(for: $0) } }
        var found = cached.map { Result<Card?, StoreError>.success($0) }
        let missing = cached.indices.filter { cached[$0] == nil }
        if missing.isEmpty { return found }
        do throws(StoreError) {
            let contents = try await load(missing.map { ItemKey(rawValue: keys[$0].item) })
            for (index, content) in zip(missing, contents) {
                guard let content else { continue }
                let (card, revision) = render(content)
                rendered += 1
                found[index] = .success(card)
                // What was read may be newer than the hit that asked for it; only what the hit meant is kept.
                if revision == keys[index].revision { cards.withLock { $0.insert(card, for: keys[index]) } }
            }
        } catch {
            for index in missing { found[index] = .failure(error) }
        }
        return found
    }
}
