import Catalogue
import Testing

/// All data of a store except its versions.
struct Content: Hashable {
    /// The bytes of each item, and the number of users who opened it.
    var items: [[UInt8]: UInt32] = [:]
    var records: [UserRecord] = []
    var events: [UserEvent] = []
    var acknowledgedPosition: Int64 = 0
    var signingKey: [UInt8] = []
    var checkpoint: LearningCheckpoint?

    init(of store: some CatalogueStore) async throws {
        _ = try await store.readAll { packed, openedBy in
            items[packed.indices.map { packed[$0] }] = openedBy
        }
        for user in PopulatedStore.users { records.append(try await store.record(of: user)) }
        events = try await store.events(after: 0, limit: 10_000)
        acknowledgedPosition = try await store.acknowledgedPosition()
        signingKey = try await store.signingKey()
        checkpoint = try await store.checkpoint()
    }
}
