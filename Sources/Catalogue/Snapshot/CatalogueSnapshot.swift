import Bytes
import Synchronization

/// The catalogue at one version: immutable, indexed, and read without a lock.
///
/// A change hides former rows of its items, and adds a new shard with their new rows and the rows of smaller
/// shards, so that a few shards of growing sizes hold everything.
public final class CatalogueSnapshot: Sendable {
    public let version: ItemVersion
    /// A random ID of the items and their rows. Snapshots that differ only in the numbers of users who opened items
    /// share it.
    public let contentID: UInt64
    public let kinds: KindTable
    /// The brands of all items, in the order of arrival. A brand has the name of the latest item that renames it, else
    /// of its first item.
    public let brands: [Brand]
    /// The number of items, available or not.
    public let count: Int
    /// The approximate size, in bytes.
    public let memory: Int
    public let hasHistories: Bool
    /// When the newest item was listed, or begins if that is later; 0 without items.
    package let newestListing: Instant
    let parts: [LiveShard]
    let texts: TextDictionary
    let currencies: CurrencyCounts
    /// Indexes into ``brands``, by text code.
    let brandIndexes: [UInt32: Int]
    /// In the order of ``brands``.
    let brandIdentities: [ItemIdentity]
    let knownStatistics = Mutex<[Int: KindStatistics]>([:])

    struct LiveShard: Sendable {
        let shard: Shard
        /// The visible rows; the others were replaced or removed.
        var live: RowBitmap
        var liveCount: Int
        var popularity: Popularity

        var entries: [Shard.Entry] {
            shard.partitions.flatMap { partition in
                partition.rows.filter { live[$0] }.map { row in
                    Shard.Entry(
                        kind: UInt32(partition.kind),
                        market: partition.market,
                        listedAt: shard.columns.listedAt[row],
                        offset: shard.columns.offsets[row],
                        openedBy: popularity.counts[row]
                    )
                }
            }
        }
    }

    init(of builder: borrowing SnapshotBuilder, version: ItemVersion) {
        self.version = version
        (contentID, memory) = (builder.contentID, builder.memory)
        (kinds, parts, brands) = (builder.kinds, builder.parts, builder.brands)
        (texts, currencies) = (builder.texts, builder.currencies)
        brandIndexes = Dictionary(
            brands.enumerated().compactMap { [texts] index, brand in texts.code(of: brand.id).map { ($0, index) } }
        ) { first, _ in first }
        brandIdentities = brands.map { ItemIdentity($0) }
        count = parts.reduce(0) { $0 + $1.liveCount }
        hasHistories = parts.contains { !$0.shard.columns.histories.isEmpty }
        newestListing = parts.compactMap(\.shard.newestListing).max() ?? 0
    }

    /// The number of attribute values that do not match the type of their attribute, and are ignored.
    public var mismatchedValues: Int {
        parts.reduce(0) { sum, part in part.shard.values.reduce(sum) { $0 + $1.mismatches } }
    }

    /// The number of first shards that an earlier snapshot has, too.
    package func sharedShards(with former: CatalogueSnapshot) -> Int {
        zip(parts, former.parts).prefix { $0.shard === $1.shard }.count
    }

    /// The row of an item, available or not; `nil` if it does not exist.
    public func row(of id: CatalogueItem.ID) -> ItemRow? {
        guard let kind = kinds.code(of: id.kind) else { return nil }
        return parts.row(kind: kind, id: id.id.utf8.span, hash: id.hash)
    }

    /// The row of the item with a ``CatalogueItem/ID/hash``, available or not.
    package func row(idHash: UInt64) -> ItemRow? {
        parts.row(hash: idHash) { $0.columns.identities[$1].idHash == idHash }
    }

    /// A hash of what an item is, apart from its price and its stock.
    package func lastingHash(of row: ItemRow) -> UInt32 {
        parts[row.shard].shard.columns.identities[row.row].lastingHash
    }

