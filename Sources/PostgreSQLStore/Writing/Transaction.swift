import Catalogue

/// A transaction on a primary, which holds the lock of the store row.
///
/// Changes apply in memory to what was read, each as if the ones before it were stored, and are written together.
struct Transaction {
    private let connection: DatabaseConnection
    /// The time of removals, in Unix seconds (UTC).
    private let now: Int64
    private let before: StoreRow
    private var store: StoreRow
    /// Whether the store row is written even if it did not change.
    private var isTouched = false
    private var items: [CatalogueItem.ID: ItemState] = [:]
    private var records: [UserID: UserValue<UserRecord>] = [:]
    private var counts: [UserID: UserValue<UserCounts>] = [:]
    private var totals = EventTotals()
    private var events: [UserEvent] = []
    /// The positions of the stored openings of users to forget who have events.
    private var storedOpenings: [UserID: [Int64]] = [:]
    private var forgottenUsers: Set<UserID> = []

    private struct ItemState {
        /// ``PackedItem/bytes``; `nil` if the item does not exist.
        var packed: [UInt8]?
        var openedBy: Int64 = 0
        var isChanged = false
    }

    private struct UserValue<State> {
        /// `nil` if the user has none.
        var value: State?
        var isChanged = false
    }

    /// Commits unless anything throws; then nothing changes.
    /// - Parameters:
    ///   - known: Receives the new versions.
    ///   - now: The time of removals, in Unix seconds.
    ///   - first: Read before `body`.
    static func run<Outcome>(
        on connection: DatabaseConnection,
        _ known: KnownVersions,
        at now: Int64,
        reading first: TransactionRead = TransactionRead(),
        _ body: (inout Self) throws(StoreError) -> Outcome
    ) throws(StoreError) -> Outcome {
        do throws(StoreError) {
            let rows = try connection.run([SQL.begin, SQL.lockStore] + first.statements)
            var transaction = Transaction(connection, try StoreRow(rows[1]), at: now)
            try transaction.load(rows[2...], of: first)
            let outcome = try body(&transaction)
            try transaction.writeItems(then: transaction.finalWrites(by: known.origin) + [SQL.commit])
            known.adoptCommit(transaction.store.versions, changing: transaction.changedUsers)
            return outcome
        } catch {
            if !connection.isLost { _ = try? connection.run([SQL.rollback]) }
            throw error
        }
    }

    private init(_ connection: DatabaseConnection, _ store: StoreRow, at now: Int64) {
        self.connection = connection
        self.now = now
        before = store
        self.store = store
    }

    // MARK: Reading

    mutating func read(_ read: TransactionRead) throws(StoreError) {
        let statements = read.statements
        if !statements.isEmpty { try load(try connection.run(statements)[...], of: read) }
    }

    private mutating func load(_ rows: ArraySlice<Rows>, of read: TransactionRead) throws(StoreError) {
        var rows = rows
        if !read.items.isEmpty, let found = rows.popFirst() {
            for id in read.items where items[id] == nil { items[id] = ItemState() }
            for row in found {
                let id = read.items[Int(try row.int64(0)) - 1]
                if items[id]?.isChanged != true {
                    items[id] = ItemState(packed: row.bytes(2), openedBy: try row.int64(1))
                }
            }
        }
        if !read.users.isEmpty, let foundRecords = rows.popFirst(), let foundCounts = rows.popFirst() {
            try Self.load(foundRecords, of: read.users, into: &records) { (bytes) throws(StoreError) in
                try UserRecord(stored: bytes)
            }
            try Self.load(foundCounts, of: read.users, into: &counts) { (bytes) throws(StoreError) in
                try UserCounts(stored: bytes)
            }
        }
        if !read.forgotten.isEmpty, let found = rows.popFirst() {
            for row in found {
                guard let user = UserID(try row.string(0)) else { continue }
                let (position, type) = (try row.int64(1), try row.int64(2))
                storedOpenings[user, default: []] += type == UserAction.openedCode ? [position] : []
            }
        }
    }

    private static func load<State>(
        _ rows: Rows,
        of users: [UserID],
        into values: inout [UserID: UserValue<State>],
        _ decode: (Span<UInt8>) throws(StoreError) -> State
    ) throws(StoreError) {
        for user in users where values[user] == nil { values[user] = UserValue() }
        for row in rows { values[users[Int(try row.int64(0)) - 1]] = UserValue(value: try row.reading(1, decode)) }
    }

