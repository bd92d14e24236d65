import Catalogue
import Testing

/// All data of a store except its versions.
struct Content: Hashable {
    /// The bytes of each item, and the number of users who opened it.
    var items: [[UInt8]: UInt32] = [:]
    var users: [UserState] = []
    var events: [UserEvent] = []
    var eventTotals: Set<EventTotal> = []
    var armTotals: Set<ArmTotal> = []
    var acknowledgedPosition: Int64 = 0
    var signingKey: [UInt8] = []
    var checkpoint: LearningCheckpoint?

    init(of store: some CatalogueStore) async throws {
        _ = try await store.readAll { packed, openedBy in
            items[packed.indices.map { packed[$0] }] = openedBy
        }
        for user in PopulatedStore.users { users.append(try await store.state(of: user)) }
        events = try await store.events(after: 0, limit: 10_000)
        eventTotals = Set(try await store.eventTotals(since: .min))
        armTotals = Set(try await store.armTotals())
        acknowledgedPosition = try await store.acknowledgedPosition()
        signingKey = try await store.signingKey()
        checkpoint = try await store.checkpoint()
    }
}
