import Catalogue

/// A transaction that changes the store: what it has read under the lock of the store row, and what it is to write.
///
/// Changes are made one after the other, each as if the ones before it were stored already.
struct StoreTransaction {
    /// The row as the transaction leaves it.
    private(set) var store: StoreRow
    /// When items are removed, in Unix seconds (UTC).
    let now: Int64
    /// The version of the items that the transaction makes where it changes any.
    let nextVersion: Int64
    let before: StoreRow
    var items: [CatalogueItem.ID: TransactionItem] = [:]
    private(set) var records: [UserID: TransactionRecord] = [:]
    private(set) var events: [UserEvent] = []
    private(set) var forgottenUsers: Set<UserID> = []

    /// A transaction that has the lock of the store row.
    init(_ store: StoreRow, at now: Int64) {
        self.store = store
        self.now = now
        before = store
        nextVersion = Int64(bitPattern: store.versions.items) + 1
    }

    /// Whose records it changes.
    var changedUsers: [UserID] { records.filter(\.value.isChanged).map(\.key) }

    // MARK: Reading

    /// Takes what a read gave.
    mutating func load(_ rows: ArraySlice<Rows>, of read: TransactionRead) throws(StoreError) {
        var rows = rows
        if !read.items.isEmpty, let found = rows.popFirst() {
            for id in read.items where items[id] == nil { items[id] = TransactionItem() }
            for row in found {
                let id = read.items[Int(try row.int64(0)) - 1]
                if items[id]?.isChanged != true {
                    items[id] = TransactionItem(packed: row.bytes(2), openedBy: try row.int64(1))
                }
            }
        }
        if !read.users.isEmpty, let found = rows.popFirst() {
            for user in read.users where records[user] == nil { records[user] = TransactionRecord() }
            for row in found {
                let record = try row.reading(1) { (bytes) throws(StoreError) in
                    try UserRecord(stored: bytes)
                }
                records[read.users[Int(try row.int64(0)) - 1]] = TransactionRecord(record: record)
            }
        }
    }

    /// The items of the user's record that the given number of actions may push out of it, or that are in it where `forgets`,
    /// and that were not read.
    func unreadItems(of user: UserID, actions: Int, forgets: Bool) -> [CatalogueItem.ID] {
        guard let opened = records[user]?.record?.opened else { return [] }
        let excess = opened.count + actions - UserRecord.openedLimit
        let touched = forgets ? opened[...] : opened.suffix(excess > 0 ? actions : 0)
        return touched.filter { items[$0] == nil }
    }

    // MARK: Changing items

    /// Adds or replaces an item, which was read.
    mutating func upsert(_ item: CatalogueItem) throws(StoreError) -> UpsertOutcome {
        guard let bytes = items[item.id]?.packed else {
            let packed = PackedItem(item, succeeding: nil, nextArrival: &store.nextArrival)
            items[item.id] = TransactionItem(packed: packed.bytes, isChanged: true)
            noteItemChange()
            return .added
        }
        let previous = try PackedItem(stored: bytes.span, of: item.id)
        let next = PackedItem(item, succeeding: previous, nextArrival: &store.nextArrival).bytes
        if next == bytes { return .unchanged }
        items[item.id]?.packed = next
        items[item.id]?.isChanged = true
        noteItemChange()
        return .changed
    }

    /// Removes an item.
    /// - Returns: whether it was there.
    mutating func remove(_ id: CatalogueItem.ID) -> Bool {
        guard items[id]?.packed != nil else { return false }
        items[id] = TransactionItem(isChanged: true)
        noteItemChange()
        return true
    }

    private mutating func noteItemChange() { store.versions.items = UInt64(bitPattern: nextVersion) }

    /// Counts a user more or less who has opened the item, where it is stored.
    private mutating func count(_ difference: Int64, _ id: CatalogueItem.ID) {
        guard let item = items[id], item.packed != nil, item.openedBy + difference >= 0 else { return }
        items[id]?.openedBy += difference
        items[id]?.isChanged = true
        noteItemChange()
    }

    // MARK: Changing users

    /// Appends the actions of a user, whose record was read, and who opened items that were read.
    mutating func append(_ actions: [UserAction], by user: UserID, at moment: Int64) throws(StoreError) {
        for case .opened(let id) in actions where items[id]?.packed == nil { throw .unknownItem(id) }
        var record = records[user]?.record ?? .empty
        var isChanged = false
        for action in actions {
            guard let change = record.apply(action) else { continue }
            isChanged = true
            store.eventPosition += 1
            events.append(UserEvent(position: store.eventPosition, user: user, action: action, at: moment))
            if let id = change.firstOpened { count(1, id) }
            if let id = change.forgotten { count(-1, id) }
        }
        guard isChanged else { return }
        records[user] = TransactionRecord(record: record, isChanged: true)
        noteUserChange()
    }

    /// Forgets a user, whose record and the items in it were read.
    mutating func forget(_ user: UserID) {
        events.removeAll { $0.user == user }
        forgottenUsers.insert(user)
        guard let record = records[user]?.record else { return }
        for id in record.opened { count(-1, id) }
        records[user] = TransactionRecord(record: nil, isChanged: true)
        noteUserChange()
    }

    private mutating func noteUserChange() { store.versions.users = before.versions.users + 1 }

    /// Notes that an external service has taken the events up to `position`.
    mutating func acknowledge(through position: Int64) {
        store.acknowledgedPosition = max(store.acknowledgedPosition, position)
    }
}
