import Bytes
import Synchronization

/// A bounded LRU cache of users' records.
///
/// Writes of this process go through the cache, and those of others show in the store's versions: a read sees all
/// writes that returned before it began. The result of a read is not cached if the record may have changed meanwhile.
public final class UserCache: Sendable {
    private let store: any CatalogueStore
    private let report: @Sendable (Operation, Duration, StoreError?) -> Void
    private let shards: [Shard]

    /// The number of shards, each with a lock of its own, so that event loops rarely contend.
    private static let shardCount = 64
    /// The default capacity, in records.
    public static let defaultCapacity = 10_000
    /// The minimum capacity, in records.
    public static let minimumCapacity = 2 * shardCount

    /// An operation of the store.
    public enum Operation: Sendable {
        case read, append, forget
    }

    /// An empty cache.
    /// - Parameters:
    ///   - capacity: The number of records, ``minimumCapacity`` or more. A record counts once per kibibyte.
    ///   - report: Called after each operation of the store, with its duration and error.
    public init(
        of store: any CatalogueStore,
        capacity: Int = UserCache.defaultCapacity,
        report: @escaping @Sendable (Operation, Duration, StoreError?) -> Void = { _, _, _ in }
    ) {
        self.store = store
        self.report = report
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: capacity / Self.shardCount) }
    }

    /// Hits, misses and size.
    public var statistics: Statistics {
        shards.reduce(into: Statistics()) { sum, shard in
            shard.content.withLock { content in
                sum.hits += content.hits
                sum.misses += content.misses
                sum.count += content.records.count
            }
        }
    }

    /// Statistics of a cache.
    public struct Statistics: Hashable, Sendable {
        /// The number of reads from the cache.
        public var hits = 0
        /// The number of reads from the store.
        public var misses = 0
        /// The number of cached records.
        public var count = 0
    }

    // MARK: Reading

    /// The user's record, if it is cached. Never waits.
    public func cachedRecord(of user: UserID) -> CachedUserRecord? {
        let version = store.userVersion(of: user)
        return shard(of: user).content.withLock { content in
            guard let entry = content.records.value(for: user), entry.version == version else { return nil }
            content.hits += 1
            return entry.record
        }
    }

    /// The user's record, from the cache or the store.
    public func record(of user: UserID) async throws(StoreError) -> CachedUserRecord {
        if let cached = cachedRecord(of: user) { return cached }
        let version = store.userVersion(of: user)
        let writes = shard(of: user).content.withLock { content in
            content.misses += 1
            return content.writes
        }
        let record = CachedUserRecord(
            try await measure(.read) { () throws(StoreError) in try await store.record(of: user) }
        )
        shard(of: user).content.withLock { content in
            guard content.writes == writes else { return }
            let entry = Entry(record: record, version: version)
            content.records.insert(entry, for: user, cost: entry.cost)
        }
        return record
    }

    // MARK: Writing

    /// Appends actions, see ``UserEventStore/append(_:by:at:)``.
    public func append(_ actions: [UserAction], by user: UserID, at now: Int64) async throws(StoreError) {
        // Also after an error, whose outcome may be unknown.
        defer { drop(user) }
        try await measure(.append) { () throws(StoreError) in try await store.append(actions, by: user, at: now) }
    }

    /// Forgets the user, see ``UserEventStore/forget(_:)``.
    public func forget(_ user: UserID) async throws(StoreError) {
        defer { drop(user) }
        try await measure(.forget) { () throws(StoreError) in try await store.forget(user) }
    }

    private func measure<Value>(
        _ operation: Operation,
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let start = ContinuousClock.now
        do {
            let value = try await body()
            report(operation, ContinuousClock.now - start, nil)
            return value
        } catch {
            report(operation, ContinuousClock.now - start, error)
            throw error
        }
    }

    private func drop(_ user: UserID) {
        shard(of: user).content.withLock { content in
            content.writes += 1
            content.records.remove(user)
        }
    }

    private func shard(of user: UserID) -> Shard { shards[Int(user.shardHash % UInt64(Self.shardCount))] }
}

private struct Entry {
    let record: CachedUserRecord
    /// The user's version before the record was read.
    let version: UInt64

    /// The approximate size of the record in kibibytes, at least 1.
    var cost: Int { 1 + record.record.opened.count * (MemoryLayout<CatalogueItem.ID>.stride + 16) / 1_024 }
}

private final class Shard: Sendable {
    struct Content {
        var records: LRUCache<UserID, Entry>
        /// The number of writes of the shard's users.
        var writes: UInt64 = 0
        var hits = 0
        var misses = 0
    }

    let content: Mutex<Content>

    init(capacity: Int) { content = Mutex(Content(records: LRUCache(capacity: capacity))) }
}
