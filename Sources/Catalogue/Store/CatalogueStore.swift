/// A store of items, users and events. Both engines implement it.
///
/// - **Durable**: a write that returned survives `kill -9` and a power failure.
/// - **Atomic**: a write that throws changes nothing.
/// - **Ordered**: a read sees all writes of this store that returned before it began. It sees writes of other stores
///   over the same data once ``itemVersion`` or ``userVersion(of:)`` shows them.
public protocol CatalogueStore: ItemStore, UserEventStore {
    /// The latest known version of the items. It includes writes of this store once they return, and writes of others
    /// within ``StoreLimits/versionDelay`` of their commit. A write that changes no item changes no version.
    ///
    /// Never waits; usually costs no more than reading a clock. Stays unchanged while the store cannot be read. SQLite
    /// stores look into the file (`VersionMonitor`), PostgreSQL's listen (`Announcement`).
    var itemVersion: ItemVersion { get }

    /// A number that changes after another store over the same data changed the user's record, within the same time. It
    /// may change for other reasons, but not by writes of this store. Never waits; meaningless in other processes.
    func userVersion(of user: UserID) -> UInt64

    /// Whether writes are possible, as far as known. Never waits.
    var acceptsWrites: Bool { get }

    /// Whether reads are possible, as far as known. Never waits.
    var acceptsReads: Bool { get }

    /// Makes a write that changes nothing, to see whether writes succeed.
    func confirmWrites() async throws(StoreError)

    /// The secret key that signs cursors and tokens: ``StoreLimits/signingKeyLength`` random bytes, made with the store
    /// and the same in every process.
    func signingKey() async throws(StoreError) -> [UInt8]

    // MARK: Learning

    func checkpoint() async throws(StoreError) -> LearningCheckpoint?

    /// Replaces the checkpoint, in one transaction.
    ///
    /// Refused if the stored checkpoint has this or a later position, or if the store's history is another one.
    /// - Parameters:
    ///   - checkpoint: It has nothing of users who were forgotten before its position.
    ///   - history: The ``ItemVersion/history`` in which the events were read.
    func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool

    // MARK: External recommendation service

    /// The position of the last acknowledged event; 0 if there is none.
    func acknowledgedPosition() async throws(StoreError) -> Int64

    /// Acknowledges the events up to and including `position`. The position never moves back.
    ///
    /// Call it with 0 before the first event is sent: from then on, users who are forgotten are named in the log until
    /// that is acknowledged.
    func acknowledge(through position: Int64) async throws(StoreError)
}

/// The durable items of the catalogue, and a feed of their changes.
public protocol ItemStore: Sendable {
    /// Adds or replaces the items, in order: of several with one id the last counts. All or none.
    ///
    /// An item keeps its place in the order of arrival, and its place in each collection until it leaves. An item that
    /// is added again after its removal is new: it comes last, and no user has opened it.
    /// - Returns: the outcome of each, in order.
    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome]

    /// Removes items. Records and events of users keep them. Removals are known for ``StoreLimits/tombstoneLifetime``.
    /// - Returns: the number of items that existed.
    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int

    /// Reads all items at one version, in any order.
    /// - Parameter receive: Receives each ``PackedItem`` and the number of users who opened it.
    func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion

    /// Reads the changes since `version`, at one version: each item that was added or changed, also in the number of
    /// users who opened it, and the id of each that was removed.
    /// - Returns: the version reached; `nil` if the changes are no longer known or very many, or `version` is of
    ///   another history: then everything must be read again.
    func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion?
}

public struct ItemVersion: Hashable, Sendable {
    /// Random. It changes when acknowledged writes may have been lost: after a backup was restored, or a replica that
    /// lagged behind was promoted.
    public let history: UInt64
    /// Grows with every change within a history.
    public let number: Int64

    public init(history: UInt64, number: Int64) {
        self.history = history
        self.number = number
    }
}

public enum UpsertOutcome: Hashable, Sendable {
    case added
    case changed
    case unchanged
}

/// Users' actions: an append-only log of events, and the state of each user that is derived from them.
public protocol UserEventStore: Sendable {
    /// Applies a batch of events to the user's state, in the order of their times, logs the actions, and adds to the
    /// totals. All or none, except for events of items that the store does not have, which
    /// ``BatchOutcome/unknownItems`` names.
    ///
    /// A search equal to the last one is not logged again. What was shown is counted, but not logged.
    func append(_ batch: EventBatch, by user: UserID, at now: Instant) async throws(StoreError) -> BatchOutcome

    /// Deletes a user's state and events. Totals keep what was counted.
    ///
    /// If there was a record or an event, `UserAction.forgotten` is logged. The logged event names the user only if an
    /// external service may have received events (see ``CatalogueStore/acknowledge(through:)``), and until it is
    /// acknowledged.
    func forget(_ user: UserID) async throws(StoreError)

    /// Returns the user's state; ``UserState/empty`` if there is none. The counts may lack what other stores over the
    /// same data have counted last.
    func state(of user: UserID) async throws(StoreError) -> UserState

    /// Returns up to `limit` users who have a record: the first in the order of a hash of their ids, so that a sample
    /// hardly changes as users come and go. Reads all ids.
    func sampledUsers(limit: Int) async throws(StoreError) -> [UserID]

    /// Returns the events after `position`, in the order of positions.
    func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent]

    /// Returns the last events of a user, the latest first.
    func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent]

    /// Returns the totals since a day, see ``EventTotal/Key/day``, in any order.
    func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal]

    /// Returns the totals of the arms of experiments, in any order.
    func armTotals() async throws(StoreError) -> [ArmTotal]

    /// Deletes what is older than `moment`. It takes several transactions: after an error some may be deleted.
    func delete(_ history: RetainedData, before moment: Instant) async throws(StoreError) -> Int
}

/// What a store keeps for some time.
public enum RetainedData: String, CaseIterable, Sendable {
    /// The log. The users' records stay.
    case events
    /// The counts of users whose last visit ended before.
    case counts
    /// The totals of the days before.
    case totals
}

public enum StoreLimits {
    /// The maximum time until another store's write shows in the versions.
    static let versionDelay: Duration = .milliseconds(50)
    /// How long removals are known, in seconds: 7 days.
    public static let tombstoneLifetime: Int64 = 7 * 24 * 60 * 60
    /// The length of the signing key, in bytes.
    public static let signingKeyLength = 32
}
