import Bytes

// Fields of items by row, read from columns.
extension CatalogueSnapshot {
    public func kind(of row: ItemRow) -> Kind { kinds.kinds[partition(of: row).kind] }

    /// The index of the item's kind in ``kinds``.
    package func kindCode(of row: ItemRow) -> Int { partition(of: row).kind }

    package func code(of text: String) -> UInt32? { texts.code(of: text) }

    public func market(of row: ItemRow) -> String? { text(partition(of: row).market) }

    /// Whether the item is available at `now`, in Unix seconds (UTC).
    public func isAvailable(_ row: ItemRow, at now: Int64) -> Bool {
        segment(row).columns.isAvailable(row.row, at: now)
    }

    /// Whether the item's start has passed at `now`, in Unix seconds (UTC).
    public func hasStarted(_ row: ItemRow, at now: Int64) -> Bool { segment(row).columns.hasStarted(row.row, at: now) }

    /// The number of items whose start has passed at `now`: with it, items appear.
    public func startedCount(at now: Int64) -> Int {
        parts.reduce(0) { $0 + $1.segment.startedCount(at: now) }
    }

    /// The first start after `now`, in Unix seconds (UTC); `Int64.max` for none.
    public func nextStart(after now: Int64) -> Int64 {
        parts.reduce(Int64.max) { min($0, $1.segment.starts.dropFirst($1.segment.startedCount(at: now)).first ?? .max) }
    }

    /// When the item expires, in Unix seconds (UTC); `Int64.max` for never.
    public func expiresAt(_ row: ItemRow) -> Int64 { segment(row).columns.expiresAt[row.row] }

    /// When the item was listed, or began if that is later, in Unix seconds (UTC).
    public func listedAt(_ row: ItemRow) -> Int64 { segment(row).columns.listedAt[row.row] }

    public func price(of row: ItemRow) -> Money? {
        let segment = segment(row)
        guard let currency = text(segment.columns.currencies[row.row]) else { return nil }
        return Money(amount: segment.columns.prices[row.row], currency: currency)
    }

    public func place(of row: ItemRow) -> Coordinate? { segment(row).place(row.row) }

    /// How the item has changed; `nil` if it has not.
    public func history(of row: ItemRow) -> ItemHistory? {
        let histories = segment(row).columns.histories
        return histories.isEmpty ? nil : histories[row.row]
    }

    /// The item's brand, as an index into ``brands``.
    public func brand(of row: ItemRow) -> Int? {
        brandIndex(segment(row).columns.identities[row.row].brand)
    }

    private func brandIndex(_ code: UInt32) -> Int? { code == TextDictionary.none ? nil : brandIndexes[code] }

    public func category(of row: ItemRow) -> String? { text(segment(row).columns.categories[row.row]) }

    /// A number, an amount of money in minor units or an instant in Unix seconds, if the item has it.
    public func number(_ attribute: String, of row: ItemRow) -> Double? {
        guard let (column, index) = column(attribute, of: row), case .numbers(let numbers) = column else { return nil }
        return numbers[index].isNaN ? nil : numbers[index]
    }

    public func text(_ attribute: String, of row: ItemRow) -> String? {
        guard let (column, index) = column(attribute, of: row), case .texts(let codes) = column else { return nil }
        return text(codes[index])
    }

    public func flag(_ attribute: String, of row: ItemRow) -> Bool? {
        guard let (column, index) = column(attribute, of: row), case .flags(let flags) = column else { return nil }
        return flags[index] == 0 ? nil : flags[index] == 2
    }

    /// What identifies the item and its content.
    public func identity(of row: ItemRow) -> ItemIdentity {
        let identity = segment(row).columns.identities[row.row]
        var hasher = RevisionHasher()
        hasher.combine(identity.contentHash)
        if let brand = brandIndex(identity.brand) { hasher.combine(brandIdentities[brand].revision) }
        return ItemIdentity(idHash: identity.idHash, revision: hasher.finish())
    }

    /// What identifies the brand, by its index in ``brands``, and its name.
    public func identity(ofBrand index: Int) -> ItemIdentity { brandIdentities[index] }

    /// The ``CatalogueItem/ID/hash`` of the item.
    public func idHash(of row: ItemRow) -> UInt64 { segment(row).columns.identities[row.row].idHash }

    private func segment(_ row: ItemRow) -> Segment { parts[row.segment].segment }

    private func partition(of row: ItemRow) -> Segment.Partition {
        let segment = segment(row)
        return segment.partition(of: row.row)
    }

    private func text(_ code: UInt32) -> String? { code == TextDictionary.none ? nil : texts[code] }

    private func column(_ name: String, of row: ItemRow) -> (KindColumns.Column, index: Int)? {
        let (segment, kind) = (segment(row), partition(of: row).kind)
        guard let column = kinds.sortedAttributes(of: kind).firstIndex(where: { $0.name == name }) else { return nil }
        return (segment.kinds[kind].columns[column], row.row - segment.kinds[kind].rows.lowerBound)
    }
}

/// What identifies an item or a brand, and its content.
public struct ItemIdentity: Hashable, Sendable {
    /// ``CatalogueItem/ID/hash``.
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
