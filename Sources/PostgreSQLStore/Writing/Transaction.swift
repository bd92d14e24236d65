import Catalogue

/// A transaction on a primary, which holds the lock of the store row.
///
/// Changes apply in memory to what was read, each as if the ones before it were stored, and are written together.
struct Transaction {
    private let pool: ConnectionPool
    private let connection: Int
    /// The time of removals, in Unix seconds (UTC).
    private let now: Int64
    private let before: StoreRow
    private var store: StoreRow
    /// Whether the store row is written even if it did not change.
    private var isTouched = false
    private var items: [CatalogueItem.ID: ItemState] = [:]
    private var records: [UserID: RecordState] = [:]
    private var counts: [UserID: CountsState] = [:]
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

    private struct RecordState {
        var record: UserRecord?
        var isChanged = false
    }

    private struct CountsState {
        var counts: UserCounts?
        var isChanged = false
    }

    /// Commits unless anything throws; then nothing changes.
    /// - Parameters:
    ///   - known: Receives the new versions.
    ///   - now: The time of removals, in Unix seconds.
    ///   - first: Read before `body`.
    static func run<Outcome>(
        on pool: ConnectionPool,
        _ known: KnownVersions,
        at now: Int64,
        reading first: TransactionRead = TransactionRead(),
        _ body: (inout Self) async throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        let answer: StatementBatch.Answer
        do throws(PostgreSQLError) {
            answer = try await pool.answer(to: [SQL.begin, SQL.lockStore] + first.statements)
        } catch {
            // The pool has closed a session that accepts no writes, and must not open another one yet.
            if case .refused(let state, _) = error, state != PostgreSQLError.readOnlyTransaction {
                _ = try? await pool.run([SQL.rollback])
            }
            throw StoreError(error)
        }
        guard let row = answer.rows[1].first else {
            _ = try? await pool.run([SQL.rollback])
            throw .unavailable(StoreFailure(.missing, "the store is empty"))
        }
        let store = try StoreRow(row)
        var transaction = Transaction(
            pool: pool,
            connection: answer.connection,
            now: now,
            before: store,
            store: store
        )
        do throws(StoreError) {
            try transaction.load(answer.rows[2...], of: first)
            let outcome = try await body(&transaction)
            try await transaction.writeItems(then: transaction.finalWrites(by: known.origin) + [SQL.commit])
            known.noteCommit(
                transaction.store.versions,
                changing: transaction.records.filter(\.value.isChanged).map(\.key)
            )
            return outcome
        } catch {
            _ = try? await pool.run([SQL.rollback], on: transaction.connection)
            throw error
        }
    }

    // MARK: Reading

