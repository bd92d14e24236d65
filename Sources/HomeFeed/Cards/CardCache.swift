import Bytes
import CLinux
import Catalogue
import Localization
import Synchronization

/// The rendered cards of catalogue items, bounded in bytes. The key of a card is the revision of its item, the
/// language and the image templates, so that a change of the catalogue invalidates no card.
///
/// Cards are added to the younger of two tables. When that has half of the bytes, it becomes the older one, and the
/// former older one is dropped. Cards that are found in the older table move to the younger.
public final class CardCache: Sendable {
    public static let defaultCapacity = 64 << 20
    /// The approximate size of a card, in bytes; a table has room for twice the cards of its capacity.
    static let usualSize = 1_024

    public struct Statistics: Hashable, Sendable {
        public let hits, misses, count, bytes: Int
    }

    /// Both tables at one time: readers keep them while the writer replaces them.
    struct Tables: Sendable {
        let young, old: CardTable

        func size(of key: UInt64) -> Int? {
            // Sound: the tables keep the card.
            unsafe (young.find(key) ?? old.find(key)).map { Card(unsafe $0.takeUnretainedValue()).size }
        }

        /// A key is 0 if the item's card cannot be in the cache. One pass finds all cards, so that the processor waits
        /// for many of them at once.
        func find(_ keys: [UInt64], of items: inout [PassItem]) {
            let keys = keys.span
            var items = items.mutableSpan
            for index in keys.indices where keys[index] != 0 {
                var card = unsafe young.find(keys[index])
                if unsafe card == nil {
                    unsafe card = old.find(keys[index])
                    items[index].isOld = true
                }
                // Sound: nothing is read.
                if let card = unsafe card { unsafe prefetch(card.toOpaque(), CardCache.usualSize) }
                unsafe items[index].card = card
            }
        }
    }

    private let capacity: Int
    private let contents: Mutex<(tables: Tables, hits: Int, misses: Int)>

    /// A cache of about `capacity` bytes.
    public init(capacity: Int = CardCache.defaultCapacity) {
        self.capacity = capacity
        let tables = Tables(young: Self.table(capacity: capacity), old: Self.table(capacity: 0))
        contents = Mutex((tables, hits: 0, misses: 0))
    }

    /// Bytes of cards to render in advance: as many as one table holds, so that they do not displace each other.
    var preparedBytes: Int { capacity / 2 }

    private static func table(capacity: Int) -> CardTable { CardTable(room: capacity / usualSize) }

    /// Hits and misses are since the cache was created.
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

    var tables: Tables { contents.withLock { $0.tables } }

    static func key(_ content: Revision, _ form: Revision) -> UInt64 {
        max(1, content.rawValue ^ form.rawValue)
    }

    /// Also counts the lookups of homes.
    func keep(_ cards: [(key: UInt64, card: Card)], found: Int = 0, rendered: Int = 0) {
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

/// An append-only hash table: readers need no lock while one writer adds cards. A card lives as long as the table.
///
/// Sound although unchecked: a slot changes once, from empty to full, and its card is stored before its key.
@safe final class CardTable: @unchecked Sendable {
    @safe private struct Slot: ~Copyable {
        /// 0 if the slot is empty.
        let key = Atomic<UInt64>(0)
        let card = unsafe Atomic<Unmanaged<Card.Storage>?>(nil)
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    /// Only for the writer, as is ``bytes``.
    private(set) var count = 0
    private(set) var bytes = 0

    /// - Parameter room: The least number of cards.
    init(room: Int) {
        var size = 64
        while size < room * 2 { size *= 2 }
        mask = size - 1
        unsafe slots = .allocate(capacity: size)
        for index in 0..<size { unsafe (slots + index).initialize(to: Slot()) }
    }

    deinit {
        for index in 0...mask {
            // Sound: `insert` has retained the card.
            unsafe slots[index].card.load(ordering: .relaxed)?.release()
            unsafe (slots + index).deinitialize(count: 1)
        }
        unsafe slots.deallocate()
    }

    var hasRoom: Bool { count <= mask / 2 }

    /// The table keeps the card.
    func find(_ key: UInt64) -> Unmanaged<Card.Storage>? {
        let (index, isEmpty) = slot(of: key)
        return isEmpty ? nil : unsafe slots[index].card.load(ordering: .relaxed)
    }

    /// Does nothing if the key is in use. Keys are not 0; the table must have room. For one writer at a time.
    func insert(_ card: Card, for key: UInt64) {
        precondition(hasRoom, "the table is full")
        let (index, isEmpty) = slot(of: key)
        if !isEmpty { return }
        unsafe slots[index].card.store(.passRetained(card.storage), ordering: .relaxed)
        unsafe slots[index].key.store(key, ordering: .releasing)
        count += 1
        bytes += card.size
    }

    /// The slot with the key, or else the empty one for it.
    @inline(__always)
    private func slot(of key: UInt64) -> (index: Int, isEmpty: Bool) {
        var index = Int(truncatingIfNeeded: key) & mask
        while true {
            // Sound: the mask keeps the index within the table, which has empty slots.
            let found = unsafe slots[index].key.load(ordering: .acquiring)
            if found == key || found == 0 { return (index, found == 0) }
            index = (index + 1) & mask
        }
    }
}