    /// The items whose counts the change may alter, and that were not read.
    func unreadItems(of scope: ChangeScope) -> [CatalogueItem.ID] {
        guard let user = scope.user, let opened = records[user]?.value?.opened else { return [] }
        let excess = opened.count + scope.actions - UserRecord.openedLimit
        let affected = scope.forgets ? opened[...] : opened.suffix(excess > 0 ? scope.actions : 0)
        return affected.filter { items[$0] == nil }
    }

    // MARK: Changing items

    /// The item must have been read.
    mutating func upsert(_ item: CatalogueItem) throws(StoreError) -> UpsertOutcome {
        guard let bytes = items[item.id]?.packed else {
            let packed = PackedItem(item, succeeding: nil, nextArrival: &store.nextArrival, at: now)
            items[item.id] = ItemState(packed: packed.bytes, isChanged: true)
            raiseItemVersion()
            return .added
        }
        let previous = try PackedItem(stored: bytes.span, of: item.id)
        let next = PackedItem(item, succeeding: previous, nextArrival: &store.nextArrival, at: now).bytes
        if next == bytes { return .unchanged }
        items[item.id]?.packed = next
        items[item.id]?.isChanged = true
        raiseItemVersion()
        return .changed
    }

    /// The item must have been read. Returns whether it existed.
    mutating func remove(_ id: CatalogueItem.ID) -> Bool {
        guard items[id]?.packed != nil else { return false }
        items[id] = ItemState(isChanged: true)
        raiseItemVersion()
        return true
    }

    private mutating func raiseItemVersion() { store.versions.items = before.versions.items + 1 }

    /// Does nothing if the item does not exist.
    private mutating func addOpenedBy(_ difference: Int64, _ id: CatalogueItem.ID) {
        guard let item = items[id], item.packed != nil, item.openedBy + difference >= 0 else { return }
        items[id]?.openedBy += difference
        items[id]?.isChanged = true
        raiseItemVersion()
    }

    // MARK: Changing users

    /// Applies a batch of events. The state of the user and the items of the batch were read.
    mutating func append(_ batch: EventBatch, by user: UserID, at moment: Int64) -> BatchOutcome {
        var state = UserState(record: records[user]?.value ?? .empty, counts: counts[user]?.value ?? .empty)
        let effect = state.apply(batch, at: moment) { items[$0]?.packed != nil }
        if effect.outcome.isRepeated { return effect.outcome }
        for (action, at) in effect.logged { log(action, by: user, at: at) }
        for (id, difference) in effect.openedBy { addOpenedBy(Int64(difference), id) }
        counts[user] = UserValue(value: state.counts, isChanged: true)
        totals += effect.totals
        if effect.outcome.hasChangedRecord { set(state.record, of: user) }
        return effect.outcome
    }

    /// Forgets a user. The state, the items of the record, and the user's events were read.
    mutating func forget(_ user: UserID) {
        let record = records[user]?.value
        if counts[user]?.value != nil {
            counts[user] = UserValue(isChanged: true)
            set(nil, of: user)
        }
        // Events of this transaction have a record.
        let openings = storedOpenings.removeValue(forKey: user)
        guard record != nil || openings != nil else { return }
        events.removeAll { $0.user == user && !$0.action.isForgotten }
        forgottenUsers.insert(user)
        for id in record?.opened ?? [] { addOpenedBy(-1, id) }
        set(nil, of: user)
        let forgotten = UserAction.forgetting(record, openings: openings ?? [])
        log(forgotten, by: store.acknowledgedPosition >= 0 ? user : .erased, at: now)
    }

