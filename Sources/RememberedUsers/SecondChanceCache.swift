/// A cache of bounded weight. Where it is full a hand goes round its values, like a clock's: whatever has been asked for
/// since the hand last came by is passed over once, anything else goes.
struct SecondChanceCache<Key: Hashable, Value> {
    private struct Slot {
        let key: Key
        var value: Value
        var weight: Int
        var wasAskedFor = false
    }

    /// The most that its values weigh together.
    let capacity: Int
    private var slots: [Slot?] = []
    private var places: [Key: Int] = [:]
    private var free: [Int] = []
    private var weight = 0
    private var hand = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { places.count }

    /// The value, which gets its second chance.
    mutating func value(for key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        slots[place]?.wasAskedFor = true
        return slots[place]?.value
    }

    /// Puts the value, of weight 1 or more, in the place of any other for the key; one that is too heavy for the whole
    /// cache is not kept.
    mutating func insert(_ value: Value, for key: Key, weight: Int) {
        remove(key)
        guard weight <= capacity else { return }
        while self.weight + weight > capacity { evict() }
        self.weight += weight
        let slot = Slot(key: key, value: value, weight: weight)
        if let place = free.popLast() {
            slots[place] = slot
            places[key] = place
        } else {
            places[key] = slots.count
            slots.append(slot)
        }
    }

    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key), let slot = slots[place] else { return }
        weight -= slot.weight
        slots[place] = nil
        free.append(place)
    }

    /// Lets the hand go on to the first that was not asked for, and removes that. There is one.
    private mutating func evict() {
        while true {
            hand = hand + 1 < slots.count ? hand + 1 : 0
            guard let slot = slots[hand] else { continue }
            if !slot.wasAskedFor { return remove(slot.key) }
            slots[hand]?.wasAskedFor = false
        }
    }
}
