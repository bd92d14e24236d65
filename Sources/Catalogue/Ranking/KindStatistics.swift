import Synchronization

/// How the values of a kind's items are distributed.
///
/// All sums are of whole numbers: they do not depend on the order of the rows, which differs between machines.
package struct KindStatistics: Sendable {
    package struct Numbers: Sendable {
        package let scale: NumberScale
        /// On the scale; 0 if all numbers are the same.
        package let deviation: Float
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
        let currencies = Self.counts(rows) { $0.columns.currencies[$1] }
        currency = currencies.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? TextDictionary.none
        func addNumbers(_ column: ItemScoring.NumberColumn, _ value: (Segment, Int) -> Double) {
            if let found = Numbers(rows.map { value($0.segment, $0.row) }) { numbers.append((column, found)) }
        }
        func addTexts(_ column: ItemScoring.TextColumn, _ code: (Segment, Int) -> UInt32) {
            let counts = Self.counts(rows, code)
            if !counts.isEmpty { texts.append((column, counts.mapValues { Float($0) / Float(rows.count) })) }
        }
        let price = ItemScoring.NumberColumn.price(currency: currency)
        addNumbers(price) { $0.number(price, of: $1, in: $0.kinds[kind]) }
        addTexts(.brand) { $0.code(.brand, of: $1, in: $0.kinds[kind]) }
        addTexts(.category) { $0.code(.category, of: $1, in: $0.kinds[kind]) }
        for (index, attribute) in snapshot.kinds.sortedAttributes(of: kind).enumerated() {
            switch attribute.type {
            case .number, .money:
                addNumbers(.attribute(index)) { $0.number(.attribute(index), of: $1, in: $0.kinds[kind]) }
            case .text, .flag: addTexts(.attribute(index)) { $0.code(.attribute(index), of: $1, in: $0.kinds[kind]) }
            case .instant: break
            }
        }
    }

    private static func sample(of kind: Int, in snapshot: CatalogueSnapshot) -> [(segment: Segment, row: Int)] {
        let partitions = snapshot.parts.flatMap { part in
            part.segment.partitions.filter { $0.kind == kind }.map { (part, $0) }
        }
        let count = partitions.reduce(0) { sum, next in sum + next.1.rows.count { next.0.live[$0] } }
        let step = UInt64(max(1, count / sampleSize))
        return partitions.flatMap { part, partition in
            partition.rows.filter { row in
                part.live[row] && part.segment.columns.identities[row].idHash % step == 0
            }.map { (part.segment, $0) }
        }
    }

    /// How many rows have each text.
    private static func counts(
        _ rows: [(segment: Segment, row: Int)],
        _ code: (Segment, Int) -> UInt32
    ) -> [UInt32: Int] {
        var counts: [UInt32: Int] = [:]
        for (segment, row) in rows {
            let code = code(segment, row)
            if code != TextDictionary.none { counts[code, default: 0] += 1 }
        }
        return counts
    }
}

extension KindStatistics.Numbers {
    /// Numbers are compared by their ratios if the greatest is at least this many times the least.
    private static let leastRatio = 8.0
    /// The unit of sums: places on the scale are rounded to this share.
    private static let unit = 4_096.0

    fileprivate init?(_ values: [Double]) {
        let known = values.filter { !$0.isNaN }
        guard let least = known.min(), let greatest = known.max() else { return nil }
        // 0 often means none.
        let positive = known.lazy.filter { $0 > 0 }.min() ?? 0
        let scale: NumberScale =
            least >= 0 && positive > 0 && greatest >= positive * Self.leastRatio ? .octaves : .linear
        self.scale = scale
        let places = known.map { scale.place(of: Float($0)) }.filter { !$0.isNaN }
        guard let first = places.min(), let last = places.max(), first < last else {
            deviation = 0
            return
        }
        // Two passes over differences, so that the squares are small.
        let unit = scale == .octaves ? Self.unit : Self.unit / (Double(last) - Double(first))
        let rounded = places.map { Int64(((Double($0) - Double(first)) * unit).rounded()) }
        let mean = rounded.reduce(0, +) / Int64(rounded.count)
        let squares = rounded.reduce(Int64(0)) { $0 + ($1 - mean) * ($1 - mean) }
        deviation = Float((Double(squares) / Double(rounded.count)).squareRoot() / unit)
    }
}

extension CatalogueSnapshot {
    /// How the values of the available and other items of a kind are distributed. Computed once for a snapshot.
    package func statistics(of kind: Int) -> KindStatistics {
        if let known = knownStatistics.withLock({ $0[kind] }) { return known }
        let statistics = KindStatistics(of: kind, in: self)
        knownStatistics.withLock { $0[kind] = statistics }
        return statistics
    }
}

extension Segment {
    /// A row's number; NaN for none.
    func number(_ column: ItemScoring.NumberColumn, of row: Int, in kind: KindColumns) -> Double {
        switch column {
        case .price(let currency):
            return columns.currencies[row] == currency ? Double(columns.prices[row]) : .nan
        case .attribute(let column):
            guard case .numbers(let numbers) = kind.columns[column] else { return .nan }
            return numbers[row - kind.rows.lowerBound]
        }
    }

    /// A row's text code, or flag (1 is false, 2 is true); 0 for none.
    func code(_ column: ItemScoring.TextColumn, of row: Int, in kind: KindColumns) -> UInt32 {
        switch column {
        case .brand: return columns.identities[row].brand
        case .category: return columns.categories[row]
        case .attribute(let column):
            switch kind.columns[column] {
            case .texts(let texts): return texts[row - kind.rows.lowerBound]
            case .flags(let flags): return UInt32(flags[row - kind.rows.lowerBound])
            case .numbers: return TextDictionary.none
            }
        }
    }
}
