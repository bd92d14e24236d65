/// A store of items, users and events, as both engines offer it.
///
/// - **Durable**: a write that has returned survives `kill -9` of the process and a loss of power.
/// - **Atomic**: a write that throws has changed nothing.
/// - **Ordered**: a read that begins after a write of this store has returned sees it. A read sees the writes of other stores over
///   the same data once ``itemVersion`` or ``userVersion(of:)`` shows them.
public protocol CatalogueStore: ItemStore, UserEventStore, Outbox {
    /// The version of the items as far as it is known. It shows a write of this store once that has returned, and a write of
    /// another one within ``StoreLimits/versionDelay`` of its commit. A write that changes no item changes no version.
    ///
    /// It never waits, and mostly costs no more than reading a clock. While the store cannot be read it stays as it is.
    var itemVersion: ItemVersion { get }

    /// A number that changes once another store over the same data has changed the user's record, within the same time. It may
    /// change for other reasons. Writes of this store do not change it. It never waits, and has no meaning in other processes.
    func userVersion(of user: UserID) -> UInt64

    /// Whether changes can be made, as far as is known. It never waits.
    var acceptsWrites: Bool { get }

    /// The secret key that signs cursors and tokens: ``StoreLimits/signingKeyLength`` random bytes, made once for the store and
    /// the same in every process.
    func signingKey() async throws(StoreError) -> [UInt8]
}
