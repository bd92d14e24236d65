/// Values by the times of a user's actions, the latest first, each once. Of equal times, the one that was reported last
/// is the first.
struct RecentList<Value: Hashable & Sendable>: Hashable, Sendable {
    private(set) var values: [Value] = []
    private(set) var times: [Instant] = []

    init() {}

    init(_ values: [Value], at times: [Instant]) { (self.values, self.times) = (values, times) }

    func time(of value: Value) -> Instant? { values.firstIndex(of: value).map { times[$0] } }

    func begins(with value: Value, at time: Instant) -> Bool { values.first == value && times.first == time }

    /// Inserts a value, or moves it, unless the list has it with a later time.
    /// - Returns: `nil` if it is not in the list with this time afterwards. Else whether it is new, and the value that was
    ///   removed because the list is full.
    @discardableResult
    mutating func insert(_ value: Value, at time: Instant, limit: Int) -> (isNew: Bool, removed: Value?)? {
        let known = values.firstIndex(of: value)
        if let known {
            if times[known] > time { return nil }
            remove(at: known)
        }
        let index = times.firstIndex { $0 <= time } ?? times.count
        if index == limit { return nil }
        values.insert(value, at: index)
        times.insert(time, at: index)
        let removed = values.count > limit ? values.last : nil
        if removed != nil { remove(at: limit) }
        return (known == nil, removed)
    }

    /// Removes a value, unless the list has it with a later time.
    /// - Returns: `false` if the list still has it.
    mutating func remove(_ value: Value, before time: Instant) -> Bool {
        guard let index = values.firstIndex(of: value) else { return true }
        if times[index] > time { return false }
        remove(at: index)
        return true
    }

    private mutating func remove(at index: Int) {
        values.remove(at: index)
        times.remove(at: index)
    }
}

/// What a user did last with something, and when.
protocol TimedElement {
    associatedtype Key: Equatable
    var key: Key { get }
    var at: Instant { get }
}

extension Array where Element: TimedElement {
    /// Inserts an element in the order of ``RecentList``, in place of one with its key, unless that is later.
    @discardableResult
    mutating func insert(_ new: Element, limit: Int) -> Bool {
        if let known = firstIndex(where: { $0.key == new.key }) {
            if self[known].at > new.at { return false }
            remove(at: known)
        }
        let index = firstIndex { $0.at <= new.at } ?? endIndex
        insert(new, at: index)
        if count > limit { removeLast() }
        return index < limit
    }
}
