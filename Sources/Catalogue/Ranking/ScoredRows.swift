/// Rows of one kind and what scores read of them, column by column: each term of a score is one loop.
package struct ScoredRows {
    private let rows: [ItemRow]
    private let values: [UInt32]

    package init(_ rows: [ItemRow], of kind: Int, in snapshot: CatalogueSnapshot) {
        self.rows = rows
        let columnCount = RowValues.attributes + snapshot.kinds.kinds[kind].columns.count
        var values = Array(repeating: 0 as UInt32, count: rows.count * columnCount)
        var columns = values.mutableSpan
        for (index, part) in snapshot.parts.enumerated() {
            part.shard.values[kind].copy(rows.span, ofShard: index, to: &columns)
        }
        self.values = values
    }

    package func code(_ column: ItemScoring.TextColumn, at index: Int) -> UInt32 { self.column(column.ofValues)[index] }

    func numbers(_ column: ItemScoring.NumberColumn) -> [Float] { rows.indices.map { number(column, at: $0) } }

    /// NaN for none.
    @inline(__always)
    private func number(_ column: ItemScoring.NumberColumn, at index: Int) -> Float {
        column.number { values[$0 * rows.count + index] }
    }

    /// In the order of the rows.
    package func scores(by scoring: ItemScoring) -> [Float] {
        var scores = Array(repeating: 0 as Float, count: rows.count)
        var sums = scores.mutableSpan
        for (shard, popularity) in scoring.popularity.enumerated() {
            let (rows, popularity) = (rows.span, popularity.span)
            for index in rows.indices where rows[index].shard == shard {
                sums[index] = scoring.popularityWeight * Float(popularity[rows[index].row]) / Float(UInt8.max)
            }
        }
        for term in scoring.numbers { add(term, to: &sums) }
        for term in scoring.places { add(term, to: &sums) }
        for term in scoring.texts { add(term, to: &sums) }
        if let recency = scoring.recency {
            let hours = column(RowValues.hour)
            for index in hours.indices {
                sums[index] += recency.score(listedIn: Int64(Int32(bitPattern: hours[index])))
            }
        }
        return scores
    }

    /// - Parameter column: Of ``RowValues``.
    @_lifetime(borrow self)
    func column(_ column: Int) -> Span<UInt32> {
        values.span.extracting(column * rows.count..<(column + 1) * rows.count)
    }

    private func add(_ term: ItemScoring.NumberTerm, to sums: inout MutableSpan<Float>) {
        for index in sums.indices {
            let position = term.scale.position(of: number(term.column, at: index))
            sums[index] += position.isNaN ? term.weight * ItemScoring.missingShare : term.score(at: position)
        }
    }

    private func add(_ term: ItemScoring.PlaceTerm, to sums: inout MutableSpan<Float>) {
        let (x, y) = (column(RowValues.direction), column(RowValues.direction + 1))
        let z = column(RowValues.direction + 2)
        for index in x.indices {
            let direction = SIMD4(
                Float(bitPattern: x[index]),
                Float(bitPattern: y[index]),
                Float(bitPattern: z[index]),
                0
            )
            sums[index] += direction.x.isNaN ? term.weight * ItemScoring.missingShare : term.score(of: direction)
        }
    }

    private func add(_ term: ItemScoring.TextTerm, to sums: inout MutableSpan<Float>) {
        let (codes, scores) = (column(term.column.ofValues), term.scores.span)
        for index in codes.indices {
            var score = term.other
            for entry in scores.indices where scores[entry].text == codes[index] { score = scores[entry].score }
            sums[index] += score
        }
    }
}