    private mutating func log(_ action: UserAction, by user: UserID, at moment: Int64) {
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

    /// Those whose records changed.
    private var changedUsers: [UserID] { records.filter(\.value.isChanged).map(\.key) }

    // MARK: Writing

    /// The changed items must be read again afterwards.
    mutating func writeItems(then others: [Statement] = []) throws(StoreError) {
        let statements = itemWrites() + others
        items = [:]
        if !statements.isEmpty { try connection.run(statements) }
    }

    private func itemWrites() -> [Statement] {
        let version = Value.int8(Int64(bitPattern: before.versions.items + 1))
        var (stored, storedKeys, removedKeys): ([[Value]], [[Value]], [[Value]]) = ([], [], [])
        for (id, item) in items where item.isChanged {
            let key: [Value] = [.text(id.kind), .text(id.id)]
            if let packed = item.packed {
                stored.append(key + [version, .int8(item.openedBy), .bytea(packed)])
                storedKeys.append(key)
            } else {
                removedKeys.append(key)
            }
        }
        return SQL.putItems.each(stored) + SQL.removeTombstones.each(storedKeys) + SQL.removeItems.each(removedKeys)
            + SQL.putTombstones.each(removedKeys.map { $0 + [version, .int8(now)] })
    }

    /// Writes and announces everything but items.
    private func finalWrites(by origin: String) -> [Statement] {
        var statements = SQL.removeEventsOfUsers.each(forgottenUsers.map { [.text($0.rawValue)] })
        if store.acknowledgedPosition > before.acknowledgedPosition {
            let (old, new) = (Value.int8(before.acknowledgedPosition), Value.int8(store.acknowledgedPosition))
            statements.append(SQL.eraseAcknowledged(old, new))
        }
        statements += SQL.addEvents.each(events.map(\.row)) + totals.statements
        statements += Self.writes(of: records, SQL.putRecords, SQL.removeRecords) { [.bytea($0.packed)] }
        statements += Self.writes(of: counts, SQL.putCounts, SQL.removeCounts) { counts in
            [.int8(counts.visit?.end ?? now), .bytea(counts.packed)]
        }
        if store != before || isTouched { statements.append(store.saving) }
        if store.versions.items != before.versions.items {
            statements.append(SQL.removeExpiredTombstones(.int8(now - StoreLimits.tombstoneLifetime)))
        }
        if store.versions != before.versions {
            statements.append(Announcement.statement(by: origin, changing: changedUsers))
        }
        return statements
    }

    private static func writes<State>(
        of values: [UserID: UserValue<State>],
        _ put: Statement,
        _ remove: Statement,
        _ columns: (State) -> [Value]
    ) -> [Statement] {
        var (stored, removed): ([[Value]], [[Value]]) = ([], [])
        for (user, state) in values where state.isChanged {
            let key = [Value.text(user.rawValue)]
            if let value = state.value { stored.append(key + columns(value)) } else { removed.append(key) }
        }
        return put.each(stored) + remove.each(removed)
    }
}

extension UserEvent {
    /// The columns of ``StoredTable/event``.
    fileprivate var row: [Value] {
        [
            .int8(position), .text(user.rawValue), .int8(Int64(action.code)), .bytea(action.packed), .int8(at),
        ]
    }
}

/// The columns of the store row that transactions read and save.
private struct StoreRow: Hashable {
    var versions: StoredVersions
    /// The next place in the order of arrival, and in collections.
    var nextArrival: Int64
    /// Of the last event.
    var eventPosition: Int64
    /// The position of the last event that an external service has acknowledged; -1 if none was sent.
    var acknowledgedPosition: Int64

    /// Reads a row of ``SQL/lockStore``.
    init(_ rows: Rows) throws(StoreError) {
        versions = try StoredVersions(rows)
        let row = rows[0]
        nextArrival = try row.int64(3)
        eventPosition = try row.int64(4)
        acknowledgedPosition = try row.int64(5)
    }

    var saving: Statement {
        SQL.saveStore(
            .int8(Int64(bitPattern: versions.items)),
            .int8(Int64(bitPattern: versions.users)),
            .int8(nextArrival),
            .int8(eventPosition),
            .int8(acknowledgedPosition)
        )
    }
}

struct TransactionRead: Sendable {
    let items: [CatalogueItem.ID]
    let users: [UserID]
    /// Their events are read.
    let forgotten: [UserID]

    init(items: [CatalogueItem.ID] = [], users: [UserID] = [], forgotten: [UserID] = []) {
        self.items = Array(Set(items))
        self.users = Array(Set(users))
        self.forgotten = Array(Set(forgotten))
    }

    fileprivate var statements: [Statement] {
        var statements: [Statement] = []
        if !items.isEmpty { statements.append(SQL.readItems(.texts(items.map(\.kind)), .texts(items.map(\.id)))) }
        if !users.isEmpty {
            let ids = Value.texts(users.map(\.rawValue))
            statements += [SQL.readRecords(ids), SQL.readCounts(ids)]
        }
        if !forgotten.isEmpty {
            statements.append(SQL.eventsOfUsers(.texts(forgotten.map(\.rawValue))))
        }
        return statements
    }
}
