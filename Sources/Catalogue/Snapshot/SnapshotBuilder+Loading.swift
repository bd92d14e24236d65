extension SnapshotBuilder {
    /// Adds all items of a store.
    /// - Parameter progress: Receives how many items were read so far, after each.
    /// - Returns: the snapshot of all of them.
    public mutating func load(
        from store: any ItemStore,
        progress: (Int) -> Void = { _ in }
    ) async throws(CatalogueLoadError) -> CatalogueSnapshot {
        var count = 0
        // Once the items do not fit, only their sizes are added up, to name them.
        var needed: Int?
        var limit = 0
        var failure: CatalogueMemoryError?
        let version: ItemVersion
        do {
            version = try await store.readAll { packed, openedBy in
                count += 1
                if let sum = needed {
                    needed = sum + SnapshotBuilder.memory(ofPacked: packed.count)
                } else if failure == nil {
                    do throws(CatalogueMemoryError) {
                        try add(packed, openedBy: openedBy)
                    } catch {
                        failure = error
                        if case .full(let sum, let most) = error { (needed, limit) = (sum, most) }
                    }
                }
                progress(count)
            }
        } catch {
            throw .store(error)
        }
        if let needed { throw .memory(.full(needed: needed, limit: limit)) }
        if let failure { throw .memory(failure) }
        do { return try snapshot(version: version) } catch { throw .memory(error) }
    }
}

/// Why the items of a store could not be loaded.
public enum CatalogueLoadError: Error, Hashable, Sendable {
    /// The store could not be read.
    case store(StoreError)
    /// The items do not fit into memory.
    case memory(CatalogueMemoryError)
}
