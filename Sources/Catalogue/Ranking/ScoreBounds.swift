/// The most that rows of a partition can score, by their codes alone: a table of points for each column.
///
/// A point is a share of the greatest possible score (``ItemScoring/unit``). Points are rounded up, so that the sum over
/// all columns is never less than the score.
struct ScoreBounds {
    /// Tables of ``tableSize`` points each, by code.
    private var points: [Int16] = []
    /// The column of each table.
    private var columns: [Int] = []
    /// The number of tables of places at the end: for latitudes and for longitudes, the lesser of which counts.
    private var hasPlaces = false
    /// By ``ItemScoring/popularity``; empty if it does not count.
    private var popularity: [Int16] = []
    private let recency: ItemScoring.RecencyTerm?
    private let unit: Float

    private static let tableSize = Int(QuantizedColumns.absent) + 1
    /// The points of a code that no row of the query has. Less than any score, even if the others are the greatest.
    private static let excluded = -Int16(ItemScoring.pointCount + 500)
    /// So many sums of ``excluded`` are in the range of points. Rows are checked again, so that more need not count.
    private static let maximumExclusions = 6
    /// The number of rows that get points for the listing time of the first, which is the latest.
    private static let rowsOfTime = 256

    /// - Parameter ranges: The codes of the rows to find.
    init(_ scoring: ItemScoring, kind: Int, _ codes: QuantizedColumns, ranges: [QuantizedColumns.Range]) {
        unit = scoring.unit
        recency = scoring.recency
        var scores = ColumnScores()
        for term in scoring.numbers { scores.add(term, codes) }
        for term in scoring.texts { scores.add(term, codes) }
        var places = ColumnScores()
        for term in scoring.places { places.add(term, codes) }
        for (column, scores) in scores.columns { append(column, scores) }
        exclude(ranges.filter { $0.column != QuantizedColumns.latitude && $0.column != QuantizedColumns.longitude })
        let placeRanges = ranges.filter {
            $0.column == QuantizedColumns.latitude || $0.column == QuantizedColumns.longitude
        }
        if !places.columns.isEmpty || !placeRanges.isEmpty {
            hasPlaces = true
            for column in [QuantizedColumns.latitude, QuantizedColumns.longitude] {
                append(column, places[column])
            }
            exclude(placeRanges)
        }
        if scoring.popularityWeight > 0 {
            popularity = (0...UInt8.max).map { points(scoring.popularityWeight * Float($0) / Float(UInt8.max)) }
        }
    }

    private func points(_ score: Float) -> Int16 { Int16((score / unit).rounded(.up)) }

    private mutating func append(_ column: Int, _ scores: [Float]) {
        columns.append(column)
        points += scores.map { points($0) }
    }

    private mutating func exclude(_ ranges: [QuantizedColumns.Range]) {
        var exclusions = 0
        for (index, range) in ranges.enumerated() where index == 0 || ranges[index - 1].column != range.column {
            if exclusions == Self.maximumExclusions { return }
            exclusions += 1
            if !columns.contains(range.column) { append(range.column, Array(repeating: 0, count: Self.tableSize)) }
            let first = columns.firstIndex(of: range.column)! * Self.tableSize  // Appended if it was not there.
            let alternatives = ranges[index...].prefix { $0.column == range.column }
            for code in 0..<Self.tableSize where !alternatives.contains(where: { $0.low <= code && code <= $0.high }) {
                points[first + code] = Self.excluded
            }
        }
    }

    /// Writes the points of each row of a partition.
    /// - Parameters:
    ///   - sums: Gets ``QuantizedColumns/wordCount`` × 8 numbers from `start` on.
    ///   - popularity: By row of the segment; empty if it is unknown.
    func write(
        to sums: inout [Int16],
        from start: Int,
        _ rows: Range<Int>,
        of segment: Segment,
        _ codes: QuantizedColumns,
        popularity: [UInt8]
    ) {
        for first in stride(from: 0, to: rows.count, by: Self.rowsOfTime) {
            let score = recency.map { $0.score(listedAt: segment.columns.listedAt[rows.lowerBound + first]) } ?? 0
            let points = points(score)
            for index in first..<min(first + Self.rowsOfTime, rows.count) { sums[start + index] = points }
        }
        if !self.popularity.isEmpty, !popularity.isEmpty {
            for row in rows { sums[start + row - rows.lowerBound] &+= self.popularity[Int(popularity[row])] }
        }
        let tables = columns.count - (hasPlaces ? 2 : 0)
        // Sound: each table has an element for all codes, and `sums` has eight for each word of a column.
        precondition(start + codes.wordCount * 8 <= sums.count)
        unsafe sums.withUnsafeMutableBufferPointer { sums in
            unsafe points.withUnsafeBufferPointer { points in
                func table(_ index: Int) -> QuantizedColumns.PointTable {
                    unsafe QuantizedColumns.PointTable(
                        column: columns[index],
                        points: points.baseAddress! + index * Self.tableSize
                    )
                }
                guard let first = sums.baseAddress else { return }
                let sums = unsafe first + start
                var index = 0
                while index + 1 < tables {
                    unsafe codes.add(table(index), table(index + 1), to: sums) { $0 &+ $1 }
                    index += 2
                }
                if index < tables { unsafe codes.add(table(index), to: sums) }
                if hasPlaces { unsafe codes.add(table(tables), table(tables + 1), to: sums) { min($0, $1) } }
            }
        }
    }
}

/// The greatest scores of the codes of columns.
private struct ColumnScores {
    private(set) var columns: [(column: Int, scores: [Float])] = []
    private static let none = Array(repeating: 0 as Float, count: Int(QuantizedColumns.absent) + 1)

    subscript(column: Int) -> [Float] { columns.first { $0.column == column }?.scores ?? Self.none }

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
