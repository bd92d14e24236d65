/// Numbers the items that users have opened, in the order of their first opening.
struct ItemSlots: Sendable {
    /// The ``CatalogueItem/ID/hash`` of each item.
    private(set) var hashes: [UInt64] = []
    /// The slots by hash, in shards, so that a change copies one of them alone.
    private var shards = Array(repeating: [:] as [UInt64: UInt32], count: shardCount)

    private static let shardCount = 64

    init() {}

    /// Slots for these items, in this order; `nil` if one occurs twice.
    init?(_ hashes: [UInt64]) {
        self.hashes.reserveCapacity(hashes.count)
        let capacity = hashes.count / Self.shardCount * 5 / 4
        for shard in shards.indices { shards[shard].reserveCapacity(capacity) }
        for hash in hashes {
            guard self[hash] == nil else { return nil }
            _ = add(hash)
        }
    }

    var count: Int { hashes.count }

    /// The slot of an item; `nil` if no user has opened it.
    subscript(hash: UInt64) -> Int? { shards[Self.shard(of: hash)][hash].map { Int($0) } }

    mutating func add(_ hash: UInt64) -> Int {
        let slot = hashes.count
        hashes.append(hash)
        shards[Self.shard(of: hash)][hash] = UInt32(slot)
        return slot
    }

    private static func shard(of hash: UInt64) -> Int { Int(hash % UInt64(shardCount)) }
}