    /// The rows of all items of a kind, available or not, in no particular order.
    package func rows(ofKind name: String) -> [ItemRow] {
        guard let kind = kinds.code(of: name) else { return [] }
        return parts.indices.flatMap { index in
            let part = parts[index]
            return part.shard.values[kind].rows.filter { part.live[$0] }.map { ItemRow(shard: index, row: $0) }
        }
    }

    /// Whether the row is not replaced or removed.
    package func isVisible(_ row: ItemRow) -> Bool { parts[row.shard].live[row.row] }

    /// Maps the rows that are not replaced or removed, and their ``CatalogueItem/ID/hash``, by shard; others are 0.
    package func mapRows(from first: Int, _ transform: (ItemRow, UInt64) -> UInt8) -> [[UInt8]] {
        parts.indices.dropFirst(first).map { index in
            let (part, identities) = (parts[index], parts[index].shard.columns.identities)
            return identities.indices.map { row in
                part.live[row] ? transform(ItemRow(shard: index, row: row), identities[row].idHash) : 0
            }
        }
    }

    public func id(of row: ItemRow) -> CatalogueItem.ID {
        let bytes = packed(row)
        return CatalogueItem.ID(kind: PackedItem.text(.kind, in: bytes).text, id: PackedItem.text(.id, in: bytes).text)
    }

    /// The item in a row of this snapshot. The name of its brand may differ from ``brands``.
    public func item(_ row: ItemRow) -> CatalogueItem? { PackedItem(packed(row))?.item }

    /// The title of an item in UTF-8; `nil` if it cannot be decoded.
    @_lifetime(borrow self)
    public func title(of row: ItemRow) -> Span<UInt8>? {
        let title = PackedItem.text(.title, in: packed(row))
        return (try? UTF8Span(validating: title)) == nil ? nil : title
    }

    @_lifetime(borrow self)
    public func packed(_ row: ItemRow) -> Span<UInt8> {
        let shard = parts[row.shard].shard
        // Sound: the snapshot retains the arena through the shard.
        return unsafe _overrideLifetime(
            shard.arena.unsafeBytes(at: shard.columns.offsets[row.row]),
            borrowing: self
        )
    }
}

extension [CatalogueSnapshot.LiveShard] {
    func row(kind: Int, id: Span<UInt8>, hash: UInt64) -> ItemRow? {
        row(hash: hash) { shard, row in
            shard.values[kind].rows.contains(row) && PackedItem.text(.id, in: shard.packed(row)).equals(id)
        }
    }

    /// The visible row with a ``CatalogueItem/ID/hash`` that `matches`: rows of other hashes may be asked for, too.
    func row(hash: UInt64, where matches: (Shard, Int) -> Bool) -> ItemRow? {
        for index in indices.reversed() {
            let (shard, live) = (self[index].shard, self[index].live)
            let row = shard.indexes.ids.first(hash: hash) { live[$0] && matches(shard, $0) }
            if let row { return ItemRow(shard: index, row: row) }
        }
        return nil
    }
}

/// Where an item is in one snapshot. Invalid in others: cursors and tokens carry ids.
public struct ItemRow: Hashable, Sendable {
    /// The shard in the highest four bits, the row in the other 28.
    let bits: UInt32

    static let maximumShards = 16

    init(shard: Int, row: Int) { bits = UInt32(truncatingIfNeeded: shard << 28 | row) }

    package var shard: Int { Int(bits >> 28) }
    var row: Int { Int(bits & 0x0fff_ffff) }
}

struct RowBitmap: Sendable {
    private var words: [UInt64]

    init(all count: Int) { words = Array(repeating: .max, count: (count + 63) / 64) }

    init(_ rows: some Sequence<Int>, of count: Int) {
        words = Array(repeating: 0, count: (count + 63) / 64)
        for row in rows { words[row >> 6] |= 1 << UInt64(row & 63) }
    }

    subscript(row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }

    mutating func clear(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }
}
