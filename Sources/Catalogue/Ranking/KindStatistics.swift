/// How the values of a kind's items are distributed.
///
/// All sums are of whole numbers: they do not depend on the order of the rows, which differs between machines.
package struct KindStatistics: Sendable {
    package struct Numbers: Sendable {
        package let scale: NumberScale
        /// On the scale; 0 if all numbers are the same.
        package let deviation: Float

        /// Numbers are compared by their ratios if the greatest is at least this many times the least.
        private static let leastRatio: Float = 8
        /// The unit of sums: positions on the scale are rounded to this share.
        private static let unit = 4_096.0

        fileprivate init?(_ values: [Float]) {
            let known = values.filter { !$0.isNaN }
            guard let least = known.min(), let greatest = known.max() else { return nil }
            // 0 often means none.
            let positive = known.lazy.filter { $0 > 0 }.min() ?? 0
            let scale: NumberScale =
                least >= 0 && positive > 0 && greatest >= positive * Self.leastRatio ? .octaves : .linear
            self.scale = scale
            let positions = known.map { scale.position(of: $0) }.filter { !$0.isNaN }
            guard let first = positions.min(), let last = positions.max(), first < last else {
                deviation = 0
                return
            }
            // Two passes over differences, so that the squares are small.
            let unit = scale == .octaves ? Self.unit : Self.unit / (Double(last) - Double(first))
            let rounded = positions.map { Int64(((Double($0) - Double(first)) * unit).rounded()) }
            let mean = rounded.reduce(0, +) / Int64(rounded.count)
            let squares = rounded.reduce(Int64(0)) { $0 + ($1 - mean) * ($1 - mean) }
            deviation = Float((Double(squares) / Double(rounded.count)).squareRoot() / unit)
        }
    }

    /// The numbers by column. The prices are those in ``currency``.
    package private(set) var numbers: [(column: ItemScoring.NumberColumn, numbers: Numbers)] = []
    /// The share of the items that have a text, by text code, for each column.
    package private(set) var texts: [(column: ItemScoring.TextColumn, shares: [UInt32: Float])] = []
    /// The most frequent currency, a text code; 0 if no item has a price.
    package let currency: UInt32

    /// About so many items are counted; which ones depends on their ids alone.
    private static let sampleSize = 16_384

    init(of kind: Int, in snapshot: CatalogueSnapshot) {
        let rows = Self.sample(of: kind, in: snapshot)
        let values = ScoredRows(rows, of: kind, in: snapshot)
        let currencies = Self.counts(values.column(RowValues.currency))
        currency = currencies.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? TextDictionary.none
        func addNumbers(_ column: ItemScoring.NumberColumn) {
            if let found = Numbers(values.numbers(column)) { numbers.append((column, found)) }
        }
        func addTexts(_ column: ItemScoring.TextColumn) {
            let counts = Self.counts(values.column(column.ofValues))
            if !counts.isEmpty { texts.append((column, counts.mapValues { Float($0) / Float(rows.count) })) }
        }
        addNumbers(.price(currency: currency))
        addTexts(.brand)
        addTexts(.category)
        for (index, attribute) in snapshot.kinds.kinds[kind].columns.enumerated() {
            switch attribute.type {
            case .number, .money: addNumbers(.attribute(index))
            case .text, .flag: addTexts(.attribute(index))
            case .instant: break
            }
        }
    }

    private static func sample(of kind: Int, in snapshot: CatalogueSnapshot) -> [ItemRow] {
        let all = snapshot.rows(ofKind: snapshot.kinds.kinds[kind].name)
        let step = UInt64(max(1, all.count / sampleSize))
        return step == 1 ? all : all.filter { snapshot.idHash(of: $0) % step == 0 }
    }

    private static func counts(_ codes: Span<UInt32>) -> [UInt32: Int] {
        var counts: [UInt32: Int] = [:]
        for index in codes.indices where codes[index] != TextDictionary.none { counts[codes[index], default: 0] += 1 }
        return counts
    }
}
