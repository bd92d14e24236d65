struct SegmentScoring {
    private let scoring: ItemScoring
    private let segment: Segment
    private let columns: KindColumns
    /// In parts of 255, by row; empty if it is unknown.
    let popularity: [UInt8]

    init(_ scoring: ItemScoring, kind: Int, _ segment: Segment, popularity: [UInt8]) {
        self.scoring = scoring
        self.segment = segment
        self.popularity = popularity
        columns = segment.kinds[kind]
    }

    /// Writes the scores of rows, term by term, so that each column is looked up once.
    /// - Parameter scores: At least as long as `rows`.
    func score(_ rows: Span<Int>, _ scores: inout MutableSpan<Float>) {
        for index in rows.indices {
            scores[index] =
                popularity.isEmpty
                ? 0 : scoring.popularityWeight * Float(popularity[rows[index]]) / Float(UInt8.max)
        }
        for term in scoring.numbers { add(term, rows, &scores) }
        for term in scoring.places { add(term, rows, &scores) }
        for term in scoring.texts { add(term, rows, &scores) }
        if let recency = scoring.recency {
            for index in rows.indices {
                scores[index] += recency.score(listedAt: segment.columns.listedAt[rows[index]])
            }
        }
    }

    private func add(_ term: ItemScoring.NumberTerm, _ rows: Span<Int>, _ scores: inout MutableSpan<Float>) {
        func add(_ index: Int, _ number: Double) {
            let place = term.scale.place(of: number)
            scores[index] += place.isNaN ? term.weight * ItemScoring.missingShare : term.score(of: place)
        }
        switch term.column {
        case .price(let currency):
            for index in rows.indices {
                let isKnown = segment.columns.currencies[rows[index]] == currency
                add(index, isKnown ? Double(segment.columns.prices[rows[index]]) : .nan)
            }
        case .attribute(let column):
            guard case .numbers(let numbers) = columns.columns[column] else {
                for index in rows.indices { add(index, .nan) }
                return
            }
            for index in rows.indices { add(index, numbers[rows[index] - columns.rows.lowerBound]) }
        }
    }

    private func add(_ term: ItemScoring.PlaceTerm, _ rows: Span<Int>, _ scores: inout MutableSpan<Float>) {
        for index in rows.indices {
            let row = rows[index]
            let (latitude, longitude) = (segment.columns.latitudes[row], segment.columns.longitudes[row])
            if latitude.isNaN {
                scores[index] += term.weight * ItemScoring.missingShare
            } else {
                let meters = term.center.roughDistance(latitude: latitude, longitude: longitude)
                scores[index] += term.score(meters: Float(meters))
            }
        }
    }

    private func add(_ term: ItemScoring.TextTerm, _ rows: Span<Int>, _ scores: inout MutableSpan<Float>) {
        func add(_ index: Int, _ text: UInt32) {
            for entry in term.scores where entry.text == text {
                scores[index] += entry.score
                return
            }
            scores[index] += term.other
        }
        switch term.column {
        case .brand:
            for index in rows.indices { add(index, segment.columns.identities[rows[index]].brand) }
        case .category:
            for index in rows.indices { add(index, segment.columns.categories[rows[index]]) }
        case .attribute(let column):
            let first = columns.rows.lowerBound
            switch columns.columns[column] {
            case .texts(let texts): for index in rows.indices { add(index, texts[rows[index] - first]) }
            case .flags(let flags): for index in rows.indices { add(index, UInt32(flags[rows[index] - first])) }
            case .numbers: for index in rows.indices { add(index, TextDictionary.none) }
            }
        }
    }
}

extension ItemScoring {
    func ofSegment(_ index: Int, kind: Int, in snapshot: CatalogueSnapshot) -> SegmentScoring {
        let popularity = index < popularity.count ? popularity[index] : []
        return SegmentScoring(self, kind: kind, snapshot.parts[index].segment, popularity: popularity)
    }
}

extension CatalogueSnapshot {
    package func scores(of rows: [ItemRow], kind: Int, by scoring: ItemScoring) -> [Float] {
        var scores = Array(repeating: 0 as Float, count: rows.count)
        for segment in parts.indices {
            var (places, ofSegment) = ([] as [Int], [] as [Int])
            for (place, row) in rows.enumerated() where row.segment == segment {
                places.append(place)
                ofSegment.append(row.row)
            }
            if places.isEmpty { continue }
            var found = Array(repeating: 0 as Float, count: places.count)
            var span = found.mutableSpan
            scoring.ofSegment(segment, kind: kind, in: self).score(ofSegment.span, &span)
            for index in places.indices { scores[places[index]] = found[index] }
        }
        return scores
    }
}
