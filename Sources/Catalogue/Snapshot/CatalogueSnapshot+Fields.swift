import Bytes
import CLinux
import Synchronization

// Fields of items by row, read from columns.
extension CatalogueSnapshot {
    public func kind(of row: ItemRow) -> Kind { kinds.kinds[partition(of: row).kind] }

    /// The index of the item's kind in ``kinds``.
    package func kindCode(of row: ItemRow) -> Int { partition(of: row).kind }

    package func code(of text: String) -> UInt32? { texts.code(of: text) }

    /// Reads what a home reads of the row later, so that the processor waits for many rows at once.
    public func readAhead(_ row: ItemRow) {
        let shard = shard(row)
        let times = shard.columns.listedAt[row.row].seconds ^ shard.columns.expiresAt[row.row].seconds
        read_ahead(shard.columns.identities[row.row].idHash ^ UInt64(bitPattern: times))
    }

    public func market(of row: ItemRow) -> String? { text(partition(of: row).market) }

    public func isAvailable(_ row: ItemRow, at now: Instant) -> Bool {
        shard(row).columns.isAvailable(row.row, at: now)
    }

    public func hasStarted(_ row: ItemRow, at now: Instant) -> Bool { shard(row).columns.hasStarted(row.row, at: now) }

    /// The number of items whose start has passed at `now`: with it, items appear.
    public func startedCount(at now: Instant) -> Int {
        parts.reduce(0) { $0 + $1.shard.startedCount(at: now) }
    }

    /// The first start after `now`; ``Instant/distantFuture`` for none.
    public func nextStart(after now: Instant) -> Instant {
        parts.reduce(.distantFuture) {
            min($0, $1.shard.starts.dropFirst($1.shard.startedCount(at: now)).first ?? .distantFuture)
        }
    }

    /// When the item expires; ``Instant/distantFuture`` for never.
    public func expiresAt(_ row: ItemRow) -> Instant { shard(row).columns.expiresAt[row.row] }

    /// When the item was listed, or began if that is later.
    public func listedAt(_ row: ItemRow) -> Instant { shard(row).columns.listedAt[row.row] }

    public func price(of row: ItemRow) -> Money? {
        let shard = shard(row)
        guard let currency = text(shard.columns.currencies[row.row]) else { return nil }
        return Money(amount: shard.columns.prices[row.row], currency: currency)
    }

    public func place(of row: ItemRow) -> Coordinate? { shard(row).columns.place(row.row) }

    public func history(of row: ItemRow) -> ItemHistory? { shard(row).columns.histories[row.row] }

    /// The item's brand, as an index into ``brands``.
    public func brand(of row: ItemRow) -> Int? {
        brandIndex(shard(row).columns.identities[row.row].brand)
    }

    private func brandIndex(_ code: UInt32) -> Int? { code == TextDictionary.none ? nil : brandIndexes[code] }

    public func category(of row: ItemRow) -> String? { text(shard(row).columns.categories[row.row]) }

    /// A number, an amount of money in minor units or the seconds of an instant, if the item has it.
    package func number(_ attribute: String, of row: ItemRow) -> Double? {
        let kind = kindCode(of: row)
        return kinds.column(of: attribute, kind: kind).flatMap {
            shard(row).values[kind].number($0, of: row.row)
        }
    }

    /// A row's number in a column; NaN for none.
    package func number(_ column: ItemScoring.NumberColumn, of row: ItemRow) -> Float {
        shard(row).values[kindCode(of: row)].number(column, of: row.row)
    }

    /// A row's text code or flag in a column; 0 for none.
    package func code(_ column: ItemScoring.TextColumn, of row: ItemRow) -> UInt32 {
        shard(row).values[kindCode(of: row)].code(column, of: row.row)
    }

    package func meets(_ condition: AttributeCondition, on attribute: String, _ row: ItemRow) -> Bool {
        let kind = kindCode(of: row)
        guard let column = kinds.column(of: attribute, kind: kind, for: condition),
            let compiled = CompiledFilter.compile(condition, column, texts)
        else { return false }
        return shard(row).values[kind].meets(compiled, row.row)
    }

    /// How the values of the available and other items of a kind are distributed. Computed once for a snapshot.
    package func statistics(of kind: Int) -> KindStatistics {
        if let known = knownStatistics.withLock({ $0[kind] }) { return known }
        let statistics = KindStatistics(of: kind, in: self)
        knownStatistics.withLock { $0[kind] = statistics }
        return statistics
    }

    public func identity(of row: ItemRow) -> ItemIdentity {
        let identity = shard(row).columns.identities[row.row]
        var hasher = RevisionHasher()
        hasher.combine(identity.contentHash)
        if let brand = brandIndex(identity.brand) { hasher.combine(brandIdentities[brand].revision) }
        return ItemIdentity(idHash: identity.idHash, revision: hasher.finish())
    }

    public func identity(ofBrand index: Int) -> ItemIdentity { brandIdentities[index] }

    public func idHash(of row: ItemRow) -> UInt64 { shard(row).columns.identities[row.row].idHash }

    private func shard(_ row: ItemRow) -> Shard { parts[row.shard].shard }

    private func partition(of row: ItemRow) -> Shard.Partition { shard(row).partition(of: row.row) }

    private func text(_ code: UInt32) -> String? { code == TextDictionary.none ? nil : texts[code] }
}

/// What identifies an item or a brand, and its content.
public struct ItemIdentity: Hashable, Sendable {
    public let idHash: UInt64
    /// The revision of the content, including the name of the brand.
    public let revision: Revision
}

extension ItemIdentity {
    init(_ brand: Brand) {
        idHash = brand.itemID.hash
        revision = Revision {
            $0.combine(brand.id)
            $0.combine(brand.name)
        }
    }
}
