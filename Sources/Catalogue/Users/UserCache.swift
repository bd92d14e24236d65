import Bytes
import Synchronization

/// A bounded LRU cache of users' states.
///
/// Writes of this process go through the cache, and changes of records by others show in the store's versions: a read
/// sees all those that returned before it began. Counts of others are seen after ``countsLifetime`` at the latest. The
/// result of a read is not cached if the state may have changed meanwhile.
public final class UserCache: Sendable {
    private let store: any CatalogueStore
    private let report: @Sendable (StoreOperation, Duration, StoreError?) -> Void
    private let stripes: [Stripe]

    /// The number of stripes, each with a lock of its own, so that event loops rarely contend.
    private static let stripeCount = 64
    public static let defaultCapacity = 10_000
    /// The minimum capacity, in records.
    public static let minimumCapacity = 2 * stripeCount
    /// After this time counts are read again.
    static let countsLifetime = Duration.seconds(30)

    /// - Parameter capacity: The number of records, ``minimumCapacity`` or more. A record counts once per kibibyte.
    public init(
        of store: any CatalogueStore,
        capacity: Int = UserCache.defaultCapacity,
        report: @escaping @Sendable (StoreOperation, Duration, StoreError?) -> Void = { _, _, _ in }
    ) {
        self.store = store
        self.report = report
        stripes = (0..<Self.stripeCount).map { _ in Stripe(capacity: capacity / Self.stripeCount) }
    }

    public var statistics: (hits: Int, misses: Int, count: Int) {
        stripes.reduce(into: (hits: 0, misses: 0, count: 0)) { sum, stripe in
            stripe.content.withLock { content in
                sum.hits += content.hits
                sum.misses += content.misses
                sum.count += content.records.count
            }
        }
    }

    // MARK: Reading

    /// The user's state, if it is cached. Never waits.
    public func cachedUser(_ user: UserID) -> CachedUser? {
        let version = store.userVersion(of: user)
        return stripe(of: user).content.withLock { content in
            guard let entry = content.records.value(for: user),
                entry.isCurrent(at: version) || !store.acceptsReads
            else { return nil }
            content.hits += 1
            return entry.user
        }
    }

    public func user(_ user: UserID) async throws(StoreError) -> CachedUser {
        if let cached = cachedUser(user) { return cached }
        let version = store.userVersion(of: user)
        let (writes, previous) = stripe(of: user).content.withLock { content in
            content.misses += 1
            return (content.writes, content.records.value(for: user)?.user.record)
        }
        let state = try await call(.readUser, of: user, { () throws(StoreError) in try await store.state(of: user) })
        // An equal record keeps what was derived from it.
        let record = previous.flatMap { $0.record == state.record ? $0 : nil } ?? CachedUserRecord(state.record)
        let read = CachedUser(record: record, counts: state.counts)
        stripe(of: user).content.withLock { content in
            guard content.writes == writes else { return }
            content.insert(Entry(user: read, version: version), for: user)
        }
        return read
    }

    /// The user's last known state, which may be outdated; `nil` if none is cached.
    public func lastKnownUser(_ user: UserID) -> CachedUser? {
        stripe(of: user).content.withLock { $0.records.value(for: user)?.user }
    }

    // MARK: Writing

    public func append(
        _ batch: EventBatch,
        by user: UserID,
        at now: Instant
    ) async throws(StoreError) -> BatchOutcome {
        let outcome = try await call(.appendEvents, of: user) {
            $0.isRepeated
        } _: { () throws(StoreError) in
            try await store.append(batch, by: user, at: now)
        }
        if outcome.hasChangedRecord { drop(user) } else { update(outcome.counts, of: user) }
        return outcome
    }

    public func forget(_ user: UserID) async throws(StoreError) {
        try await call(.forgetUser, of: user, { () throws(StoreError) in try await store.forget(user) })
        drop(user)
    }

    /// Calls the store. If a write fails, the last known state stays; if it may have changed it, it is read again once
    /// the store answers.
    /// - Parameter hasOnlyRead: Whether a write found nothing to write.
    private func call<Value>(
        _ operation: StoreOperation,
        of user: UserID,
        unless hasOnlyRead: (Value) -> Bool = { _ in false },
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let start = ContinuousClock.now
        do {
            let value = try await body()
            report(hasOnlyRead(value) ? .readUser : operation, ContinuousClock.now - start, nil)
            return value
        } catch {
            report(operation, ContinuousClock.now - start, error)
            guard operation.isWrite, error.mayHaveWritten else { throw error }
            stripe(of: user).content.withLock { content in
                content.writes += 1
                guard var entry = content.records.value(for: user) else { return }
                entry.expiry = .now
                content.insert(entry, for: user)
            }
            throw error
        }
    }

    private func drop(_ user: UserID) {
        stripe(of: user).content.withLock { content in
            content.writes += 1
            content.records.remove(user)
        }
    }

    /// Keeps newer counts of a cached user.
    private func update(_ counts: UserCounts, of user: UserID) {
        stripe(of: user).content.withLock { content in
            content.writes += 1
            guard let entry = content.records.value(for: user), entry.user.counts.revision < counts.revision
            else { return }
            let updated = CachedUser(record: entry.user.record, counts: counts)
            content.insert(Entry(user: updated, version: entry.version), for: user)
        }
    }

    private func stripe(of user: UserID) -> Stripe { stripes[Int(user.bucketHash % UInt64(Self.stripeCount))] }
}

private struct Entry {
    let user: CachedUser
    /// The user's version before the record was read.
    let version: UInt64
    /// When the counts may be outdated; past once a failed write may have changed the state.
    var expiry = ContinuousClock.now + UserCache.countsLifetime

    func isCurrent(at version: UInt64) -> Bool { version == self.version && expiry > .now }

    /// The approximate size of the state in kibibytes, at least 1.
    var cost: Int {
        let idSize = MemoryLayout<CatalogueItem.ID>.stride + 16
        return 1 + (user.record.record.opened.count * idSize + user.counts.items.count * 2 * idSize) / 1_024
    }
}

private final class Stripe: Sendable {
    struct Content {
        var records: LRUCache<UserID, Entry>
        var writes: UInt64 = 0
        var hits = 0
        var misses = 0

        mutating func insert(_ entry: Entry, for user: UserID) { records.insert(entry, for: user, cost: entry.cost) }
    }

    let content: Mutex<Content>

    init(capacity: Int) { content = Mutex(Content(records: LRUCache(capacity: capacity))) }
}
