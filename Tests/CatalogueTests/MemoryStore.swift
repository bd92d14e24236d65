import Synchronization

@testable import Catalogue

/// A store of items in memory that can fail, forget its history, and count its reads.
final class MemoryStore: CatalogueStore {
    struct State {
        var items: [CatalogueItem.ID: (version: Int64, packed: PackedItem, openedBy: UInt32)] = [:]
        var removed: [CatalogueItem.ID: Int64] = [:]
        var version = ItemVersion(history: 1, number: 0)
        var oldestKnown: Int64 = 0
        var nextArrival: Int64 = 1
        var now: Instant = 0
        var failure: StoreError?
        var fullReads = 0
        var users: [UserID: UserState] = [:]
        var userVersion: UInt64 = 0
        var userReads = 0
        var acceptsReads = true
        var duringUserRead: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    func look<Value>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        state.withLock { state in
            let number = state.version.number + 1
            state.version = ItemVersion(history: state.version.history, number: number)
            for item in items {
                let previous = state.items[item.id]
                let packed = PackedItem(
                    item,
                    succeeding: previous?.packed,
                    nextArrival: &state.nextArrival,
                    at: state.now
                )
                state.items[item.id] = (number, packed, previous?.openedBy ?? 0)
                state.removed[item.id] = nil
            }
            return items.map { _ in .added }
        }
    }

    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        state.withLock { state in
            let number = state.version.number + 1
            state.version = ItemVersion(history: state.version.history, number: number)
            for id in ids where state.items.removeValue(forKey: id) != nil { state.removed[id] = number }
            return ids.count
        }
    }

    func readAll(_ receive: (Span<UInt8>, UInt32) -> Void) async throws(StoreError) -> ItemVersion {
        let copy = state.withLock { state in
            state.fullReads += 1
            return state
        }
        for (index, item) in copy.items.values.enumerated() {
            // A read that fails has given some of the items.
            if let failure = copy.failure, index == copy.items.count / 2 { throw failure }
            receive(item.packed.bytes.span, item.openedBy)
        }
        if let failure = copy.failure { throw failure }
        return copy.version
    }

    func readChanges(
        since version: ItemVersion,
        changed: (Span<UInt8>, UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let copy = state.withLock { $0 }
        guard version.history == copy.version.history, version.number >= copy.oldestKnown else { return nil }
        for item in copy.items.values where item.version > version.number {
            changed(item.packed.bytes.span, item.openedBy)
        }
        if let failure = copy.failure { throw failure }
        for (id, number) in copy.removed where number > version.number { removed(id) }
        return copy.version
    }

    var itemVersion: ItemVersion { state.withLock(\.version) }

    func append(_ batch: EventBatch, by user: UserID, at now: Instant) async throws(StoreError) -> BatchOutcome {
        if let failure = look(\.failure) { throw failure }
        return state.withLock { state in
            var next = state.users[user] ?? .empty
            let outcome = next.apply(batch, at: now) { _ in true }.outcome
            state.users[user] = next
            return outcome
        }
    }

    func forget(_ user: UserID) async throws(StoreError) { change { $0.users[user] = nil } }

    func state(of user: UserID) async throws(StoreError) -> UserState {
        let (found, pause) = look { ($0.users[user] ?? .empty, $0.duringUserRead) }
        change { $0.userReads += 1 }
        await pause?()
        return found
    }

    func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] { [] }
    func sampledUsers(limit: Int) async throws(StoreError) -> [UserID] { [] }
    func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent] { [] }
    func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal] { [] }
    func armTotals() async throws(StoreError) -> [ArmTotal] { [] }
    func delete(_ history: RetainedData, before moment: Instant) async throws(StoreError) -> Int { 0 }
    func acknowledgedPosition() async throws(StoreError) -> Int64 { 0 }
    func acknowledge(through position: Int64) async throws(StoreError) {}
    func checkpoint() -> LearningCheckpoint? { nil }
    func replaceCheckpoint(with checkpoint: LearningCheckpoint, in history: UInt64) -> Bool { false }
    func userVersion(of user: UserID) -> UInt64 { look(\.userVersion) }
    var acceptsWrites: Bool { true }
    var acceptsReads: Bool { look(\.acceptsReads) }
    func confirmWrites() async throws(StoreError) {}
    func signingKey() async throws(StoreError) -> [UInt8] { [] }
}
