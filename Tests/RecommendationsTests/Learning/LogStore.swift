import SeededRandom
import Synchronization

@testable import Catalogue

/// A log of events and a checkpoint in memory. Reads and writes may fail.
final class LogStore: CatalogueStore {
    struct State {
        var events: [UserEvent] = []
        var lastPosition: Int64 = 0
        var checkpoint: LearningCheckpoint?
        var history: UInt64 = 1
        var acceptsWrites = true
        /// The error of every access to the checkpoint.
        var failure: StoreError?
        /// The errors of the next reads of events.
        var readFailures: [StoreError] = []
        /// The positions after which events were read, and the limits.
        var reads: [Int64] = []
        var limits: [Int] = []
        var writes = 0
        /// Called before the next read of events, once.
        var beforeRead: (@Sendable (inout State) -> Void)?

        mutating func open(_ item: String, _ user: String, at time: Instant = 0) {
            log(.opened(CatalogueItem.ID(kind: "product", id: item)), UserID(user)!, at: time)
        }

        /// Forgets a user, as `UserEventStore.forget` does.
        mutating func forget(_ user: String) {
            let deleted = events.filter { $0.user.rawValue == user }
            events.removeAll { $0.user.rawValue == user }
            let openings = deleted.filter { $0.action.code == UserAction.openedCode }.map(\.position)
            log(.forgotten(openings: openings.isEmpty ? nil : openings), .erased, at: 0)
        }

        private mutating func log(_ action: UserAction, _ user: UserID, at time: Instant) {
            lastPosition += 1
            events.append(UserEvent(position: lastPosition, user: user, action: action, at: time))
        }
    }

    private let state = Mutex(State())

    init(_ events: [UserEvent] = []) { append(events) }

    func append(_ events: some Sequence<UserEvent>) {
        change { state in
            state.events += events
            state.lastPosition = state.events.last?.position ?? 0
        }
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    func look<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    /// Appends openings of random items and users, one in each hour, so that a learner publishes each one.
    func append(_ count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        change { state in
            for _ in 0..<count {
                let item = Int.random(in: 0..<40, using: &random)
                let user = Int.random(in: 0..<9, using: &random)
                state.open("\(item)", "u\(user)", at: Instant(seconds: state.lastPosition * 3_600))
            }
        }
    }

    func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent] {
        let result: Result<[UserEvent], StoreError> = state.withLock { state in
            let action = state.beforeRead
            state.beforeRead = nil
            action?(&state)
            state.reads.append(position)
            state.limits.append(limit)
            if !state.readFailures.isEmpty { return .failure(state.readFailures.removeFirst()) }
            return .success(Array(state.events.drop { $0.position <= position }.prefix(limit)))
        }
        return try result.get()
    }

    func checkpoint() async throws(StoreError) -> LearningCheckpoint? {
        if let failure = look(\.failure) { throw failure }
        return look(\.checkpoint)
    }

    func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool {
        change { $0.writes += 1 }
        if let failure = look(\.failure) { throw failure }
        return state.withLock { state in
            guard history == state.history, checkpoint.position > state.checkpoint?.position ?? 0 else { return false }
            state.checkpoint = checkpoint
            return true
        }
    }

    var itemVersion: ItemVersion { ItemVersion(history: look(\.history), number: 0) }
    var acceptsWrites: Bool { look(\.acceptsWrites) }
    var acceptsReads: Bool { true }
    func confirmWrites() async throws(StoreError) {}

    // MARK: Not used by an updater

    private static let unused = StoreError.defect("an updater does not call this")

    func userVersion(of user: UserID) -> UInt64 { 0 }
    func signingKey() async throws(StoreError) -> [UInt8] { throw Self.unused }
    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] { throw Self.unused }
    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int { throw Self.unused }
    func readAll(_ receive: (Span<UInt8>, UInt32) -> Void) async throws(StoreError) -> ItemVersion { throw Self.unused }
    func readChanges(
        since version: ItemVersion,
        changed: (Span<UInt8>, UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? { throw Self.unused }
    func append(_ batch: EventBatch, by user: UserID, at now: Instant) async throws(StoreError) -> BatchOutcome {
        throw Self.unused
    }
    func forget(_ user: UserID) async throws(StoreError) { throw Self.unused }
    func state(of user: UserID) async throws(StoreError) -> UserState { throw Self.unused }
    func sampledUsers(limit: Int) async throws(StoreError) -> [UserID] { throw Self.unused }
    func lastEvents(of user: UserID, limit: Int) async throws(StoreError) -> [UserEvent] { throw Self.unused }
    func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal] { throw Self.unused }
    func armTotals() async throws(StoreError) -> [ArmTotal] { throw Self.unused }
    func delete(_ history: RetainedData, before moment: Instant) async throws(StoreError) -> Int { throw Self.unused }
    func acknowledgedPosition() async throws(StoreError) -> Int64 { throw Self.unused }
    func acknowledge(through position: Int64) async throws(StoreError) { throw Self.unused }
}
