/// A bounded cache that approximates LRU with two generations: a full young generation replaces the old one, and a
/// value found in the old one moves to the young one.
///
/// Inlinable, because the unspecialized generic code takes ten times as long.
public struct LRUCache<Key: Hashable, Value> {
    public typealias Entries = [Key: (value: Value, cost: Int)]

    /// The most total cost; a value costs 1 by default.
    public let capacity: Int
    @usableFromInline package var young: Entries = [:]
    @usableFromInline package var old: Entries = [:]
    @usableFromInline var youngCost = 0

    /// - Parameter capacity: At least 2.
    @inlinable public init(capacity: Int) {
        self.capacity = max(2, capacity)
    }

    /// Restores a cache whose values have cost 1 from its ``young`` and ``old`` entries.
    @inlinable package init(capacity: Int, young: Entries, old: Entries) {
        self.init(capacity: capacity)
        (self.young, self.old, youngCost) = (young, old, young.count)
    }

    @inlinable public var count: Int { young.count + old.count }

    @inlinable public mutating func value(for key: Key) -> Value? {
        if let found = young[key] { return found.value }
        guard let found = old.removeValue(forKey: key) else { return nil }
        insert(found.value, for: key, cost: found.cost)
        return found.value
    }

    @inlinable public mutating func remove(_ key: Key) {
        old.removeValue(forKey: key)
        if let removed = young.removeValue(forKey: key) { youngCost -= removed.cost }
    }

    /// Caches `value`, unless it costs more than a generation holds.
    @inlinable public mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
        remove(key)
        guard cost <= capacity / 2 else { return }
        if youngCost + cost > capacity / 2 {
            old = young
            young = [:]
            youngCost = 0
        }
        young[key] = (value, cost)
        youngCost += cost
    }
}

extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}
