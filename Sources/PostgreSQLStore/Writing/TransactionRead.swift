import Catalogue
import PostgreSQL

/// What changes need to know of the store before they are made.
struct TransactionRead: Sendable {
    /// Items, those first whose bytes are read.
    private(set) var items: [CatalogueItem.ID]
    /// Of how many of the items the bytes are read.
    private let packedCount: Int
    /// Users whose records are read.
    private(set) var users: [UserID]
    /// Whether items may change.
    let changesItems: Bool

    /// - Parameters:
    ///   - packed: items whose bytes are read.
    ///   - items: items of which it is enough to know how many users have opened them.
    ///   - users: whose records are read.
    ///   - changesItems: whether items may change.
    init(
        packed: [CatalogueItem.ID] = [],
        items: [CatalogueItem.ID] = [],
        users: [UserID] = [],
        changesItems: Bool = false
    ) {
        let first = Set(packed)
        self.items = Array(first) + Set(items).subtracting(first)
        packedCount = first.count
        self.users = Array(Set(users))
        self.changesItems = changesItems
    }

    /// What reads it. ``StoreTransaction/load(_:of:)`` takes what the statements give.
    var statements: [Statement] {
        var statements: [Statement] = []
        if !items.isEmpty {
            statements.append(
                SQL.readItems(.texts(items.map(\.kind)), .texts(items.map(\.id)), .int8(Int64(packedCount)))
            )
        }
        if !users.isEmpty { statements.append(SQL.readRecords(.texts(users.map(\.rawValue)))) }
        if changesItems { statements.append(SQL.oldestRemoval) }
        return statements
    }
}

/// An item as a transaction has read and changed it.
struct TransactionItem {
    /// Whether it is stored once the transaction is committed.
    let isStored: Bool
    /// How many users have opened it.
    var openedBy: Int64
    /// ``PackedItem/bytes``; `nil` where they were not read.
    var packed: [UInt8]?
    /// What is to be written; `nil` where that is nothing.
    var change: Change?

    enum Change {
        case add
        case replace
        case remove
        /// How many users have opened it, and nothing else.
        case count
    }

    /// An item that is not stored.
    init(change: Change? = nil) {
        isStored = false
        openedBy = 0
        self.change = change
    }

    /// An item that is stored.
    init(openedBy: Int64, packed: [UInt8]?, change: Change? = nil) {
        isStored = true
        self.openedBy = openedBy
        self.packed = packed
        self.change = change
    }
}

/// A user's record as a transaction has read and changed it.
struct TransactionRecord {
    /// The record; `nil` where nothing is known of the user.
    var record: UserRecord?
    var isChanged = false
}
