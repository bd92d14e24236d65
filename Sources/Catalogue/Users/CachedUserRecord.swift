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

    public func hasDerivedValues(in snapshot: CatalogueSnapshot) -> Bool {
        derived.withLock { values in values.contains { $0.contentID == snapshot.contentID } }
    }

    /// Returns the value that `make` derives from this record, `key` and the snapshot's items. Cached until the items
    /// change.
    /// - Parameters:
    ///   - key: Tells values of one type apart.
    ///   - moved: Makes the value for the snapshot from that for an earlier one, if it is the same.
    @inlinable
    public func value<Key: Equatable & Sendable, Value: Sendable>(
        for key: Key = true,
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

    /// The value that is cached, and of which items: of a snapshot's or of others.
    @inlinable
    public func knownValue<Key: Equatable & Sendable, Value: Sendable>(
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
