import Catalogue

/// Which items an import withdraws where no record has their ids: of the mapping's kind, all of them or some.
public enum ReplacementScope: String, CaseIterable, Sendable {
    /// Those of the markets that the files have items of.
    case market
    /// Those whose ids begin with the mapping's `idPrefix`.
    case source
    /// All.
    case kind
}

/// What an import would do to a store.
struct StoreComparison {
    /// How many staged items the store does not have, has with other content, and has as they are. For a dry run only.
    private(set) var (new, changed, unchanged) = (0, 0, 0)
    /// The items to withdraw.
    private(set) var withdrawn: [CatalogueItem.ID] = []
    /// How many bytes the store's items take in a catalogue, and those of them that staged ones replace.
    private var (stored, replaced) = (0, 0)
    private var inScope = 0

    /// - Throws: ``ImportError/tooLarge(_:)`` where the catalogue grows and does not fit any more, and
    ///   ``ImportError/tooManyWithdrawn(count:of:limit:)``.
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
            // To look for each item among those staged is needed only where it matters which of them are replaced.
            try await read(store) { comparison, packed in
                comparison.stored += SnapshotBuilder.memory(ofPacked: packed.count)
            }
            if stored + added <= limit { return }
            stored = 0
        }
        let scope = try options.replacement.map { scope throws(ImportError) in try Scope(scope, mapping, staged) }
        try await read(store) { comparison, packed throws(ImportError) in
            try comparison.compare(packed, with: staged, mapping.kind.name, scope, isDryRun: options.isDryRun)
        }
        new = count - changed - unchanged
        guard options.maxWithdrawn.allows(withdrawn.count, of: inScope) else {
            throw .tooManyWithdrawn(count: withdrawn.count, of: inScope, limit: options.maxWithdrawn)
        }
        let needed = stored - replaced + added
        if needed > max(limit, stored) { throw .tooLarge(.full(needed: needed, limit: limit)) }
    }

    private mutating func read(
        _ store: some ItemStore,
        _ visit: (inout StoreComparison, Span<UInt8>) throws(ImportError) -> Void
    ) async throws(ImportError) {
        var (copy, failure) = (self, ImportError?.none)
        do throws(StoreError) {
            _ = try await store.readAll { packed, _ in
                guard failure == nil else { return }
                do throws(ImportError) { try visit(&copy, packed) } catch { failure = error }
            }
        } catch {
            throw .store(error)
        }
        if let failure { throw failure }
        self = copy
    }

    private mutating func compare(
        _ packed: Span<UInt8>,
        with staged: StagedItems,
        _ kind: String,
        _ scope: Scope?,
        isDryRun: Bool
    ) throws(ImportError) {
        guard let header = PackedItem.Header(packed) else { return }
        stored += SnapshotBuilder.memory(ofPacked: packed.count)
        guard header.kind == kind else { return }
        let isInScope = scope?.contains(header) ?? false
        if isInScope { inScope += 1 }
        guard let item = try staged.item(header.id) else {
            if isInScope { withdrawn.append(CatalogueItem.ID(kind: header.kind, id: header.id)) }
            return
        }
        replaced += SnapshotBuilder.memory(ofPacked: packed.count)
        guard isDryRun, let previous = PackedItem(packed) else { return }
        var arrival = Int64.max / 2
        if PackedItem(item, succeeding: previous, nextArrival: &arrival) == previous {
            unchanged += 1
        } else {
            changed += 1
        }
    }
}

/// The items of the store that an import replaces.
private struct Scope {
    private let scope: ReplacementScope
    private let markets: Set<String>
    private let prefix: String

    init(_ scope: ReplacementScope, _ mapping: Mapping, _ staged: StagedItems) throws(ImportError) {
        self.scope = scope
        markets = scope == .market ? try staged.markets : []
        prefix = mapping.idPrefix
        if scope == .source, prefix.isEmpty { throw .noSource }
    }

    func contains(_ header: PackedItem.Header) -> Bool {
        switch scope {
        case .market: markets.contains(header.market)
        case .source: header.id.hasPrefix(prefix)
        case .kind: true
        }
    }
}
