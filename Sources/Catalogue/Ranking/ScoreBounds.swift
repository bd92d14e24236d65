/// The most that rows of a partition can score, by their codes alone: a table of points for each column.
///
/// A point is a share of the greatest possible score (``ItemScoring/unit``). Points are rounded up, so that the sum over
/// all columns is never less than the score.
final class ScoreBounds: Sendable {
    let codes: QuantizedColumns
    /// The columns that count, each with a table in ``points``.
    let columns: [Int]
    /// Tables of ``tableSize`` points each, by code.
    private let points: [Int16]
    /// Whether the last two columns are latitudes and longitudes, the lesser of which counts.
    let hasPlaces: Bool
    /// By ``ItemScoring/popularity``; empty if it does not count.
    private let popularity: [Int16]
    /// The points of the listing time, for each ``rowsOfTime`` rows those of the first, which is the latest; empty if it
    /// does not count.
    private let recency: [Int16]
    /// By row of the segment; empty if it is unknown.
    let popularities: [UInt8]
    let rows: Range<Int>

    /// The number of rows that get the same points for their listing time.
    static let rowsOfTime = 256
    private static let tableSize = Int(QuantizedColumns.absent) + 1

    /// - Parameter popularities: By row of the segment; empty if they are unknown.
    init(
        _ scoring: ItemScoring,
        _ codes: QuantizedColumns,
        _ rows: Range<Int>,
        of segment: Segment,
        _ popularities: [UInt8]
    ) {
        self.codes = codes
        self.rows = rows
        self.popularities = popularities
        let unit = scoring.unit
        func points(_ score: Float) -> Int16 { Int16((score / unit).rounded(.up)) }
        var scores = ColumnScores()
        for term in scoring.numbers { scores.add(term, codes) }
        for term in scoring.texts { scores.add(term, codes) }
        var places = ColumnScores()
        for term in scoring.places { places.add(term, codes) }
        hasPlaces = !places.columns.isEmpty
        let tables = scores.columns + places.columns
        columns = tables.map(\.column)
        self.points = tables.flatMap { $0.scores.map { points($0) } }
        let hasPopularity = scoring.popularityWeight > 0 && !popularities.isEmpty
        popularity =
            hasPopularity
            ? (0...UInt8.max).map { points(scoring.popularityWeight * Float($0) / Float(UInt8.max)) } : []
        let times = scoring.recency.map { term in
            stride(from: rows.lowerBound, to: rows.upperBound, by: Self.rowsOfTime).map {
                points(term.greatest(listedBy: segment.columns.listedAt[$0]))
            }
        }
        recency = times ?? []
    }

    /// The points of a row, which counts from 0 within the partition.
    func points(of row: Int) -> Int {
        var sum = 0
        if !recency.isEmpty { sum += Int(recency[row / Self.rowsOfTime]) }
        if !popularity.isEmpty { sum += Int(popularity[Int(popularities[rows.lowerBound + row])]) }
        let places = columns.count - (hasPlaces ? 2 : 0)
        for index in 0..<places { sum += points(of: row, index) }
        if hasPlaces { sum += min(points(of: row, places), points(of: row, places + 1)) }
        return sum
    }

    @inline(__always)
    private func points(of row: Int, _ index: Int) -> Int {
        Int(points[index * Self.tableSize + Int(codes.code(of: row, in: columns[index]))])
    }

    // MARK: Coarse points

    /// The number of points of a coarse point.
    static let coarseness = 16

    private static func coarse(_ points: Int16) -> UInt8 { UInt8((Int(points) + coarseness - 1) / coarseness) }

    /// The most coarse points of each four bits of the codes of a column, see ``QuantizedColumns/coarseShift(of:)``.
    /// - Parameter index: In ``columns``.
    func coarseTable(_ index: Int) -> CoarseTable {
        let column = columns[index]
        var table = CoarseTable(shift: codes.coarseShift(of: column))
        for code in 0..<Self.tableSize where codes.isUsed(code, in: column) {
            table.raise(code, to: Self.coarse(points[index * Self.tableSize + code]))
        }
        return table
    }

    /// The coarse points of ``popularities``; `nil` if they do not count.
    var coarsePopularity: CoarseTable? {
        if popularity.isEmpty { return nil }
        var table = CoarseTable(shift: 4)
        for value in popularity.indices { table.raise(value, to: Self.coarse(popularity[value])) }
        return table
    }

    /// The coarse points of the listing time of a row.
    func coarseRecency(of row: Int) -> UInt8 { recency.isEmpty ? 0 : Self.coarse(recency[row / Self.rowsOfTime]) }
}

/// The greatest scores of the codes of columns.
private struct ColumnScores {
    private(set) var columns: [(column: Int, scores: [Float])] = []
    private static let none = Array(repeating: 0 as Float, count: Int(QuantizedColumns.absent) + 1)

    /// Adds `score` of each code.
    private mutating func add(_ scores: [Float], to column: Int) {
        let index = columns.firstIndex { $0.column == column } ?? columns.count
        if index == columns.count { columns.append((column, Self.none)) }
        for code in scores.indices { columns[index].scores[code] += scores[code] }
    }

    mutating func add(_ term: ItemScoring.NumberTerm, _ codes: QuantizedColumns) {
        let column =
            switch term.column {
            case .price: QuantizedColumns.price
            case .attribute(let index): QuantizedColumns.attributes + index
            }
        var scores = Self.none
        // Also of prices in other currencies, whose codes tell nothing.
        let missing = term.weight * ItemScoring.missingShare
        for code in scores.indices { scores[code] = missing }
        codes.forEachNumberCode(of: column) { code, numbers in
            let greatest = term.scale.place(of: numbers.upperBound)
            if greatest.isNaN { return }
            let least = term.scale.place(of: numbers.lowerBound)
            scores[code] = max(missing, term.greatestScore(between: least.isNaN ? -.infinity : least, and: greatest))
        }
        add(scores, to: column)
    }

    mutating func add(_ term: ItemScoring.TextTerm, _ codes: QuantizedColumns) {
        let column =
            switch term.column {
            case .brand: QuantizedColumns.brand
            case .category: QuantizedColumns.category
            case .attribute(let index): QuantizedColumns.attributes + index
            }
        var scores = Array(repeating: term.other, count: Self.none.count)
        for entry in term.scores {
            let code = codes.code(of: entry.text, in: column)
            scores[code] = max(scores[code], entry.score)
        }
        add(scores, to: column)
    }

    mutating func add(_ term: ItemScoring.PlaceTerm, _ codes: QuantizedColumns) {
        let missing = Self.none.map { _ in term.weight * ItemScoring.missingShare }
        let reach = codes.numbers(of: QuantizedColumns.latitude) ?? 0...0
        for (column, metersPerDegree, center) in [
            (QuantizedColumns.latitude, Coordinate.metersPerDegree, term.center.latitude),
            (QuantizedColumns.longitude, term.center.metersPerDegreeOfLongitude(at: reach), term.center.longitude),
        ] {
            var scores = missing
            codes.forEachNumberCode(of: column) { code, degrees in
                var distance = max(0, degrees.lowerBound - center, center - degrees.upperBound)
                if column == QuantizedColumns.longitude {
                    distance = min(
                        distance,
                        max(0, 360 - max(degrees.upperBound - center, center - degrees.lowerBound))
                    )
                }
                scores[code] = term.score(meters: Float(distance * metersPerDegree))
            }
            add(scores, to: column)
        }
    }
}
