import Caching
import Synchronization

/// The records of the users who were asked for last, as many as fit.
///
/// What users do in this process goes through the cache, and what they do elsewhere shows in the store's versions: a read that
/// begins after a write has returned sees it. Of a read that is under way while its user's record changes, the result is handed to
/// the caller and not kept.
public final class UserCache: Sendable {
    private let store: any CatalogueStore
    private let shards: [Shard]

    /// How many shards the cache has, each with a lock of its own, so that event loops seldom wait for each other.
    private static let shardCount = 64
    /// How many records the cache holds by default.
    public static let defaultCapacity = 10_000
    /// The least capacity of a cache.
    public static let minimumCapacity = 2 * shardCount

    /// A cache of `capacity` records of up to a kibibyte, ``minimumCapacity`` or more. A longer record counts for as many as it has
    /// kibibytes.
    public init(of store: any CatalogueStore, capacity: Int = UserCache.defaultCapacity) {
        self.store = store
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
    public func cachedHistory(of user: UserID) -> UserHistory? {
        let version = store.userVersion(of: user)
        return shard(of: user).content.withLock { content in
            guard let entry = content.records.value(for: user), entry.version == version else { return nil }
            content.hits += 1
            return entry.history
        }
    }

    /// The user's record, from the cache or the store.
    public func history(of user: UserID) async throws(StoreError) -> UserHistory {
        if let cached = cachedHistory(of: user) { return cached }
        let version = store.userVersion(of: user)
        let writes = shard(of: user).content.withLock { content in
            content.misses += 1
            return content.writes
        }
        let history = try await store.history(of: user)
        shard(of: user).content.withLock { content in
            guard content.writes == writes else { return }
            let entry = Entry(history: history, version: version)
            content.records.insert(entry, for: user, cost: entry.cost)
        }
        return history
    }

    // MARK: Writing

    /// Appends the actions to the store, see ``UserEventStore/append(_:by:at:)``.
    public func append(_ actions: [UserAction], by user: UserID, at now: Int64) async throws(StoreError) {
        // After a failure, too: it may not be known whether the store has them.
        defer { drop(user) }
        try await store.append(actions, by: user, at: now)
    }

    /// Forgets all that is known of the user, see ``UserEventStore/forget(_:)``.
    public func forget(_ user: UserID) async throws(StoreError) {
        defer { drop(user) }
        try await store.forget(user)
    }

    private func drop(_ user: UserID) {
        shard(of: user).content.withLock { content in
            content.writes += 1
            content.records.remove(user)
        }
    }

    private func shard(of user: UserID) -> Shard { shards[Int(user.spread % UInt64(Self.shardCount))] }
}

private struct Entry {
    let history: UserHistory
    /// The version of the user in which the history was read.
    let version: UInt64

    /// About how many kibibytes the record takes, at least 1.
    var cost: Int { 1 + history.opened.count * MemoryLayout<CatalogueItem.ID>.stride / 1_024 }
}

private final class Shard: Sendable {
    struct Content {
        var records: GenerationalCache<UserID, Entry>
        /// How many writes there were among the shard's users.
        var writes: UInt64 = 0
        var hits = 0
        var misses = 0
    }

    let content: Mutex<Content>

    init(capacity: Int) { content = Mutex(Content(records: GenerationalCache(capacity: capacity))) }
}
