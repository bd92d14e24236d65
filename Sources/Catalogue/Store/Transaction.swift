/// A transaction of either engine, which keeps other writers away until it ends.
///
/// Changes apply in memory to what was read, each as if the ones before it were stored, and are written together.
package struct Transaction {
    private let connection: any StoreConnection
    /// The time of removals.
    private let now: Instant
    private let before: StoreRow
    private var store: StoreRow
    /// Whether the store row is written even if it did not change.
    private var isTouched = false
    private var rows: Rows
    private var totals = EventTotals()
    private var events: [UserEvent] = []
    /// Those whose stored events are removed.
    private var forgottenUsers: Set<UserID> = []

    /// The rows that were read, as they are changed.
    private struct Rows {
        var items: [CatalogueItem.ID: ItemState] = [:]
        var records: [UserID: UserValue<UserRecord>] = [:]
        var counts: [UserID: UserValue<UserCounts>] = [:]

        /// Adds the rows of a selection, for the time being as missing.
        mutating func add(_ selection: RowSelection) {
            for id in selection.items { items[id] = ItemState() }
            for user in selection.users { (records[user], counts[user]) = (UserValue(), UserValue()) }
        }

        /// - Parameter statement: An index of ``RowSelection/statements``.
        mutating func add(_ row: any StoredRow, of statement: Int) throws(StoreError) {
            if statement == 0 {
                let state = ItemState(packed: try row.bytes(4), openedBy: try row.int64(3), isStored: true)
                items[try CatalogueItem.ID(row)] = state
            } else if let user = UserID(try row.text(0)) {
                if statement == 1 {
                    records[user]?.value = try row.record()
                } else {
                    counts[user]?.value = try row.counts()
                }
            }
        }
    }

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
        on connection: any StoreConnection,
        at now: Instant,
        reading selection: RowSelection = RowSelection(),
        _ body: (inout Self) throws(StoreError) -> Outcome
    ) throws(StoreError) -> Outcome {
        do throws(StoreError) {
            var (store, rows): (StoreRow?, Rows) = (nil, Rows())
            rows.add(selection)
            let first = [connection.begin, connection.lockStore]
            try connection.run(first + selection.statements) { (statement, row) throws(StoreError) in
                if statement < first.count {
                    store = try StoreRow(row)
                } else {
                    try rows.add(row, of: statement - first.count)
                }
            }
            guard let store else { throw .emptyStore }
            var transaction = Transaction(connection, store, rows, at: now)
            let outcome = try body(&transaction)
            let writes = transaction.takeItemWrites() + transaction.finalWrites
            try connection.commit(writes, transaction.versionChange)
            return outcome
        } catch {
            connection.rollback()
            throw error
        }
    }

    private init(_ connection: any StoreConnection, _ store: StoreRow, _ rows: Rows, at now: Instant) {
        (self.connection, before, self.store, self.rows, self.now) = (connection, store, store, rows, now)
    }

    mutating func read(_ selection: RowSelection) throws(StoreError) {
        rows.add(selection)
        try connection.run(selection.statements) { (statement, row) throws(StoreError) in
            try rows.add(row, of: statement)
        }
    }

    // MARK: Changing items

    /// The item must have been read.
    mutating func upsert(_ item: CatalogueItem) throws(StoreError) -> UpsertOutcome {
        let known = rows.items[item.id]?.packed
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
        guard rows.items[id]?.packed != nil else { return false }
        change(id) { ($0.packed, $0.openedBy) = (nil, 0) }
        return true
    }

    /// Changes the numbers of users who opened items, those that exist.
    private mutating func addOpenedBy(_ differences: [(item: CatalogueItem.ID, difference: Int)]) throws(StoreError) {
        let unread = differences.map(\.item).filter { rows.items[$0] == nil }
        if !unread.isEmpty { try read(RowSelection(items: unread)) }
        for (id, difference) in differences {
            guard let item = rows.items[id], item.packed != nil else { continue }
            let openedBy = item.openedBy + Int64(difference)
            if openedBy >= 0 { change(id) { $0.openedBy = openedBy } }
        }
    }

    private mutating func change(_ id: CatalogueItem.ID, _ body: (inout ItemState) -> Void) {
        body(&rows.items[id, default: ItemState()])
        rows.items[id]?.isChanged = true
        store.versions.items = before.versions.items + 1
    }

    // MARK: Changing users

    /// Applies a batch of events. The state of the user and the items of the batch were read.
    mutating func append(
        _ batch: EventBatch,
        by user: UserID,
        at moment: Instant
    ) throws(StoreError) -> BatchOutcome {
        var state = UserState(record: rows.records[user]?.value ?? .empty, counts: rows.counts[user]?.value ?? .empty)
        let effect = state.apply(batch, at: moment) { rows.items[$0]?.packed != nil }
        if effect.outcome.isRepeated { return effect.outcome }
        for (action, at) in effect.logged { log(action, by: user, at: at) }
        try addOpenedBy(effect.openedBy)
        rows.counts[user] = UserValue(value: state.counts, isChanged: true)
        totals += effect.totals
        if effect.outcome.hasChangedRecord { set(state.record, of: user) }
        return effect.outcome
    }

    /// Forgets a user, whose state was read.
    mutating func forget(_ user: UserID) throws(StoreError) {
        let record = rows.records[user]?.value
        if rows.counts[user]?.value != nil {
            rows.counts[user] = UserValue(isChanged: true)
            set(nil, of: user)
        }
        // Events of this transaction have a record.
        var stored: [(position: Int64, type: Int64)] = []
        if !forgottenUsers.contains(user) {
            try connection.run([.eventTypes(of: user)]) { (_, row) throws(StoreError) in
                stored.append((try row.int64(0), try row.int64(1)))
            }
        }
        guard record != nil || !stored.isEmpty else { return }
        events.removeAll { $0.user == user && !$0.action.isForgotten }
        forgottenUsers.insert(user)
        try addOpenedBy((record?.opened ?? []).map { ($0, -1) })
        set(nil, of: user)
        let openings = stored.filter { $0.type == UserAction.openedCode }.map(\.position).sorted()
        let forgotten = UserAction.forgetting(record, openings: openings)
        log(forgotten, by: store.acknowledgedPosition >= 0 ? user : .erased, at: now)
    }

    private mutating func log(_ action: UserAction, by user: UserID, at moment: Instant) {
        store.eventPosition += 1
        events.append(UserEvent(position: store.eventPosition, user: user, action: action, at: moment))
    }

    private mutating func set(_ record: UserRecord?, of user: UserID) {
        rows.records[user] = UserValue(value: record, isChanged: true)
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
        try connection.run(takeItemWrites()) { _, _ in }
    }

    private mutating func takeItemWrites() -> [StoreStatement] {
        let version = StoredValue.integer(Int64(bitPattern: before.versions.items + 1))
        var (stored, added, removed, tombstones): ([[StoredValue]], [[StoredValue]], [[StoredValue]], [[StoredValue]]) =
            ([], [], [], [])
        for (id, item) in rows.items where item.isChanged {
            if let packed = item.packed {
                stored.append(id.columns + [version, .integer(item.openedBy), .bytes(packed)])
                if !item.isStored { added.append(id.columns) }
            } else {
                removed.append(id.columns)
                tombstones.append(id.columns + [version, .integer(now.seconds)])
            }
        }
        rows.items = [:]
        return [
            .insertion(of: stored, into: .item, .replace), .removal(of: added, from: .tombstone),
            .removal(of: removed, from: .item), .insertion(of: tombstones, into: .tombstone, .replace),
        ]
    }

    /// Writes everything but items.
    private var finalWrites: [StoreStatement] {
        var writes = forgottenUsers.map { StoreStatement.removeEvents(of: $0) }
        if store.acknowledgedPosition > before.acknowledgedPosition {
            writes.append(.eraseUsers(after: before.acknowledgedPosition, through: store.acknowledgedPosition))
        }
        writes += [
            .insertion(of: events.map(\.columns), into: .event, .refuse),
            .insertion(of: totals.places.map { EventTotal(key: $0, counts: $1).columns }, into: .eventTotal, .add),
            .insertion(of: totals.arms.map { ArmTotal(arm: $0, sums: $1).columns }, into: .armTotal, .add),
        ]
        writes += Self.writes(of: rows.records, to: .user) { [.bytes($0.packed)] }
        writes += Self.writes(of: rows.counts, to: .counts) {
            [.integer(($0.visit?.end ?? now).seconds), .bytes($0.packed)]
        }
        if store != before || isTouched { writes.append(.save(store)) }
        if store.versions.items != before.versions.items {
            writes += StoreStatement.expireTombstones(before: now - StoreLimits.tombstoneLifetime)
        }
        return writes
    }

    private static func writes<State>(
        of values: [UserID: UserValue<State>],
        to table: StoredTable,
        _ columns: (State) -> [StoredValue]
    ) -> [StoreStatement] {
        var (stored, removed): ([[StoredValue]], [[StoredValue]]) = ([], [])
        for (user, state) in values where state.isChanged {
            let key = [StoredValue.text(user.rawValue)]
            if let value = state.value { stored.append(key + columns(value)) } else { removed.append(key) }
        }
        return [.insertion(of: stored, into: table, .replace), .removal(of: removed, from: table)]
    }

    private var versionChange: VersionChange {
        let users = rows.records.filter(\.value.isChanged).map(\.key)
        return VersionChange(before: before.versions, after: store.versions, users: users)
    }
}
