/// A set of keys of one store, in their order: a home asks it for each listing that may be new to the user, and a few comparisons
/// cost less than a hash.
public struct ItemKeys: Hashable, Sendable {
    private let sorted: [Int64]

    /// The keys, each once.
    public init(_ keys: some Sequence<ItemKey>) {
        var sorted: [Int64] = []
        for key in keys.map(\.rawValue).sorted() where key != sorted.last { sorted.append(key) }
        self.sorted = sorted
    }

    /// How many there are.
    public var count: Int { sorted.count }

    /// Whether there is none.
    public var isEmpty: Bool { sorted.isEmpty }

    /// Whether `key` is one of them.
    public func contains(_ key: ItemKey) -> Bool {
        let keys = sorted.span
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key.rawValue { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == key.rawValue
    }
}

extension ItemKeys: Sequence {
    /// The keys, the lowest first.
    public func makeIterator() -> some IteratorProtocol<ItemKey> {
        sorted.lazy.map(ItemKey.init).makeIterator()
    }
}

extension ItemKeys: ExpressibleByArrayLiteral {
    /// The keys listed.
    public init(arrayLiteral keys: ItemKey...) { self.init(keys) }
}
