import Bytes
import Catalogue
import HomeDocument
import Localization
import Synchronization

/// The rendered cards of catalogue items, bounded in bytes. A card is kept by the revision of its item's content, and its language, so
/// that a change of the catalogue makes no card wrong.
///
/// There are two tables: cards are added to the younger one. When that has half of the bytes, it becomes the older one, whose cards
/// are forgotten unless they were used since.
public final class CardCache: Sendable {
    /// How many bytes the cards may take together by default: 64 MiB.
    public static let defaultCapacity = 64 << 20
    /// About how many bytes a card takes; a table has room for twice as many cards as that makes.
    private static let usualSize = 1_024

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

    /// The tables that are in use at a time, for readers to hold.
    final class Tables: Sendable {
        fileprivate let young: CardTable
        fileprivate let old: CardTable

        fileprivate init(young: CardTable, old: CardTable) {
            self.young = young
            self.old = old
        }

        /// The card with a key, if it is there, and whether it is among the older ones.
        func card(for key: UInt64) -> (card: Card, isOld: Bool)? {
            if let card = young.card(for: key) { return (card, false) }
            return old.card(for: key).map { ($0, true) }
        }

        /// The ``Card/hash`` of the card with a key, if it is there.
        func hash(for key: UInt64) -> UInt64? { young.hash(for: key) ?? old.hash(for: key) }
    }

    private struct Contents {
        var tables: Tables
        var hits = 0
        var misses = 0
    }

    private let capacity: Int
    private let contents: Mutex<Contents>

    /// A cache of cards that take `capacity` bytes at most, about.
    public init(capacity: Int = CardCache.defaultCapacity) {
        self.capacity = capacity
        contents = Mutex(
            Contents(tables: Tables(young: Self.table(capacity: capacity), old: Self.table(capacity: 0)))
        )
    }

    private static func table(capacity: Int) -> CardTable { CardTable(room: capacity / usualSize) }

    /// The state of the cache: hits and misses since it was made.
    public var statistics: Statistics {
        contents.withLock {
            let (young, old) = ($0.tables.young, $0.tables.old)
            return Statistics(
                hits: $0.hits,
                misses: $0.misses,
                count: young.count + old.count,
                bytes: young.bytes + old.bytes
            )
        }
    }

    /// The tables with the cards that are there now.
    var tables: Tables { contents.withLock { $0.tables } }

    /// The key of the card of the item in a row, in the language of `localization`.
    static func key(of row: ItemRow, in snapshot: CatalogueSnapshot, _ localizer: Localizer) -> UInt64 {
        key(snapshot.revision(of: row), localizer.revision)
    }

    /// The key of a brand's card, which is the same in all languages.
    static func key(of brand: Brand) -> UInt64 {
        let revision = Revision {
            $0.combine(brand.id)
            $0.combine(brand.name)
        }
        return key(revision, Revision(rawValue: 0))
    }

    private static func key(_ content: Revision, _ language: Revision) -> UInt64 {
        max(1, content.rawValue ^ language.rawValue)
    }

    /// Keeps cards under their keys, and counts the look-ups that led to them.
    func keep(_ cards: [(key: UInt64, card: Card)], found: Int, rendered: Int) {
        contents.withLock { contents in
            contents.hits += found
            contents.misses += rendered
            for (key, card) in cards where card.size <= capacity / 2 {
                let young = contents.tables.young
                if !young.hasRoom || young.bytes + card.size > capacity / 2 {
                    contents.tables = Tables(young: Self.table(capacity: capacity), old: young)
                }
                contents.tables.young.insert(card, for: key)
            }
        }
    }
}

/// A hash table of cards that only grows: one writer at a time adds to it while others read without a lock. A card that was found
/// stays as long as the table.
///
/// Sound although unchecked: slots change once, from empty to full, and a slot's card is there before its key is.
@safe final class CardTable: @unchecked Sendable {
    @safe private struct Slot: ~Copyable {
        /// The card's key; 0 where the slot is empty.
        let key = Atomic<UInt64>(0)
        let card = unsafe Atomic<Unmanaged<Card>?>(nil)
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    /// How many cards it has. For the writer, as ``bytes``.
    private(set) var count = 0
    /// How many bytes they take, about.
    private(set) var bytes = 0

    /// A table with room for at least so many cards.
    init(room: Int) {
        var size = 64
        while size < room * 2 { size *= 2 }
        mask = size - 1
        unsafe slots = .allocate(capacity: size)
        for index in 0..<size { unsafe (slots + index).initialize(to: Slot()) }
    }

    deinit {
        for index in 0...mask {
            // Sound: `insert` has retained it.
            unsafe slots[index].card.load(ordering: .relaxed)?.release()
            unsafe (slots + index).deinitialize(count: 1)
        }
        unsafe slots.deallocate()
    }

    /// Whether there is room for another card.
    var hasRoom: Bool { count <= mask / 2 }

    /// The card with a key, if it is there.
    func card(for key: UInt64) -> Card? { unsafe find(key)?.takeUnretainedValue() }

    /// The ``Card/hash`` of the card with a key, if it is there.
    func hash(for key: UInt64) -> UInt64? { unsafe find(key)?._withUnsafeGuaranteedRef { $0.hash } }

    private func find(_ key: UInt64) -> Unmanaged<Card>? {
        var index = Int(truncatingIfNeeded: key) & mask
        while true {
            // Sound: the mask keeps the index within the table, which has empty slots.
            let found = unsafe slots[index].key.load(ordering: .acquiring)
            if found == key { return unsafe slots[index].card.load(ordering: .relaxed) }
            if found == 0 { return nil }
            index = (index + 1) & mask
        }
    }

    /// Adds a card under a key other than 0, unless one has it. For one writer at a time, and where there is room.
    func insert(_ card: Card, for key: UInt64) {
        precondition(hasRoom, "the table is full")
        var index = Int(truncatingIfNeeded: key) & mask
        while true {
            let found = unsafe slots[index].key.load(ordering: .relaxed)
            if found == key { return }
            if found == 0 { break }
            index = (index + 1) & mask
        }
        unsafe slots[index].card.store(.passRetained(card), ordering: .relaxed)
        unsafe slots[index].key.store(key, ordering: .releasing)
        count += 1
        bytes += card.size
    }
}
