import Synchronization

/// A user's record in memory, with values that are derived from it.
public final class CachedUserRecord: Sendable {
    /// The record.
    public let record: UserRecord
    /// ``CatalogueItem/ID/hash`` of the items that the user has opened.
    private let openedHashes: IntegerSet<UInt64>
    private let derived = Mutex<[Derived]>([])

    /// The record of a user who has done nothing yet.
    public static let empty = CachedUserRecord(.empty)

    /// How many derived values are kept of one user.
    private static let derivedLimit = 4

    private struct Derived {
        let key: any Hashable & Sendable
        let contentID: UInt64
        let value: any Sendable
    }

    /// A record without derived values.
    public init(_ record: UserRecord) {
        self.record = record
        openedHashes = IntegerSet(record.opened.map(\.hash))
    }

    /// Whether the user has opened the item in a row of `snapshot`.
    public func hasOpened(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        openedHashes.contains(snapshot.idHash(of: row))
    }

    /// The rows of the newest items that a query from this record finds, see ``CatalogueSnapshot/find(_:at:limit:without:)``. They are
    /// kept while the items are the same and none of those found has expired.
    public func newest(_ query: ItemQuery, in snapshot: CatalogueSnapshot, at now: Int64, limit: Int) -> [ItemRow] {
        func find() -> [ItemRow] { snapshot.find(query, at: now, limit: limit).map(\.row) }
        let found = value(for: FindKey(query: query, limit: limit), in: snapshot) {
            let rows = find()
            let end = rows.reduce(Int64.max) { min($0, snapshot.expiresAt($1)) }
            return Found(rows: rows, validity: now..<max(now, end))
        }
        return found.validity.contains(now) ? found.rows : find()
    }

    private struct FindKey: Hashable {
        let query: ItemQuery
        let limit: Int
    }

    private struct Found {
        let rows: [ItemRow]
        /// The moments at which they are the result.
        let validity: Range<Int64>
    }

    /// The value that `make` derives from this record, these inputs and the items of the snapshot. It is kept while the items are the
    /// same.
    public func value<Key: Hashable & Sendable, Value: Sendable>(
        for key: Key,
        in snapshot: CatalogueSnapshot,
        _ make: () -> Value
    ) -> Value {
        // Shared by all users without a record.
        if self === Self.empty { return make() }
        let id = snapshot.contentID
        let known = derived.withLock { $0.first { $0.contentID == id && $0.key as? Key == key }?.value }
        if let known = known as? Value { return known }
        let value = make()
        derived.withLock { values in
            values.removeAll { $0.contentID != id || $0.key as? Key == key }
            if values.count == Self.derivedLimit { values.removeFirst() }
            values.append(Derived(key: key, contentID: id, value: value))
        }
        return value
    }
}
