import Catalogue

extension ItemScoring {
    /// The difference from a range at which a number is half as good, as a share of its deviation among all items.
    fileprivate static let widthShare: Float = 0.35
    /// The distance from an area at which a place is half as good, in metres.
    static let placeWidth: Float = 2_000

    /// How near items are to the conditions of a search: 1 for each that they meet, less with the difference.
    init(_ search: ItemFilter, kind: Int, in snapshot: CatalogueSnapshot) {
        self.init()
        let statistics = snapshot.statistics(of: kind)
        if search.price.isBounded {
            let currency = search.currency.flatMap { snapshot.code(of: $0) } ?? statistics.currency
            add(.price(currency: currency), search.priceRange, statistics)
        }
        if let area = search.place {
            let radius = Float(area.radius)
            places.append(PlaceTerm(area.center, radius: radius, width: Self.placeWidth, weight: 1))
        }
        addText(.brand, search.brand.map { [$0] } ?? [], in: snapshot)
        addText(.category, search.category.map { [$0] } ?? [], in: snapshot)
        for (name, condition) in search.attributes.sorted(by: { $0.key < $1.key }) {
            guard let column = snapshot.kinds.column(of: name, kind: kind, for: condition) else { continue }
            switch condition {
            case .range(let range): add(.attribute(column), range, statistics)
            case .anyOf(let values): addText(.attribute(column), values.sorted(), in: snapshot)
            case .flag(let flag): texts.append(TextTerm(.attribute(column), [(flag.code, 1)]))
            }
        }
    }

    private mutating func add(_ column: NumberColumn, _ range: ClosedInterval<Double>, _ statistics: KindStatistics) {
        if let term = NumberTerm(column, range, statistics) { numbers.append(term) }
    }

    private mutating func addText(_ column: TextColumn, _ texts: [String], in snapshot: CatalogueSnapshot) {
        if texts.isEmpty { return }
        let codes = texts.compactMap { snapshot.code(of: $0) }
        self.texts.append(TextTerm(column, codes.map { ($0, 1) }))
    }
}

extension ItemScoring.NumberTerm {
    /// The term for a wanted range of numbers; `nil` if no number is in it.
    init?(_ column: ItemScoring.NumberColumn, _ range: ClosedInterval<Double>, _ statistics: KindStatistics) {
        guard let numbers = statistics.numbers.first(where: { $0.column == column })?.numbers else { return nil }
        let low = range.min.map { numbers.scale.position(of: Float($0)) } ?? -.infinity
        let high = range.max.map { numbers.scale.position(of: Float($0)) } ?? .infinity
        let least = low.isNaN ? -.infinity : low
        guard !high.isNaN, least <= high else { return nil }
        let width = max(ItemScoring.widthShare * numbers.deviation, .leastNormalMagnitude)
        self.init(column, numbers.scale, near: least...high, width: width, weight: 1)
    }
}
