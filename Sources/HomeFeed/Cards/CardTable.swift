import HomeDocument
import Synchronization

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
