struct CurrencyCounts: Sendable {
    private struct Key: Hashable {
        let kind: Int
        let market: UInt32
        let currency: UInt32
    }

    private var counts: [Key: Int] = [:]

    mutating func add(_ change: Int, kind: Int, market: UInt32, currency: UInt32) {
        if currency == TextDictionary.none { return }
        let key = Key(kind: kind, market: market, currency: currency)
        let count = counts[key, default: 0] + change
        counts[key] = count == 0 ? nil : count
    }

    /// The most frequent currency of items of a filter's kinds and market; the first by code in case of a tie.
    func mostFrequent(of filter: CompiledFilter, _ texts: TextDictionary) -> UInt32? {
        var sums: [UInt32: Int] = [:]
        for (key, count) in counts where filter.kinds.contains(key.kind) {
            if let market = filter.market, market != key.market { continue }
            sums[key.currency, default: 0] += count
        }
        return sums.max { ($0.value, texts[$1.key]) < ($1.value, texts[$0.key]) }?.key
    }
}
