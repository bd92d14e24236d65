import Catalogue

/// How many candidates each list has, beside all that users opened together with what the user opened last.
struct CandidateSizes {
    /// Up to so many items that match are all candidates.
    var all = 1_024
    /// The best by prior.
    var best = 150
    /// The best by prior of those that fit the search.
    var fitting = 100
    /// The best by prior of those that nearly fit the search.
    var nearlyFitting = 100
    /// The best by prior and nearness to each place: of what was opened, and of the user.
    var near = 150
    /// The best by prior with each brand, category or other text of what was opened or searched.
    var ofText = 25
}

extension Retrieval {
    /// Finds the candidates, and offers them with their scores.
    /// - Parameter neighbours: Candidates, whose likeness counts, too.
    consuming func offerAll(
        by scoring: ItemScoring,
        _ neighbours: [LearnedIndex.Neighbour],
        _ search: UserSearch? = nil,
        of sizes: CandidateSizes = CandidateSizes(),
        at now: Instant,
        to offer: (RankedRow) -> Void
    ) {
        let added = neighbours.indices.filter { add(neighbours[$0].row) }
        if !addAll(limit: sizes.all) { addLists(of: sizes, for: scoring, search, at: now) }
        let scores = ScoredRows(rows, of: kind, in: snapshot).scores(by: scoring)
        for (index, row) in rows.enumerated() {
            let neighbour = index < added.count ? added[index] : nil
            let likeness = neighbour.map { neighbours[$0].likeness } ?? 0
            offer(RankedRow(row: row, score: scores[index] + likeness, neighbour: neighbour))
        }
    }

    private mutating func addLists(
        of sizes: CandidateSizes,
        for scoring: ItemScoring,
        _ search: UserSearch?,
        at now: Instant
    ) {
        addBest(sizes.best)
        // What fits the search, or nearly, has lists of its own.
        for place in scoring.places where place.center != search?.filter.place?.center {
            addBest(sizes.near, near: place)
        }
        // Terms with a score for other texts are of what was dismissed.
        for term in scoring.texts where term.other == 0 {
            let shares = snapshot.statistics(of: kind).texts.first { $0.column == term.column }?.shares ?? [:]
            // Of frequent texts, there are enough among the best.
            for entry in term.scores where (shares[entry.text] ?? 0) * Float(sizes.best) < Float(sizes.ofText) {
                addBest(sizes.ofText, term.column, entry.text)
            }
        }
        guard let search else { return }
        func query(_ filter: ItemFilter) -> CompiledQuery? {
            CompiledQuery(ItemQuery(kinds: [search.kind], filter: filter), snapshot, at: now)
        }
        if let fitting = query(search.filter), let wider = query(search.filter.widened(of: kind, in: snapshot)) {
            addBest(sizes.fitting, matching: fitting)
            addBest(sizes.nearlyFitting, matching: wider, butNot: fitting)
        }
    }
}

extension ItemFilter {
    /// The filter with ranges and areas so wide that what is in them scores at least half, and without texts and flags.
    fileprivate func widened(of kind: Int, in snapshot: CatalogueSnapshot) -> ItemFilter {
        let statistics = snapshot.statistics(of: kind)
        func widened(_ range: ClosedInterval<Double>, _ column: ItemScoring.NumberColumn) -> ClosedInterval<Double> {
            let wide = ItemScoring.NumberTerm(column, range, statistics)?.halfGood ?? .all
            // Rounding to `Float` must not make it narrower.
            return ClosedInterval(
                min: wide.min.flatMap { wide in range.min.map { Swift.min(wide, $0) } },
                max: wide.max.flatMap { wide in range.max.map { Swift.max(wide, $0) } }
            )
        }
        var filter = ItemFilter(market: market)
        filter.currency = currency
        filter.place = place.map { Area(center: $0.center, radius: $0.radius + Double(ItemScoring.placeWidth)) }
        if price.isBounded {
            let code = currency.flatMap { snapshot.code(of: $0) } ?? statistics.currency
            let wide = widened(priceRange, .price(currency: code))
            filter.price.min = wide.min.flatMap { Int64(exactly: $0.rounded()) }
            filter.price.max = wide.max.flatMap { Int64(exactly: $0.rounded()) }
        }
        for (name, condition) in attributes {
            guard case .range(let range) = condition,
                let column = snapshot.kinds.column(of: name, kind: kind, for: condition)
            else { continue }
            filter.attributes[name] = .range(widened(range, .attribute(column)))
        }
        return filter
    }
}
