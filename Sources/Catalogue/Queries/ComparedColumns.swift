/// The values of items of one kind for comparisons, one array per field.
package struct ComparedColumns {
    /// Minor units; NaN for none.
    package private(set) var prices: [Float] = []
    /// Text codes of ISO 4217 codes, see ``CatalogueSnapshot/code(of:)``; 0 for none.
    package private(set) var currencies: [UInt32] = []
    /// Degrees; NaN for none.
    package private(set) var latitudes: [Double] = []
    /// Degrees; NaN for none.
    package private(set) var longitudes: [Double] = []
    /// Text codes of brand ids; 0 for none.
    package private(set) var brands: [UInt32] = []
    /// Text codes; 0 for none.
    package private(set) var categories: [UInt32] = []
    /// Unix seconds (UTC).
    package private(set) var listedAt: [Int64] = []
    /// The requested numbers, by attribute; NaN for none.
    package private(set) var numbers: [[Float]]
    /// The codes of the requested texts, by attribute; 0 for none.
    package private(set) var texts: [[UInt32]]

    /// The number of items.
    package var count: Int { prices.count }

    /// Reads the values of items of one kind.
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
        let (prices, currencies) = (segment.columns.prices, segment.columns.currencies)
        self.prices += rows.map { prices[$0] == PackedItem.noPrice ? .nan : Float(prices[$0]) }
        self.currencies += rows.map { currencies[$0] }
        let (latitudes, longitudes) = (segment.columns.latitudes, segment.columns.longitudes)
        self.latitudes += rows.map { latitudes[$0] }
        self.longitudes += rows.map { longitudes[$0] }
        let (identities, categories, listedAt) = (
            segment.columns.identities, segment.columns.categories, segment.columns.listedAt
        )
        self.brands += rows.map { identities[$0].brand }
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
    /// The text code in ``ComparedColumns``; `nil` if no item has the text.
    package func code(of text: String) -> UInt32? { texts.code(of: text) }

    /// The index of the item's kind in ``kinds``.
    package func kindCode(of row: ItemRow) -> Int {
        let segment = parts[row.segment].segment
        return segment.partition(of: row.row).kind
    }
}