    mutating func read(_ read: TransactionRead) async throws(StoreError) {
        let statements = read.statements
        if statements.isEmpty { return }
        try load(try await pool.execute(statements, on: connection)[...], of: read)
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
        if !read.users.isEmpty, let found = rows.popFirst() {
            for user in read.users where records[user] == nil { records[user] = RecordState() }
            for row in found {
                let record = try row.reading(1) { (bytes) throws(StoreError) in try UserRecord(stored: bytes) }
                records[read.users[Int(try row.int64(0)) - 1]] = RecordState(record: record)
            }
        }
        if !read.users.isEmpty, let found = rows.popFirst() {
            for user in read.users where counts[user] == nil { counts[user] = CountsState() }
            for row in found {
                let stored = try row.reading(1) { (bytes) throws(StoreError) in try UserCounts(stored: bytes) }
                counts[read.users[Int(try row.int64(0)) - 1]] = CountsState(counts: stored)
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

    /// The items whose counts the change may alter, and that were not read.
    func unreadItems(of scope: ChangeScope) -> [CatalogueItem.ID] {
        guard let user = scope.user, let opened = records[user]?.record?.opened else { return [] }
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
        var state = UserState(record: records[user]?.record ?? .empty, counts: counts[user]?.counts ?? .empty)
        let effect = state.apply(batch, at: moment) { items[$0]?.packed != nil }
        if effect.outcome.isRepeated { return effect.outcome }
        for (action, at) in effect.logged { log(action, by: user, at: at) }
        for (id, difference) in effect.openedBy { addOpenedBy(Int64(difference), id) }
        counts[user] = CountsState(counts: state.counts, isChanged: true)
        totals += effect.totals
        if effect.outcome.hasChangedRecord { set(state.record, of: user) }
        return effect.outcome
    }

    /// Forgets a user. The state, the items of the record, and the user's events were read.
    mutating func forget(_ user: UserID) {
        let record = records[user]?.record
        if counts[user]?.counts != nil {
            counts[user] = CountsState(isChanged: true)
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
        records[user] = RecordState(record: record, isChanged: true)
        store.versions.users = before.versions.users + 1
    }

    /// Never moves the position back.
    mutating func acknowledge(through position: Int64) {
        store.acknowledgedPosition = max(store.acknowledgedPosition, position)
    }

    mutating func touch() { isTouched = true }

    // MARK: Writing

    /// The changed items must be read again afterwards.
    mutating func writeItems(then others: [Statement] = []) async throws(StoreError) {
        let statements = itemWrites() + others
        items = [:]
        if !statements.isEmpty { _ = try await pool.execute(statements, on: connection) }
    }

    private func itemWrites() -> [Statement] {
        let changed = items.filter(\.value.isChanged)
        let stored = changed.filter { $0.value.packed != nil }
        let removed = changed.filter { $0.value.packed == nil }
        let version = Value.int8(Int64(bitPattern: before.versions.items + 1))
        var statements: [Statement] = []
        if !stored.isEmpty {
            let (kinds, ids) = (Value.texts(stored.keys.map(\.kind)), Value.texts(stored.keys.map(\.id)))
            let (openedBy, packed) = (stored.values.map(\.openedBy), stored.values.compactMap(\.packed))
            statements.append(SQL.putItems(version, kinds, ids, .int8s(openedBy), .byteas(packed)))
            statements.append(SQL.removeTombstones(kinds, ids))
        }
        if !removed.isEmpty {
            let (kinds, ids) = (Value.texts(removed.keys.map(\.kind)), Value.texts(removed.keys.map(\.id)))
            statements.append(SQL.removeItems(kinds, ids))
            statements.append(SQL.putTombstones(version, .int8(now), kinds, ids))
        }
        return statements
    }

    /// Writes and announces everything but items.
    private func finalWrites(by origin: String) -> [Statement] {
        var statements: [Statement] = []
        let forgotten = Value.int2(Int16(UserAction.forgottenCode))
        if !forgottenUsers.isEmpty {
            statements.append(SQL.removeEventsOfUsers(.texts(forgottenUsers.map(\.rawValue)), forgotten))
        }
        if store.acknowledgedPosition > before.acknowledgedPosition {
            let (old, new) = (Value.int8(before.acknowledgedPosition), Value.int8(store.acknowledgedPosition))
            statements.append(SQL.eraseAcknowledged(forgotten, old, new))
        }
        if !events.isEmpty {
            statements.append(
                SQL.addEvents(
                    .int8s(events.map(\.position)),
                    .texts(events.map(\.user.rawValue)),
                    .int8s(events.map { Int64($0.action.code) }),
                    .byteas(events.map(\.action.packed)),
                    .int8s(events.map(\.at))
                )
            )
        }
        let changed = records.filter(\.value.isChanged)
        let stored = changed.compactMapValues(\.record)
        if !stored.isEmpty {
            statements.append(
                SQL.putRecords(.texts(stored.keys.map(\.rawValue)), .byteas(stored.values.map(\.packed)))
            )
        }
        let removed = changed.filter { $0.value.record == nil }.keys.map(\.rawValue)
        if !removed.isEmpty { statements.append(SQL.removeRecords(.texts(removed))) }
        statements += countWrites()
        if store != before || isTouched { statements.append(store.saving) }
        if store.versions.items != before.versions.items {
            statements.append(SQL.removeExpiredTombstones(.int8(now - StoreLimits.tombstoneLifetime)))
        }
        if !changed.isEmpty { statements.append(SQL.announceUsers(.texts(changed.keys.map(\.rawValue)))) }
        if store.versions != before.versions { statements.append(SQL.announce(.text(origin))) }
        return statements
    }
}

extension Transaction {
    private func countWrites() -> [Statement] {
        var statements: [Statement] = []
        let changed = counts.filter(\.value.isChanged)
        let stored = changed.compactMapValues(\.counts)
        if !stored.isEmpty {
            statements.append(
                SQL.putCounts(
                    .texts(stored.keys.map(\.rawValue)),
                    .int8s(stored.values.map { $0.visit?.end ?? now }),
                    .byteas(stored.values.map(\.packed))
                )
            )
        }
        let removed = changed.filter { $0.value.counts == nil }.keys.map(\.rawValue)
        if !removed.isEmpty { statements.append(SQL.removeCounts(.texts(removed))) }
        return statements + totals.statements
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

    init(_ row: Row) throws(StoreError) {
        versions = try StoredVersions(row, from: 0)
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
            let type = Value.int2(Int16(UserAction.forgottenCode))
            statements.append(SQL.eventsOfUsers(.texts(forgotten.map(\.rawValue)), type))
        }
        return statements
    }
}

extension ConnectionPool {
    func execute(_ statements: [Statement], on connection: Int? = nil) async throws(StoreError) -> [Rows] {
        do throws(PostgreSQLError) { return try await run(statements, on: connection) } catch {
            throw StoreError(error)
        }
    }
}
