import Caching
import Catalogue
import Synchronization

/// The records of the users that were read last, as many as there is room for.
///
/// A record is known for as long as the store's version says that nobody else has changed it, and until its user does
/// something here. To find one takes a lock for as long as a look into a dictionary, and allocates nothing.
public final class UserMemory: Sendable {
    /// How many records are remembered where nothing else is said.
    public static let defaultCapacity = 10_000

    /// How many shards the memory has, each with a lock of its own, so that those who look for different users seldom meet.
    private static let shardCount = 64

    private let shards: [Shard]

    /// The least capacity of a memory.
    public static let minimumCapacity = 2 * shardCount

    /// Room for `capacity` records of up to a kibibyte, ``minimumCapacity`` or more. One that takes more, since its user has
    /// opened much, counts for as many as it takes kibibytes.
    public init(capacity: Int = UserMemory.defaultCapacity) {
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: capacity / Self.shardCount) }
    }

    /// How many records were found.
    public var hits: Int { shards.reduce(0) { $0 + $1.content.withLock(\.hits) } }

    /// How many records had to be read.
    public var misses: Int { shards.reduce(0) { $0 + $1.content.withLock(\.misses) } }

    /// How many records there are.
    public var count: Int { shards.reduce(0) { $0 + $1.content.withLock(\.records.count) } }

    /// The user's record, where it is known and as it is in this version.
    func record(of user: UserID, in version: RecordVersion) -> UserRecord? {
        shard(of: user).content.withLock { content in
            guard let entry = content.records.value(for: user), entry.isValid(in: version) else { return nil }
            content.hits += 1
            return entry.record
        }
    }

    /// Begins to read the user's record. What was read is remembered by this, if nothing has happened to it meanwhile.
    func beginReading(_ user: UserID) -> Reading {
        shard(of: user).content.withLock { content in
            content.misses += 1
            return Reading(writes: content.writes)
        }
    }

    /// Remembers the record, which was read after `reading` had begun and `version` was asked for.
    func remember(_ record: UserRecord, of user: UserID, in version: RecordVersion, after reading: Reading) {
        shard(of: user).content.withLock { content in
            guard content.writes == reading.writes else { return }
            content.records.insert(Entry(record: record, version: version), for: user, cost: record.cost)
        }
    }

    /// Forgets the user's record, which has just changed in the store, and whatever is being read of it.
    func drop(_ user: UserID) {
        shard(of: user).content.withLock { content in
            content.writes += 1
            content.records.remove(user)
        }
    }

    private func shard(of user: UserID) -> Shard { shards[Int(user.spread % UInt64(Self.shardCount))] }
}

/// A read that is under way.
struct Reading {
    /// How many writes there were among the users of the shard when it began.
    fileprivate let writes: UInt64
}

/// The version of what a user's record tells.
struct RecordVersion {
    let catalogue: UInt64
    let user: UInt64

    init(of user: UserID, in store: some PropertyStore) {
        catalogue = store.version().catalogue
        self.user = store.version(of: user)
    }
}

private struct Entry {
    let record: UserRecord
    let version: RecordVersion

    /// Whether the record is as it was read. One without listings tells nothing of the catalogue.
    func isValid(in current: RecordVersion) -> Bool {
        version.user == current.user
            && (version.catalogue == current.catalogue || record.recentlyOpened.isEmpty)
    }
}

private final class Shard: Sendable {
    struct Content {
        var records: GenerationalCache<UserID, Entry>
        var writes: UInt64 = 0
        var hits = 0
        var misses = 0
    }

    let content: Mutex<Content>

    init(capacity: Int) {
        content = Mutex(Content(records: GenerationalCache(capacity: capacity)))
    }
}

extension UserRecord {
    /// About how many kibibytes the record takes, at least 1.
    fileprivate var cost: Int {
        let hits = recentlyOpened.count * MemoryLayout<ListingHit>.stride
        let keys = (opened?.count ?? 0) * MemoryLayout<ItemKey>.stride
        return 1 + (hits + keys) / 1_024
    }
}
