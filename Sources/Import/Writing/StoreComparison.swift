import Catalogue

/// Which items of the mapping's kind an import removes if no record has their ids.
public enum ReplacementScope: String, CaseIterable, Sendable {
    case market
    /// The items with the mapping's `idPrefix`.
    case source
    case kind
}

struct StoreComparison {
    /// The number of staged items that the store lacks, has with other content, or has already. Only for dry runs.
    private(set) var (new, changed, unchanged) = (0, 0, 0)
    private(set) var removed: [CatalogueItem.ID] = []
    /// The catalogue memory of the store's items, and of those that staged items replace, in bytes.
    private var (stored, replaced) = (0, 0)
    private var countInScope = 0

    /// - Throws: ``ImportError/tooLarge(_:)`` if the catalogue grows beyond its limit, and
    ///   ``ImportError/tooManyRemoved(count:of:limit:)``.
    init(
        of store: some ItemStore,
        with staged: StagedItems,
        _ mapping: Mapping,
        _ options: CatalogueImporter.Options
    ) async throws(ImportError) {
        let (count, bytes) = try staged.size
        // Rounding takes up to a word for each item.
        let added = bytes + count * (SnapshotBuilder.memory(ofPacked: 0) + 8)
        let limit = options.catalogueLimit ?? .max
        if options.replacement == nil, !options.isDryRun {
            // If all items fit without replacing any, staged items need not be looked up.
            try await Self.read(store) { stored += SnapshotBuilder.memory(ofPacked: $0.count) }
            if stored + added <= limit { return }
            stored = 0
        }
        let scope = options.replacement
        if scope == .source, mapping.idPrefix.isEmpty { throw .noSource }
        let markets = scope == .market ? try staged.markets : []
        try await Self.read(store) { packed throws(ImportError) in
            guard let header = PackedItem.Header(packed) else { return }
            stored += SnapshotBuilder.memory(ofPacked: packed.count)
            guard header.kind == mapping.kind.name else { return }
            let isInScope =
                switch scope {
                case nil: false
                case .market: markets.contains(header.market)
                case .source: header.id.hasPrefix(mapping.idPrefix)
                case .kind: true
                }
            if isInScope { countInScope += 1 }
            guard let item = try staged.item(header.id) else {
                if isInScope { removed.append(CatalogueItem.ID(kind: header.kind, id: header.id)) }
                return
            }
            replaced += SnapshotBuilder.memory(ofPacked: packed.count)
            guard options.isDryRun, let previous = PackedItem(packed) else { return }
            var arrival = Int64.max / 2
            let isSame = PackedItem(item, succeeding: previous, nextArrival: &arrival, at: 0) == previous
            (changed, unchanged) = isSame ? (changed, unchanged + 1) : (changed + 1, unchanged)
        }
        new = count - changed - unchanged
        guard options.maxRemoved.allows(removed.count, of: countInScope) else {
            throw .tooManyRemoved(count: removed.count, of: countInScope, limit: options.maxRemoved)
        }
        let needed = stored - replaced + added
        if needed > max(limit, stored) { throw .tooLarge(.full(needed: needed, limit: limit)) }
    }

    private static func read(
        _ store: some ItemStore,
        _ visit: (Span<UInt8>) throws(ImportError) -> Void
    ) async throws(ImportError) {
        var failure: ImportError?
        do throws(StoreError) {
            _ = try await store.readAll { packed, _ in
                guard failure == nil else { return }
                do throws(ImportError) { try visit(packed) } catch { failure = error }
            }
        } catch {
            throw .store(error)
        }
        if let failure { throw failure }
    }
}
