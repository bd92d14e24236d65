public final class CachedUserCounts: Sendable {
    public let counts: UserCounts
    private let shownHashes: [UInt64]

    public static let empty = CachedUserCounts(.empty)

    init(_ counts: UserCounts) {
        self.counts = counts
        shownHashes = counts.items.map(\.id.hash)
    }

    /// ``CatalogueItem/ID/hash`` of the items that were shown `shown` times or more without being opened, the last time
    /// after `time`.
    public func fatigued(shown: Int, after time: Int64) -> [UInt64] {
        var fatigued: [UInt64] = []
        for index in shownHashes.indices {
            let item = counts.items[index]
            if item.shownSinceOpened >= shown, item.lastShown > time { fatigued.append(shownHashes[index]) }
        }
        return fatigued
    }

    /// How often a banner was shown after `time`: at most ``UserCounts/ItemCounts/timeLimit``.
    public func shownCount(ofCard id: CatalogueItem.ID, after time: Int64) -> Int {
        counts.items.first { $0.id == id }?.times.count { $0 > time } ?? 0
    }
}
