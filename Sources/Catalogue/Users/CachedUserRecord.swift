import Bytes
import Synchronization

public final class CachedUserRecord: Sendable {
    public let record: UserRecord
    public let searchRevision: Revision?
    private let openedHashes: IntegerSet<UInt64>
    private let savedHashes: IntegerSet<UInt64>
    /// ``CatalogueItem/ID/hash`` of items, brands and banners.
    public let dismissedHashes: [UInt64]
    /// ``Derived`` values, each with the ``CatalogueSnapshot/contentID`` of its items.
    @usableFromInline let derived = Mutex<[(contentID: UInt64, object: any AnyObject & Sendable)]>([])

    public static let empty = CachedUserRecord(.empty)

    @usableFromInline static let derivedLimit = 12

    package init(_ record: UserRecord) {
        self.record = record
        searchRevision = record.lastSearch.map { search in Revision { $0.combine(bytes: search.packed.span) } }
        openedHashes = IntegerSet(record.opened.map(\.hash))
        savedHashes = IntegerSet(record.saved.map(\.hash))
        dismissedHashes = record.dismissed.map(\.hash)
    }

    public func hasOpened(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        openedHashes.contains(snapshot.idHash(of: row))
    }

    public var hasSavedItems: Bool { !savedHashes.isEmpty }

    public func hasSaved(hash: UInt64) -> Bool { hasSavedItems && savedHashes.contains(hash) }

    public func hasDismissed(_ id: CatalogueItem.ID) -> Bool {
        !dismissedHashes.isEmpty && dismissedHashes.contains(id.hash)
    }

    public struct Newest: Sendable {
        public let rows: [ItemRow]
        /// How many of the first ones the user has not opened.
        public let unopenedCount: Int
        /// The times at which the rows are the result.
        fileprivate let validity: Range<Int64>
    }

    /// Returns the newest items of the last search, none without one. Cached until the items change, one
    /// begins, or a result expires.
    /// - Parameter counted: The number of items among which those are counted that the user has not opened.
    public func newestOfSearch(in snapshot: CatalogueSnapshot, at now: Int64, limit: Int, counted: Int) -> Newest {
        func isNew(_ row: ItemRow) -> Bool { snapshot.listedAt(row) <= now && !hasOpened(row, in: snapshot) }
        func find() -> Newest {
            let found = record.lastSearch.map { snapshot.find($0.newest(), at: now, limit: limit) } ?? []
            let rows = found.map(\.row)
            let end = rows.reduce(snapshot.nextStart(after: now)) { end, row in
                let listedAt = snapshot.listedAt(row)
                return min(end, snapshot.expiresAt(row), listedAt > now ? listedAt : .max)
            }
            let unopenedCount = rows.prefix(counted).count(where: isNew)
            return Newest(rows: rows, unopenedCount: unopenedCount, validity: now..<max(now, end))
        }
        // The record has one last search, so that the key need not contain it.
        let known = value(for: NewestKey(limit: limit, counted: counted), in: snapshot, find)
        return known.validity.contains(now) ? known : find()
    }

    private struct NewestKey: Equatable {
        let limit: Int
        let counted: Int
    }

    public func hasDerivedValues(in snapshot: CatalogueSnapshot) -> Bool {
        derived.withLock { values in values.contains { $0.contentID == snapshot.contentID } }
    }

    /// Returns the value that `make` derives from this record, `key` and the snapshot's items. Cached until the items
    /// change.
    /// - Parameter moved: Makes the value for the snapshot from that for an earlier one, if it is the same.
    @inlinable
    public func value<Key: Equatable & Sendable, Value: Sendable>(
        for key: Key,
        in snapshot: CatalogueSnapshot,
        moved: (Value) -> Value? = { _ in nil },
        _ make: () -> Value
    ) -> Value {
        // All new users share this record.
        if self === Self.empty { return make() }
        let known = knownValue(Value.self, for: key)
        if let known, known.contentID == snapshot.contentID { return known.value }
        let value = known.flatMap { moved($0.value) } ?? make()
        derived.withLock { values in
            // Another thread may have made it, too.
            values.removeAll { ($0.object as? Derived<Key, Value>)?.key == key }
            if values.count == Self.derivedLimit { values.removeFirst() }
            values.append((snapshot.contentID, Derived(key: key, value: value)))
        }
        return value
    }

    /// Whether a value is cached, of these items or of others.
    @inlinable
    public func hasValue<Key: Equatable & Sendable, Value: Sendable>(_ type: Value.Type, for key: Key) -> Bool {
        knownValue(type, for: key) != nil
    }

    @inlinable
    func knownValue<Key: Equatable & Sendable, Value: Sendable>(
        _ type: Value.Type,
        for key: Key
    ) -> (contentID: UInt64, value: Value)? {
        derived.withLock { values in
            for (contentID, object) in values {
                if let derived = object as? Derived<Key, Value>, derived.key == key {
                    return (contentID, derived.value)
                }
            }
            return nil
        }
    }
}

extension UserSearch {
    public func newest(after position: SortPosition? = nil) -> ItemQuery {
        ItemQuery(kinds: [kind], filter: filter, sort: .newest, after: position)
    }
}

/// A value that was derived from a record and the items of a snapshot. A class for each type of key, so that comparing
/// keys copies none.
@usableFromInline final class Derived<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value

    @usableFromInline init(key: Key, value: Value) {
        self.key = key
        self.value = value
    }
}
