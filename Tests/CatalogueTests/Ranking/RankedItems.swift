@testable import Catalogue

extension CatalogueSnapshot {
    /// A snapshot of these items in one shard.
    static func of(_ items: [CatalogueItem]) throws -> CatalogueSnapshot {
        var pair = try `Queries of a catalogue snapshot`.Pair()
        for item in items { try pair.upsert(item) }
        try pair.publish()
        return pair.snapshot
    }

    /// The codes of the columns of a kind.
    func code(ofKind name: String) -> Int { kinds.code(of: name)! }
}

extension CatalogueItem {
    /// A listing without values, but for the changes.
    static func listing(_ id: String, _ change: (inout CatalogueItem) -> Void = { _ in }) -> CatalogueItem {
        var item = CatalogueItem(id: ID(kind: "listing", id: id), title: id, market: "toledo", listedAt: 1_000)
        change(&item)
        return item
    }
}
