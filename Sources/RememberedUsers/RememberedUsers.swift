public import Catalogue

/// A store that remembers what it knows of the users who were asked for last.
///
/// What users do goes through it, and what others write shows in the store's version: a read that begins after a write has
/// returned sees it here as it does in the store itself. It keeps that, too, of a read that is under way while its user's
/// write commits: what it finds is handed to whoever asked, and not remembered.
public struct RememberedUsers: PropertyStore {
    let store: any PropertyStore
    private let memory: UserMemory

    /// Remembers in `memory`, which is nobody else's, what is known of the users of `store`.
    public init(of store: any PropertyStore, in memory: UserMemory) {
        self.store = store
        self.memory = memory
    }

    // MARK: What is remembered

    /// Looks into the memory.
    public func rememberedRecord(of user: UserID) -> UserRecord? {
        memory.record(of: user, in: RecordVersion(of: user, in: store))
    }

    /// Looks into the memory, else into the store.
    public func record(of user: UserID) async throws(StoreError) -> UserRecord {
        let version = RecordVersion(of: user, in: store)
        if let known = memory.record(of: user, in: version) { return known }
        let reading = memory.beginReading(user)
        let record = try await store.record(of: user)
        memory.remember(record, of: user, in: version, after: reading)
        return record
    }

    /// Looks at the user's record, where that is remembered and tells of all listings, else into the store.
    public func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> {
        guard let opened = rememberedRecord(of: user)?.opened else {
            return try await store.opened(by: user, among: listings)
        }
        return opened.isEmpty ? [] : Set(listings.lazy.filter(opened.contains))
    }

    // MARK: What changes it

    /// Records the search, after which the user's record has to be read again.
    public func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError) {
        // After a failure as well: who knows what came of it.
        defer { memory.drop(user) }
        try await store.record(search, by: user)
    }

    /// Records what was opened, after which the user's record has to be read again.
    public func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError) {
        defer { memory.drop(user) }
        try await store.recordOpened(items, by: user)
    }

    /// Forgets the user.
    public func forget(_ user: UserID) async throws(StoreError) {
        defer { memory.drop(user) }
        try await store.forget(user)
    }
}
