/// Maps hashes to indices of an array that the caller keeps: a hash table with linear probing, faster than `Dictionary`.
public struct HashIndex: Sendable {
    /// Indices plus one; 0 is free. The count is a power of two.
    @usableFromInline var slots: [UInt32]

    /// At least a third of the slots stay free.
    @inlinable public init(capacity: Int) {
        var size = 8
        while size * 2 < capacity * 3 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// With more values than this, make a larger index.
    @inlinable public var capacity: Int { slots.count * 2 / 3 }

    /// The first index that was inserted with a hash and that `matches`.
    @inlinable public func first(hash: UInt64, where matches: (Int) -> Bool) -> Int? {
        let slots = slots.span
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if matches(index) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    @inlinable public mutating func insert(_ index: Int, hash: UInt64) {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(index + 1)
    }
}
