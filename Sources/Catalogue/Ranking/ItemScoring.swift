/// Scores items of one kind: the sum of terms, each of which compares one value of an item with wanted ones.
///
/// Only + − × ÷ √ are used: an item has the same score on every machine. No score is negative.
package struct ItemScoring: Sendable {
    package enum NumberColumn: Hashable, Sendable {
        /// Prices in this currency (a text code); other prices count as missing.
        case price(currency: UInt32)
        /// An attribute, by its index in ``Kind/columns``.
        case attribute(Int)

        /// - Parameter word: The value in a column of ``RowValues``.
        @inline(__always)
        func number(_ word: (_ column: Int) -> UInt32) -> Float {
            switch self {
            case .price(let currency) where currency != word(RowValues.currency): .nan
            case .price: Float(bitPattern: word(RowValues.price))
            case .attribute(let index): Float(bitPattern: word(RowValues.attributes + index))
            }
        }
    }

    package struct TextColumn: Hashable, Sendable {
        /// The column of ``RowValues``.
        let ofValues: Int

        package static var brand: TextColumn { TextColumn(ofValues: RowValues.brand) }
        package static var category: TextColumn { TextColumn(ofValues: RowValues.category) }

        /// An attribute, by its index in ``Kind/columns``.
        package static func attribute(_ index: Int) -> TextColumn {
            TextColumn(ofValues: RowValues.attributes + index)
        }

        /// The column of ``QuantizedColumns``, which has brand, category and attributes in the same order.
        var ofCodes: Int { ofValues - RowValues.brand + QuantizedColumns.brand }
    }

    /// Wanted numbers: `weight` inside of `range`, and `weight / (1 + (d / width)²)` at the distance `d` from it.
    package struct NumberTerm: Sendable {
        package let column: NumberColumn
        let scale: NumberScale
        /// On the scale.
        package let range: ClosedRange<Float>
        /// The distance from the range at which a number is half as good, on the scale.
        let width: Float
        package let weight: Float

        package init(
            _ column: NumberColumn,
            _ scale: NumberScale,
            near range: ClosedRange<Float>,
            width: Float,
            weight: Float
        ) {
            self.column = column
            self.scale = scale
            self.range = range
            self.width = width
            self.weight = weight
        }

        func score(at position: Float) -> Float {
            let distance = max(0, range.lowerBound - position, position - range.upperBound) / width
            return weight / (1 + distance * distance)
        }

        /// The numbers that score at least half of the weight.
        package var halfGood: ClosedInterval<Double> {
            let (least, greatest) = (range.lowerBound - width, range.upperBound + width)
            return ClosedInterval(
                min: least.isFinite ? scale.number(at: least) : nil,
                max: greatest.isFinite ? scale.number(at: greatest) : nil
            )
        }
    }

    /// Wanted texts: a score for each, and one for all others.
    package struct TextTerm: Sendable {
        package let column: TextColumn
        /// Text codes, each once; of flags 1 is false and 2 is true.
        package let scores: [(text: UInt32, score: Float)]
        package let other: Float

        package init(_ column: TextColumn, _ scores: [(text: UInt32, score: Float)], other: Float = 0) {
            self.column = column
            self.scores = scores
            self.other = other
        }
    }

    /// A wanted place: `weight` within `radius` of it, and `weight / (1 + (d / width)²)` at the distance `d` from that.
    package struct PlaceTerm: Sendable {
        package let center: Coordinate
        let direction: SIMD4<Float>
        /// Metres.
        package let radius: Float
        /// Metres.
        let width: Float
        package let weight: Float

        package init(_ center: Coordinate, radius: Float, width: Float, weight: Float) {
            self.center = center
            direction = center.direction
            self.radius = radius
            self.width = width
            self.weight = weight
        }

        package func score(of place: Coordinate) -> Float { score(of: place.direction) }

        /// - Parameter direction: ``Coordinate/direction``; its last number does not matter.
        func score(of direction: SIMD4<Float>) -> Float { score(meters: Coordinate.chord(self.direction, direction)) }

        func score(meters: Float) -> Float {
            let distance = max(0, meters - radius) / width
            return weight / (1 + distance * distance)
        }

        /// The most that places beyond a squared chord score.
        func greatestScore(beyond square: Float) -> Float {
            // A margin for the rounding of points.
            score(meters: Float(Coordinate.earthRadius) * max(0, square.squareRoot() - 2e-6))
        }
    }

    /// New items: `weight / (1 + age / halfAge)`.
    package struct RecencyTerm: Hashable, Sendable {
        package let weight: Float
        /// In hours.
        package let halfAge: Float
        /// In hours since 1970.
        package let now: Int64

        package init(weight: Float, halfAge: Float, now: Int64) {
            self.weight = weight
            self.halfAge = halfAge
            self.now = now
        }

        /// The score of an item that was listed in an hour since 1970: none if that is to come.
        package func score(listedIn hour: Int64) -> Float { now < hour ? 0 : greatest(listedBy: hour) }

        /// The greatest score of items that were listed by an hour since 1970.
        func greatest(listedBy hour: Int64) -> Float { weight / (1 + Float(max(0, now - hour)) / halfAge) }
    }

    /// The share of a term's weight that an item gets without a value.
    static let missingShare: Float = 0.25

    package var numbers: [NumberTerm] = []
    package var texts: [TextTerm] = []
    package var places: [PlaceTerm] = []
    package var recency: RecencyTerm?
    package var popularityWeight: Float = 0
    /// In parts of 255, by shard and row; empty if it is unknown.
    package var popularity: [[UInt8]] = []

    package init() {}

    package mutating func add(_ other: ItemScoring, times factor: Float) {
        numbers += other.numbers.map {
            NumberTerm($0.column, $0.scale, near: $0.range, width: $0.width, weight: $0.weight * factor)
        }
        texts += other.texts.map { term in
            TextTerm(term.column, term.scores.map { ($0.text, $0.score * factor) }, other: term.other * factor)
        }
        places += other.places.map {
            PlaceTerm($0.center, radius: $0.radius, width: $0.width, weight: $0.weight * factor)
        }
    }

    package var greatest: Float {
        numbers.reduce(0) { $0 + $1.weight } + places.reduce(0) { $0 + $1.weight } + popularityWeight
            + texts.reduce(0) { sum, term in sum + term.scores.reduce(term.other) { max($0, $1.score) } }
            + (recency?.weight ?? 0)
    }
}
