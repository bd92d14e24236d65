import Caching
import Catalogue
import HomeDocument
import Revisions
import Synchronization
import Words

/// The rendered cards of catalogue items, bounded in bytes. A card is kept by its item, the revision of its content, and its language,
/// so that a change of the catalogue makes no card wrong.
public final class CardCache: Sendable {
    private struct Key: Hashable {
        let item: UInt64
        let revision: Revision
        let language: Revision

        /// All three are hashes.
        func hash(into hasher: inout Hasher) {
            hasher.combine(item ^ revision.rawValue ^ language.rawValue)
        }
    }

    /// How many shards the cache has, each with a lock of its own.
    private static let shardCount = 16
    /// How many bytes the cards may take together by default: 64 MiB.
    public static let defaultCapacity = 64 << 20

    /// The state of a cache.
    public struct Statistics: Hashable, Sendable {
        /// How many cards were found.
        public internal(set) var hits = 0
        /// How many cards had to be rendered.
        public internal(set) var misses = 0
        /// How many cards are kept.
        public internal(set) var count = 0
        /// How many bytes they take, about.
        public internal(set) var bytes = 0
    }

    private struct Contents {
        var cards: GenerationalCache<Key, Card>
        var hits = 0
        var misses = 0
    }

    private final class Shard: Sendable {
        let contents: Mutex<Contents>

        init(capacity: Int) { contents = Mutex(Contents(cards: GenerationalCache(capacity: capacity))) }
    }

    private let shards: [Shard]

    /// A cache of cards that take `capacity` bytes at most, about.
    public init(capacity: Int = CardCache.defaultCapacity) {
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: capacity / Self.shardCount) }
    }

    /// The state of the cache: hits and misses since it was made.
    public var statistics: Statistics {
        shards.reduce(into: Statistics()) { statistics, shard in
            shard.contents.withLock {
                statistics.hits += $0.hits
                statistics.misses += $0.misses
                statistics.count += $0.cards.count
                statistics.bytes += $0.cards.cost
            }
        }
    }

    /// The card of the item in a row, in the language of `words`; `nil` where its bytes cannot be read.
    /// - Parameter rendered: Counts the cards that the cache did not have.
    func card(of row: ItemRow, in snapshot: CatalogueSnapshot, words: Wording, rendered: inout Int) -> Card? {
        let key = Key(item: snapshot.idHash(of: row), revision: snapshot.revision(of: row), language: words.revision)
        return card(key, rendered: &rendered) {
            guard var item = snapshot.item(row) else { return nil }
            if let brand = snapshot.brand(of: row) { item.brand = snapshot.brands[brand] }
            return Card(item, kind: snapshot.kind(of: row), words)
        }
    }

    /// The card of a brand, which is the same in all languages.
    /// - Parameter rendered: Counts the cards that the cache did not have.
    func card(of brand: Brand, rendered: inout Int) -> Card? {
        let name = Revision { $0.combine(brand.name) }
        let key = Key(item: brand.itemID.hash, revision: name, language: Revision(rawValue: 0))
        return card(key, rendered: &rendered) { Card(brand) }
    }

    private func card(_ key: Key, rendered: inout Int, render: () -> Card?) -> Card? {
        let shard = shards[Int(truncatingIfNeeded: key.item >> 32) & (Self.shardCount - 1)]
        let found = shard.contents.withLock { contents in
            let card = contents.cards.value(for: key)
            if card == nil { contents.misses += 1 } else { contents.hits += 1 }
            return card
        }
        if let found { return found }
        guard let card = render() else { return nil }
        rendered += 1
        shard.contents.withLock { $0.cards.insert(card, for: key, cost: card.size) }
        return card
    }
}
