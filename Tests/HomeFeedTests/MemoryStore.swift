import Synchronization
import Testing

@testable import Catalogue

/// A store in memory that fails to read users' states, or does not answer, when it is told so.
final class MemoryStore: CatalogueStore {
    enum Conduct {
        case answers
        case fails
        /// Does not answer before the caller gives up.
        case hangs
    }

    private struct State {
        var items: [CatalogueItem.ID: (version: Int64, packed: PackedItem, openedBy: UInt32)] = [:]
        var removed: [CatalogueItem.ID: Int64] = [:]
        var version: Int64 = 0
        var nextArrival: Int64 = 1
        /// When items are changed.
        var now: Instant = 1_700_000_000
        var users: [UserID: UserState] = [:]
        var userVersion: UInt64 = 0
        var events: [UserEvent] = []
        var totals = EventTotals()
        var userReads = 0
        var conduct = Conduct.answers

        mutating func count(_ difference: Int, _ id: CatalogueItem.ID) {
            guard let item = items[id] else { return }
            items[id] = (version, item.packed, UInt32(Int(item.openedBy) + difference))
        }
    }

    private let state = Mutex(State())

    /// From now on, users' states are read like this; caches forget those that they have.
    func conduct(_ conduct: Conduct) {
        state.withLock { state in
            state.conduct = conduct
            state.userVersion += 1
        }
    }

    var userReads: Int { state.withLock(\.userReads) }

    /// From now on, items are changed at this time.
    func changeItems(at now: Instant) { state.withLock { $0.now = now } }

    /// What has changed since `version`, and the version reached.
    func changes(
        since version: Int64
    ) -> (changed: [(packed: PackedItem, openedBy: UInt32)], removed: [CatalogueItem.ID], version: ItemVersion) {
        state.withLock { state in
            (
                state.items.values.filter { $0.version > version }.map { ($0.packed, $0.openedBy) },
                state.removed.filter { $0.value > version }.map(\.key),
                ItemVersion(history: 1, number: state.version)
            )
        }
    }

    // MARK: Items

    func upsert(_ items: [CatalogueItem]) -> [UpsertOutcome] {
        state.withLock { state in
            state.version += 1
            return items.map { item in
                let previous = state.items[item.id]
                let packed = PackedItem(
                    item,
                    succeeding: previous?.packed,
                    nextArrival: &state.nextArrival,
                    at: state.now
                )
                state.items[item.id] = (state.version, packed, previous?.openedBy ?? 0)
                state.removed[item.id] = nil
                return previous == nil ? .added : previous?.packed == packed ? .unchanged : .changed
            }
        }
    }

    func remove(_ ids: [CatalogueItem.ID]) -> Int {
        state.withLock { state in
            state.version += 1
            return ids.count { id in
                guard state.items.removeValue(forKey: id) != nil else { return false }
                state.removed[id] = state.version
                return true
            }
        }
    }

    var itemVersion: ItemVersion { changes(since: .max).version }

    func readAll(_ receive: (Span<UInt8>, UInt32) -> Void) -> ItemVersion {
        let all = changes(since: -1)
        for item in all.changed { receive(item.packed.bytes.span, item.openedBy) }
        return all.version
    }

    func readChanges(
        since version: ItemVersion,
        changed: (Span<UInt8>, UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) -> ItemVersion? {
        let changes = changes(since: version.number)
        for item in changes.changed { changed(item.packed.bytes.span, item.openedBy) }
        for id in changes.removed { removed(id) }
        return changes.version
    }

    // MARK: Users

    /// Caches forget the user, because tests may write without them.
    func append(_ batch: EventBatch, by user: UserID, at now: Instant) -> BatchOutcome {
        state.withLock { state in
            state.version += 1
            state.userVersion += 1
            var next = state.users[user] ?? .empty
            let items = state.items
            let effect = next.apply(batch, at: now) { items[$0] != nil }
            if effect.outcome.isRepeated { return effect.outcome }
            state.users[user] = next
            for (action, at) in effect.logged {
                let position = Int64(state.events.count + 1)
                state.events.append(UserEvent(position: position, user: user, action: action, at: at))
            }
            for (id, difference) in effect.openedBy { state.count(difference, id) }
            state.totals += effect.totals
            return effect.outcome
        }
    }

    func forget(_ user: UserID) {
        state.withLock { state in
            state.version += 1
            state.userVersion += 1
            for id in state.users.removeValue(forKey: user)?.record.opened ?? [] { state.count(-1, id) }
        }
    }

    func state(of user: UserID) async throws(StoreError) -> UserState {
        let (found, conduct) = state.withLock { state in
            state.userReads += 1
            return (state.users[user] ?? .empty, state.conduct)
        }
        switch conduct {
        case .answers: return found
        case .fails: throw .unavailable(StoreFailure(.ioError, "the disk is gone"))
        case .hangs:
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
            throw .busy
        }
    }

    func userVersion(of user: UserID) -> UInt64 { state.withLock(\.userVersion) }

    // MARK: Not needed by a feed

    var acceptsWrites: Bool { true }
    var acceptsReads: Bool { true }
    func confirmWrites() async throws(StoreError) {}
    func signingKey() -> [UInt8] { Array(repeating: 7, count: StoreLimits.signingKeyLength) }
    func events(after position: Int64, limit: Int) -> [UserEvent] {
        state.withLock { Array($0.events.dropFirst(Int(position)).prefix(limit)) }
    }
    func lastEvents(of user: UserID, limit: Int) -> [UserEvent] {
        state.withLock { Array($0.events.filter { $0.user == user }.reversed().prefix(limit)) }
    }
    func eventTotals(since day: Int32) -> [EventTotal] {
        state.withLock { state in
            state.totals.places.filter { $0.key.day >= day }.map { EventTotal(key: $0.key, counts: $0.value) }
        }
    }
    func sampledUsers(limit: Int) -> [UserID] { [] }
    func armTotals() -> [ArmTotal] { state.withLock { $0.totals.arms.map { ArmTotal(arm: $0.key, sums: $0.value) } } }
    func delete(_ history: RetainedData, before moment: Instant) -> Int { 0 }
    func acknowledgedPosition() -> Int64 { 0 }
    func acknowledge(through position: Int64) {}
    func checkpoint() -> LearningCheckpoint? { nil }
    func replaceCheckpoint(with checkpoint: LearningCheckpoint, in history: UInt64) -> Bool { false }
}

extension MemoryStore {
    func record(_ search: UserSearch, by user: UserID) {
        record(ReportedEvent(.action(.searched(search)), at: 0), by: user)
    }

    /// Opens the items one after the other.
    func recordOpened(_ items: String..., by user: UserID) {
        recordOpened(ids(items), by: user)
    }

    func recordOpened(_ items: [CatalogueItem.ID], by user: UserID, at now: Instant = 0) {
        record(items.map { ReportedEvent(.action(.opened($0)), at: now) }, by: user)
    }

    /// Stores the events in one batch, each at its own time.
    func record(_ events: ReportedEvent..., by user: UserID) { record(events, by: user) }

    func record(_ events: [ReportedEvent], by user: UserID) {
        let outcome = append(EventBatch(events), by: user, at: events.map(\.at).max() ?? 0)
        #expect(outcome.unknownItems.isEmpty, "events of unknown items")
    }
}
