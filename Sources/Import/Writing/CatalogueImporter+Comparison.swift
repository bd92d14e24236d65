import Catalogue

/// Which items of the mapping's kind an import removes if no record has their ids.
public enum ReplacementScope: String, CaseIterable, Sendable {
    case market
    /// The items with the mapping's `idPrefix`.
    case source
    case kind
}

extension CatalogueImporter {
    /// The items to remove. A dry run also counts the staged items that the store lacks, has with other content, or has
    /// already.
    /// - Throws: ``ImportError/tooLarge(_:)`` if the catalogue grows beyond its limit, and an error if too many items
    ///   would be removed.
    func compare(
        with store: some ItemStore,
        counting summary: inout ImportSummary
    ) async throws(ImportError) -> [CatalogueItem.ID] {
        let (count, bytes) = try staged.size()
        // Rounding takes up to a word for each item.
        let added = bytes + count * (SnapshotBuilder.memory(ofPacked: 0) + 8)
        let limit = options.catalogueLimit ?? .max
        // The catalogue memory of the store's items, and of those that staged items replace, in bytes.
        var (stored, replaced) = (0, 0)
        if options.replacement == nil, !options.isDryRun {
            // If all items fit without replacing any, staged items need not be looked up.
            try await Self.read(store) { stored += SnapshotBuilder.memory(ofPacked: $0.count) }
            if stored + added <= limit { return [] }
            stored = 0
        }
        let scope = options.replacement
        if scope == .source, mapping.idPrefix.isEmpty {
            throw .failure("the mapping has no \"idPrefix\", which identifies the items of a source")
        }
        let markets = scope == .market ? try staged.markets() : []
        var removed: [CatalogueItem.ID] = []
        var countInScope = 0
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
            summary.count(isSame ? .unchanged : .changed)
        }
        guard options.maxRemoved.allows(removed.count, of: countInScope) else {
            throw .failure(
                "\(removed.count.grouped) of \(countInScope.grouped) items would be removed, more than "
                    + "\(options.maxRemoved): nothing was written (--max-removed)"
            )
        }
        let needed = stored - replaced + added
        if needed > max(limit, stored) { throw .tooLarge(.full(needed: needed, limit: limit)) }
        return removed
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
