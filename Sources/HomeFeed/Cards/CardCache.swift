import Caching
import Catalogue
import HomeDocument
import Revisions
import Synchronization
import Words

/// The rendered cards of catalogue items, bounded in bytes. A card is kept by its item, the revision of its content, and its language,
/// so that a change of the catalogue makes no card wrong.
final class CardCache: Sendable {
    private struct Key: Hashable {
        let item: UInt64
        let revision: Revision
        let language: Revision
    }

    /// How many shards the cache has, each with a lock of its own.
    private static let shardCount = 16
    /// How many bytes the cards may take together by default.
    static let defaultCapacity = 64 << 20

    private final class Shard: Sendable {
        let cards: Mutex<GenerationalCache<Key, Card>>

        init(capacity: Int) { cards = Mutex(GenerationalCache(capacity: capacity)) }
    }

    private let shards: [Shard]

    /// A cache of cards that take `capacity` bytes at most, about.
    init(capacity: Int = CardCache.defaultCapacity) {
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: capacity / Self.shardCount) }
    }

    /// How many cards there are.
    var count: Int { shards.reduce(0) { $0 + $1.cards.withLock(\.count) } }

    /// The card of an item in a language.
    /// - Parameter render: makes the card where the cache does not have it.
    func card(
        of row: ItemRow,
        in snapshot: CatalogueSnapshot,
        _ words: Wording,
        render: (CatalogueItem) -> Card
    ) -> Card? {
        let key = Key(item: snapshot.idHash(of: row), revision: snapshot.revision(of: row), language: words.revision)
        let shard = shards[Int(truncatingIfNeeded: key.item >> 32) & (Self.shardCount - 1)]
        if let card = shard.cards.withLock({ $0.value(for: key) }) { return card }
        guard let item = snapshot.item(row) else { return nil }
        let card = render(item)
        shard.cards.withLock { $0.insert(card, for: key, cost: card.size) }
        return card
    }
}
