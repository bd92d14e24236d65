/// The values of some items of one kind that are compared with those of others, one array for each field.
package struct ComparedColumns {
    /// Minor units; NaN where there is no price.
    package private(set) var prices: [Float] = []
    /// Codes of ISO 4217 codes, see ``CatalogueSnapshot/code(of:)``; 0 where there is no price.
    package private(set) var currencies: [UInt32] = []
    /// Degrees; NaN where the place is unknown.
    package private(set) var latitudes: [Double] = []
    /// Degrees; NaN where the place is unknown.
    package private(set) var longitudes: [Double] = []
    /// Codes of the brands' identifiers; 0 where there is none.
    package private(set) var brands: [UInt32] = []
    /// Codes of the categories; 0 where there is none.
    package private(set) var categories: [UInt32] = []
    /// Unix seconds (UTC).
    package private(set) var listedAt: [Int64] = []
    /// The numbers asked for, by attribute; NaN where the item does not state it.
    package private(set) var numbers: [[Float]]
    /// The codes of the texts asked for, by attribute; 0 where the item does not state it.
    package private(set) var texts: [[UInt32]]

    /// How many items there are.
    package var count: Int { prices.count }

    /// The values of the items in `rows`, which are all of one kind.
    package init(
        of rows: [ItemRow],
        in snapshot: CatalogueSnapshot,
        numbers numberNames: [String],
        texts textNames: [String]
    ) {
        numbers = Array(repeating: [], count: numberNames.count)
        texts = Array(repeating: [], count: textNames.count)
        guard let first = rows.first else { return }
        let kind = snapshot.kindCode(of: first)
        let attributes = snapshot.kinds.sortedAttributes(of: kind)
        let numberColumns = numberNames.map { name in attributes.firstIndex { $0.name == name } }
        let textColumns = textNames.map { name in attributes.firstIndex { $0.name == name } }
        var start = 0
        while start < rows.count {
            let segment = rows[start].segment
            let end = rows[start...].firstIndex { $0.segment != segment } ?? rows.count
            let inSegment = rows[start..<end].map(\.row)
            append(inSegment, of: snapshot.parts[segment].segment)
            let columns = snapshot.parts[segment].segment.kinds[kind]
            for (index, column) in numberColumns.enumerated() { append(inSegment, ofNumbers: column, columns, index) }
            for (index, column) in textColumns.enumerated() { append(inSegment, ofTexts: column, columns, index) }
            start = end
        }
    }

    private mutating func append(_ rows: [Int], of segment: Segment) {
        let (prices, currencies) = (segment.prices, segment.currencies)
        self.prices += rows.map { prices[$0] == PackedItem.noPrice ? .nan : Float(prices[$0]) }
        self.currencies += rows.map { currencies[$0] }
        let (latitudes, longitudes) = (segment.latitudes, segment.longitudes)
        self.latitudes += rows.map { latitudes[$0] }
        self.longitudes += rows.map { longitudes[$0] }
        let (brands, categories, listedAt) = (segment.brands, segment.categories, segment.listedAt)
        self.brands += rows.map { brands[$0] }
        self.categories += rows.map { categories[$0] }
        self.listedAt += rows.map { listedAt[$0] }
    }

    private mutating func append(_ rows: [Int], ofNumbers column: Int?, _ kind: KindColumns, _ index: Int) {
        let first = kind.rows.lowerBound
        if let column, case .numbers(let values) = kind.columns[column] {
            numbers[index] += rows.map { Float(values[$0 - first]) }
        } else {
            numbers[index] += Array(repeating: .nan, count: rows.count)
        }
    }

    private mutating func append(_ rows: [Int], ofTexts column: Int?, _ kind: KindColumns, _ index: Int) {
        let first = kind.rows.lowerBound
        if let column, case .texts(let codes) = kind.columns[column] {
            texts[index] += rows.map { codes[$0 - first] }
        } else {
            texts[index] += Array(repeating: TextDictionary.none, count: rows.count)
        }
    }
}

extension CatalogueSnapshot {
    /// The number that stands for a text in ``ComparedColumns``, or `nil` where no item has it.
    package func code(of text: String) -> UInt32? { texts.code(of: text) }

    /// The index of the item's kind in ``kinds``.
    package func kindCode(of row: ItemRow) -> Int {
        let segment = parts[row.segment].segment
        return segment.partitions[segment.partitionIndex(of: row.row)].kind
    }
}
