import Bytes
import Synchronization

/// The records of the users who were asked for last, as many as fit.
///
/// What users do in this process goes through the cache, and what they do elsewhere shows in the store's versions: a read that
/// begins after a write has returned sees it. Of a read that is under way while its user's record changes, the result is handed to
/// the caller and not kept.
public final class UserCache: Sendable {
    private let store: any CatalogueStore
    private let report: @Sendable (Operation, Duration, StoreError?) -> Void
    private let shards: [Shard]

    /// How many shards the cache has, each with a lock of its own, so that event loops seldom wait for each other.
    private static let shardCount = 64
    /// How many records the cache holds by default.
    public static let defaultCapacity = 10_000
    /// The least capacity of a cache.
    public static let minimumCapacity = 2 * shardCount

    /// What the cache asks of the store.
    public enum Operation: Sendable {
        case read, append, forget
    }

    /// A cache of records.
    /// - Parameters:
    ///   - capacity: How many records of up to a kibibyte it holds, ``minimumCapacity`` or more. A longer record counts for as many
    ///     as it has kibibytes.
    ///   - report: Called after each operation of the store, with how long it took and why it failed.
    public init(
        of store: any CatalogueStore,
        capacity: Int = UserCache.defaultCapacity,
        report: @escaping @Sendable (Operation, Duration, StoreError?) -> Void = { _, _, _ in }
    ) {
        self.store = store
        self.report = report
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: capacity / Self.shardCount) }
    }

    /// How often the cache was asked, and what it holds.
    public var statistics: Statistics {
        shards.reduce(into: Statistics()) { sum, shard in
            shard.content.withLock { content in
                sum.hits += content.hits
                sum.misses += content.misses
                sum.count += content.records.count
            }
        }
    }

    /// See ``UserCache/statistics``.
    public struct Statistics: Hashable, Sendable {
        /// How many records were found.
        public var hits = 0
        /// How many records had to be read from the store.
        public var misses = 0
        /// How many records the cache holds.
        public var count = 0
    }

    // MARK: Reading

    /// The user's record where the cache has it; `nil` where it has to be read. It never waits.
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

    /// Appends the actions to the store, see ``UserEventStore/append(_:by:at:)``.
    public func append(_ actions: [UserAction], by user: UserID, at now: Int64) async throws(StoreError) {
        // After a failure, too: it may not be known whether the store has them.
        defer { drop(user) }
        try await measure(.append) { () throws(StoreError) in try await store.append(actions, by: user, at: now) }
    }

    /// Forgets all that is known of the user, see ``UserEventStore/forget(_:)``.
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
    /// The version of the user in which the record was read.
    let version: UInt64

    /// About how many kibibytes the record takes, at least 1.
    var cost: Int { 1 + record.record.opened.count * (MemoryLayout<CatalogueItem.ID>.stride + 16) / 1_024 }
}

private final class Shard: Sendable {
    struct Content {
        var records: LRUCache<UserID, Entry>
        /// How many writes there were among the shard's users.
        var writes: UInt64 = 0
        var hits = 0
        var misses = 0
    }

    let content: Mutex<Content>

    init(capacity: Int) { content = Mutex(Content(records: LRUCache(capacity: capacity))) }
}
