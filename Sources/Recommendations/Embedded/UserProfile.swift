import Catalogue

/// What a user prefers of a kind of item, from the items that the user opened last.
///
/// Each number has a mean and a variance, each text a share; both are shrunk towards those of all items. The less the
/// opened items vary in a value, compared with all items, the more it counts.
struct UserProfile {
    /// All items count as much as this many opened ones.
    static let priorCount: Float = 2
    /// The deviation that is assumed of a user's numbers, as a share of that of all items.
    static let priorDeviation: Float = 0.5
    /// The deviation that is assumed of a user's places, in metres.
    static let priorDistance: Float = 3_000
    /// The weight of places, compared with that of a number or text.
    static let placeWeight: Float = 2

    private let rows: [ItemRow]
    private let weights: [Float]
    private let snapshot: CatalogueSnapshot
    private let statistics: KindStatistics

    /// - Parameter opened: The opened items of the kind, the latest first.
    init(opened: [ItemRow], kind: Int, in snapshot: CatalogueSnapshot) {
        rows = Array(opened.prefix(OpeningWeights.ranked))
        weights = Array(OpeningWeights.weights(from: 1).prefix(rows.count))
        self.snapshot = snapshot
        statistics = snapshot.statistics(of: kind)
    }

    func scoring(weight: Float) -> ItemScoring {
        var (scoring, terms) = (ItemScoring(), ItemScoring())
        for (column, numbers) in statistics.numbers { add(column, numbers, to: &terms) }
        for (column, shares) in statistics.texts {
            let scores = scores(column, shares)
            if !scores.isEmpty { terms.texts.append(ItemScoring.TextTerm(column, scores)) }
        }
        addPlace(to: &terms)
        scoring.add(terms, times: weight)
        return scoring
    }

    /// Adds terms that prefer what is unlike these items, with this total weight: their brands, categories and texts
    /// get less than others.
    func addDislikes(to scoring: inout ItemScoring, weight: Float) {
        for (column, shares) in statistics.texts {
            let found = scores(column, shares)
            if found.isEmpty { continue }
            let scores = found.map { (text: $0.text, score: weight * max(0, 1 - $0.score)) }
            scoring.texts.append(ItemScoring.TextTerm(column, scores, other: weight))
        }
    }

    private func add(
        _ column: ItemScoring.NumberColumn,
        _ numbers: KindStatistics.Numbers,
        to terms: inout ItemScoring
    ) {
        let positions = rows.map { numbers.scale.position(of: snapshot.number(column, of: $0)) }
        let known = zip(positions, weights).filter { !$0.0.isNaN }
        let count = known.reduce(0) { $0 + $1.1 }
        guard count > 0, numbers.deviation > 0 else { return }
        let mean = known.reduce(0) { $0 + $1.1 * $1.0 } / count
        let squares = known.reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) }
        let prior = Self.priorDeviation * numbers.deviation
        let variance = (squares + Self.priorCount * prior * prior) / (count + Self.priorCount)
        let weight = 1 - variance / (numbers.deviation * numbers.deviation)
        guard weight > 0 else { return }
        terms.numbers.append(
            ItemScoring.NumberTerm(
                column,
                numbers.scale,
                near: mean...mean,
                width: variance.squareRoot(),
                weight: weight * count / (count + Self.priorCount)
            )
        )
    }

    /// How much the texts of the items count, each by how rare it is among all items.
    private func scores(_ column: ItemScoring.TextColumn, _ shares: [UInt32: Float]) -> [(text: UInt32, score: Float)] {
        var scores: [(text: UInt32, score: Float)] = []
        let count = weights.reduce(0, +)
        for (row, weight) in zip(rows, weights) {
            let code = snapshot.code(column, of: row)
            if code == 0 { continue }
            let score = weight * (1 - (shares[code] ?? 0)) / (count + Self.priorCount)
            if let index = scores.firstIndex(where: { $0.text == code }) {
                scores[index].score += score
            } else {
                scores.append((code, score))
            }
        }
        return scores
    }

    private func addPlace(to terms: inout ItemScoring) {
        let known = zip(rows, weights).compactMap { row, weight in snapshot.place(of: row).map { ($0, weight) } }
        guard let last = known.first?.0 else { return }
        // Relative to the last one, so that no date line lies between.
        let count = known.reduce(0) { $0 + $1.1 }
        func mean(_ degrees: (Coordinate) -> Double, around center: Double) -> Double {
            known.reduce(0) { $0 + Double($1.1 / count) * (degrees($1.0) - center).remainder(dividingBy: 360) }
        }
        let latitude = last.latitude + mean(\.latitude, around: last.latitude)
        let longitude = last.longitude + mean(\.longitude, around: last.longitude)
        guard let center = Coordinate(latitude: latitude, longitude: longitude.remainder(dividingBy: 360))
        else { return }
        let squares = known.reduce(Float(0)) { sum, next in
            let meters = center.chord(to: next.0)
            return sum + next.1 * meters * meters
        }
        let prior = Self.priorCount * Self.priorDistance * Self.priorDistance
        terms.places.append(
            ItemScoring.PlaceTerm(
                center,
                radius: 0,
                width: ((squares + prior) / (count + Self.priorCount)).squareRoot(),
                weight: Self.placeWeight * count / (count + Self.priorCount)
            )
        )
    }
}
