import Catalogue

/// What changes need to know of the store before they are made.
struct TransactionRead: Sendable {
    /// Items.
    let items: [CatalogueItem.ID]
    /// Users whose records are read.
    let users: [UserID]

    /// Reads these items, and the records of these users.
    init(items: [CatalogueItem.ID] = [], users: [UserID] = []) {
        self.items = Array(Set(items))
        self.users = Array(Set(users))
    }

    /// What reads it. ``StoreTransaction/load(_:of:)`` takes what the statements give.
    var statements: [Statement] {
        var statements: [Statement] = []
        if !items.isEmpty { statements.append(SQL.readItems(.texts(items.map(\.kind)), .texts(items.map(\.id)))) }
        if !users.isEmpty { statements.append(SQL.readRecords(.texts(users.map(\.rawValue)))) }
        return statements
    }
}

/// An item as a transaction has read and changed it.
struct TransactionItem {
    /// ``PackedItem/bytes``; `nil` where the item is not stored once the transaction is committed.
    var packed: [UInt8]?
    /// How many users have opened it.
    var openedBy: Int64 = 0
    /// Whether it is to be written or removed.
    var isChanged = false
}

/// A user's record as a transaction has read and changed it.
struct TransactionRecord {
    /// The record; `nil` where nothing is known of the user.
    var record: UserRecord?
    var isChanged = false
}
