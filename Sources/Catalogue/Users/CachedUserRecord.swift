import Bytes
import Synchronization

/// A user's record in memory, with derived values.
public final class CachedUserRecord: Sendable {
    /// The record.
    public let record: UserRecord
    /// The revision of the last search; `nil` without one.
    public let searchRevision: Revision?
    /// ``CatalogueItem/ID/hash`` of the opened items.
    private let openedHashes: IntegerSet<UInt64>
    private let derived = Mutex<[Derived]>([])

    /// The record of a new user.
    public static let empty = CachedUserRecord(.empty)

    /// The maximum number of cached derived values.
    private static let derivedLimit = 4

    private struct Derived {
        let key: any Hashable & Sendable
        let contentID: UInt64
        let value: any Sendable
    }

    /// A record without derived values.
    public init(_ record: UserRecord) {
        self.record = record
        searchRevision = record.lastSearch.map { search in Revision { $0.combine(bytes: search.packed.span) } }
        openedHashes = IntegerSet(record.opened.map(\.hash))
    }

    /// Whether the user opened the item in a row of `snapshot`.
    public func hasOpened(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        openedHashes.contains(snapshot.idHash(of: row))
    }

    /// Returns the results of a query for the newest items that derives from this record, see
    /// ``CatalogueSnapshot/find(_:at:limit:without:)``. Cached until the items change or a result expires.
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
        /// The times at which the rows are the result.
        let validity: Range<Int64>
    }

    /// Returns the value that `make` derives from this record, `key` and the snapshot's items. Cached until the items
    /// change.
    public func value<Key: Hashable & Sendable, Value: Sendable>(
        for key: Key,
        in snapshot: CatalogueSnapshot,
        _ make: () -> Value
    ) -> Value {
        // All new users share this record.
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
