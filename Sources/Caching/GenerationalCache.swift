/// A bounded cache that forgets what was not used for long: two generations, of which the older is dropped whole when
/// the younger is full. What is found in the older one moves to the younger, so what is in use stays.
public struct GenerationalCache<Key: Hashable, Value> {
    /// What all values that it holds may cost together; one costs 1 where it is not said.
    public let capacity: Int
    private var young: [Key: (value: Value, cost: Int)] = [:]
    private var old: [Key: (value: Value, cost: Int)] = [:]
    private var youngCost = 0

    /// A cache of `capacity`, and of two at least.
    public init(capacity: Int) {
        self.capacity = max(2, capacity)
    }

    /// How many values it holds.
    public var count: Int { young.count + old.count }

    /// The value that was kept for `key`, if it still is.
    public mutating func value(for key: Key) -> Value? {
        if let found = young[key] { return found.value }
        guard let found = old.removeValue(forKey: key) else { return nil }
        insert(found.value, for: key, cost: found.cost)
        return found.value
    }

    /// Keeps `value`; one that would fill more than a generation is not kept.
    public mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
        if let replaced = young.removeValue(forKey: key) { youngCost -= replaced.cost }
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

extension GenerationalCache: Sendable where Key: Sendable, Value: Sendable {}
