/// A bounded cache that forgets what was not used for long: two generations, of which the older is dropped whole when
/// the younger is full. What is found in the older one moves to the younger, so what is in use stays.
struct GenerationalCache<Key: Hashable, Value> {
    /// The most values that it holds.
    let capacity: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    init(capacity: Int) {
        self.capacity = max(2, capacity)
    }

    var count: Int { young.count + old.count }

    mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    mutating func insert(_ value: Value, for key: Key) {
        if young.count >= capacity / 2 {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
