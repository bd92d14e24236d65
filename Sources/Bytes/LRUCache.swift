/// A bounded cache that forgets what was not used for long: two generations, of which the older is dropped whole when
/// the younger is full. What is found in the older one moves to the younger, so what is in use stays.
///
/// Inlinable, so that each module that uses it has it for its own types: a generic one costs ten times as much.
public struct LRUCache<Key: Hashable, Value> {
    /// What all values that it holds may cost together; one costs 1 where it is not said.
    public let capacity: Int
    @usableFromInline var young: [Key: (value: Value, cost: Int)] = [:]
    @usableFromInline var old: [Key: (value: Value, cost: Int)] = [:]
    @usableFromInline var youngCost = 0
    @usableFromInline var oldCost = 0

    /// A cache of `capacity`, and of two at least.
    @inlinable public init(capacity: Int) {
        self.capacity = max(2, capacity)
    }

    /// How many values it holds.
    @inlinable public var count: Int { young.count + old.count }

    /// What the values that it holds cost together.
    @inlinable public var cost: Int { youngCost + oldCost }

    /// The value that was kept for `key`, if it still is.
    @inlinable public mutating func value(for key: Key) -> Value? {
        if let found = young[key] { return found.value }
        guard let found = old.removeValue(forKey: key) else { return nil }
        oldCost -= found.cost
        insert(found.value, for: key, cost: found.cost)
        return found.value
    }

    /// Forgets what was kept for `key`.
    @inlinable public mutating func remove(_ key: Key) {
        if let removed = old.removeValue(forKey: key) { oldCost -= removed.cost }
        if let removed = young.removeValue(forKey: key) { youngCost -= removed.cost }
    }

    /// Keeps `value`; one that would fill more than a generation is not kept.
    @inlinable public mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
        remove(key)
        guard cost <= capacity / 2 else { return }
        if youngCost + cost > capacity / 2 {
            old = young
            oldCost = youngCost
            young = [:]
            youngCost = 0
        }
        young[key] = (value, cost)
        youngCost += cost
    }
}

extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}
