/// A transaction of either engine, which keeps other writers away until it ends.
///
/// Changes apply in memory to what was read, each as if the ones before it were stored, and are written together.
package struct Transaction {
    private let connection: any TransactionConnection
    /// The time of removals.
    private let now: Instant
    private let before: StoreRow
    private var store: StoreRow
    /// Whether the store row is written even if it did not change.
    private var isTouched = false
    private var items: [CatalogueItem.ID: ItemState] = [:]
    private var records: [UserID: UserValue<UserRecord>] = [:]
    private var counts: [UserID: UserValue<UserCounts>] = [:]
    private var totals = EventTotals()
    private var events: [UserEvent] = []
    /// Those whose stored events are removed.
    private var forgottenUsers: Set<UserID> = []

    private struct ItemState {
        /// ``PackedItem/bytes``; `nil` if the item does not exist.
        var packed: [UInt8]?
        var openedBy: Int64 = 0
        /// Whether it existed when it was read.
        var isStored = false
        var isChanged = false
    }

    private struct UserValue<State> {
        /// `nil` if the user has none.
        var value: State?
        var isChanged = false
    }

    /// Commits unless anything throws; then nothing changes.
    /// - Parameters:
    ///   - now: The time of removals.
    ///   - selection: Read before `body`.
    package static func run<Outcome>(
        on connection: some TransactionConnection,
        at now: Instant,
        reading selection: RowSelection,
        _ body: (inout Self) throws(StoreError) -> Outcome
    ) throws(StoreError) -> Outcome {
        do throws(StoreError) {
            let (store, found) = try connection.begin(reading: selection)
            var transaction = Transaction(connection, store, at: now)
            transaction.load(found, of: selection)
            let outcome = try body(&transaction)
            let writes = transaction.takeItemWrites() + transaction.finalWrites
            try connection.commit(writes, transaction.versionChange)
            return outcome
        } catch {
            connection.rollback()
            throw error
        }
    }

    private init(_ connection: any TransactionConnection, _ store: StoreRow, at now: Instant) {
        (self.connection, before, self.store, self.now) = (connection, store, store, now)
    }

    // MARK: Reading

    mutating func read(_ selection: RowSelection) throws(StoreError) {
        load(try connection.read(selection), of: selection)
    }

    private mutating func load(_ found: FoundRows, of selection: RowSelection) {
        for id in selection.items {
            items[id] =
                found.items[id].map { ItemState(packed: $0.packed, openedBy: $0.openedBy, isStored: true) }
                ?? ItemState()
        }
        for user in selection.users {
            records[user] = UserValue(value: found.records[user])
            counts[user] = UserValue(value: found.counts[user])
        }
    }

    // MARK: Changing items

    /// The item must have been read.
    mutating func upsert(_ item: CatalogueItem) throws(StoreError) -> UpsertOutcome {
        let known = items[item.id]?.packed
        let previous = try known.map { (bytes) throws(StoreError) in
            guard let previous = PackedItem(bytes.span) else { throw .defect("cannot read the item \(item.id)") }
            return previous
        }
        let packed = PackedItem(item, succeeding: previous, nextArrival: &store.nextArrival, at: now).bytes
        if packed == known { return .unchanged }
        change(item.id) { $0.packed = packed }
        return known == nil ? .added : .changed
    }

    /// The item must have been read. Returns whether it existed.
    mutating func remove(_ id: CatalogueItem.ID) -> Bool {
        guard items[id]?.packed != nil else { return false }
        change(id) { ($0.packed, $0.openedBy) = (nil, 0) }
        return true
    }

    /// Changes the numbers of users who opened items, those that exist.
    private mutating func addOpenedBy(_ differences: [(item: CatalogueItem.ID, difference: Int)]) throws(StoreError) {
        let unread = differences.map(\.item).filter { items[$0] == nil }
        if !unread.isEmpty { try read(RowSelection(items: unread)) }
        for (id, difference) in differences {
            guard let item = items[id], item.packed != nil, item.openedBy + Int64(difference) >= 0 else { continue }
            change(id) { $0.openedBy += Int64(difference) }
        }
    }

    private mutating func change(_ id: CatalogueItem.ID, _ body: (inout ItemState) -> Void) {
        body(&items[id, default: ItemState()])
        items[id]?.isChanged = true
        store.versions.items = before.versions.items + 1
    }

    // MARK: Changing users

    /// Applies a batch of events. The state of the user and the items of the batch were read.
    mutating func append(
        _ batch: EventBatch,
        by user: UserID,
        at moment: Instant
    ) throws(StoreError) -> BatchOutcome {
        var state = UserState(record: records[user]?.value ?? .empty, counts: counts[user]?.value ?? .empty)
        let effect = state.apply(batch, at: moment) { items[$0]?.packed != nil }
        if effect.outcome.isRepeated { return effect.outcome }
        for (action, at) in effect.logged { log(action, by: user, at: at) }
        try addOpenedBy(effect.openedBy)
        counts[user] = UserValue(value: state.counts, isChanged: true)
        totals += effect.totals
        if effect.outcome.hasChangedRecord { set(state.record, of: user) }
        return effect.outcome
    }

    /// Forgets a user, whose state was read.
    mutating func forget(_ user: UserID) throws(StoreError) {
        let record = records[user]?.value
        if counts[user]?.value != nil {
            counts[user] = UserValue(isChanged: true)
            set(nil, of: user)
        }
        // Events of this transaction have a record.
        let openings = forgottenUsers.contains(user) ? nil : try connection.openings(of: user)
        guard record != nil || openings != nil else { return }
        events.removeAll { $0.user == user && !$0.action.isForgotten }
        forgottenUsers.insert(user)
        try addOpenedBy((record?.opened ?? []).map { ($0, -1) })
        set(nil, of: user)
        let forgotten = UserAction.forgetting(record, openings: openings ?? [])
        log(forgotten, by: store.acknowledgedPosition >= 0 ? user : .erased, at: now)
    }

    private mutating func log(_ action: UserAction, by user: UserID, at moment: Instant) {
        store.eventPosition += 1
        events.append(UserEvent(position: store.eventPosition, user: user, action: action, at: moment))
    }

    private mutating func set(_ record: UserRecord?, of user: UserID) {
        records[user] = UserValue(value: record, isChanged: true)
        store.versions.users = before.versions.users + 1
    }

    /// Never moves the position back.
    mutating func acknowledge(through position: Int64) {
        store.acknowledgedPosition = max(store.acknowledgedPosition, position)
    }

    mutating func touch() { isTouched = true }

    // MARK: Writing

    /// The items must be read again afterwards.
    mutating func writeItems() throws(StoreError) {
        try connection.write(takeItemWrites())
    }

    private mutating func takeItemWrites() -> [StoreWrite] {
        let version = StoredValue.integer(Int64(bitPattern: before.versions.items + 1))
        var (stored, added, removed, tombstones): ([[StoredValue]], [[StoredValue]], [[StoredValue]], [[StoredValue]]) =
            ([], [], [], [])
        for (id, item) in items where item.isChanged {
            if let packed = item.packed {
                stored.append(id.columns + [version, .integer(item.openedBy), .bytes(packed)])
                if !item.isStored { added.append(id.columns) }
            } else {
                removed.append(id.columns)
                tombstones.append(id.columns + [version, .integer(now.seconds)])
            }
        }
        items = [:]
        var writes: [StoreWrite] = []
        writes.insert(stored, into: .item, .replace)
        writes.remove(added, from: .tombstone)
        writes.remove(removed, from: .item)
        writes.insert(tombstones, into: .tombstone, .replace)
        return writes
    }

    /// Writes everything but items.
    private var finalWrites: [StoreWrite] {
        var writes: [StoreWrite] = []
        if !forgottenUsers.isEmpty { writes.append(.removeEvents(of: Array(forgottenUsers))) }
        if store.acknowledgedPosition > before.acknowledgedPosition {
            writes.append(.eraseUsers(after: before.acknowledgedPosition, through: store.acknowledgedPosition))
        }
        writes.insert(events.map(\.columns), into: .event, .refuse)
        writes.insert(totals.places.map { EventTotal(key: $0, counts: $1).columns }, into: .eventTotal, .add)
        writes.insert(totals.arms.map { ArmTotal(arm: $0, sums: $1).columns }, into: .armTotal, .add)
        writes += Self.writes(of: records, to: .user) { [.bytes($0.packed)] }
        writes += Self.writes(of: counts, to: .counts) {
            [.integer(($0.visit?.end ?? now).seconds), .bytes($0.packed)]
        }
        if store != before || isTouched { writes.append(.save(store)) }
        if store.versions.items != before.versions.items {
            writes.append(.removeTombstones(before: now - StoreLimits.tombstoneLifetime))
        }
        return writes
    }

    private static func writes<State>(
        of values: [UserID: UserValue<State>],
        to table: StoredTable,
        _ columns: (State) -> [StoredValue]
    ) -> [StoreWrite] {
        var (stored, removed): ([[StoredValue]], [[StoredValue]]) = ([], [])
        for (user, state) in values where state.isChanged {
            let key = [StoredValue.text(user.rawValue)]
            if let value = state.value { stored.append(key + columns(value)) } else { removed.append(key) }
        }
        var writes: [StoreWrite] = []
        writes.insert(stored, into: table, .replace)
        writes.remove(removed, from: table)
        return writes
    }

    private var versionChange: VersionChange {
        let users = records.filter(\.value.isChanged).map(\.key)
        return VersionChange(before: before.versions, after: store.versions, users: users)
    }
}
