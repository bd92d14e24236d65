/// The values of the rows of one kind in a shard. What scores read of a row is together, so that a row among many costs
/// one or two reads of memory.
struct RowValues: Sendable {
    /// The columns before those of ``Kind/columns``. Numbers are the bits of a `Float`, NaN for none;
    /// texts and flags are their codes.
    static let price = 0
    static let currency = 1
    /// The first of three: ``Coordinate/direction``.
    static let direction = 2
    /// The bits of an `Int32`: the hour of the listing, since 1970.
    static let hour = 5
    static let brand = 6
    static let category = 7
    static let attributes = 8

    let rows: Range<Int>
    let columnCount: Int
    /// Row by row. Written while a shard is built, like the others.
    var words: [UInt32]
    /// By attribute: numbers, minor units or Unix seconds, NaN for none; empty for texts and flags.
    var numbers: [[Double]]
    /// The number of ignored values that do not match the type of their attribute.
    var mismatches = 0

    init(_ attributes: [Attribute], rows: Range<Int>) {
        self.rows = rows
        columnCount = Self.attributes + attributes.count
        words = Array(repeating: 0, count: rows.count * columnCount)
        numbers = attributes.map { attribute in
            switch attribute.type {
            case .number, .money, .instant: Array(repeating: .nan, count: rows.count)
            case .text, .flag: []
            }
        }
    }

    private func word(_ column: Int, of row: Int) -> UInt32 { words[(row - rows.lowerBound) * columnCount + column] }

    func direction(of row: Int) -> SIMD4<Float> {
        func coordinate(_ axis: Int) -> Float { Float(bitPattern: word(Self.direction + axis, of: row)) }
        return SIMD4(coordinate(0), coordinate(1), coordinate(2), 0)
    }

    /// NaN for none.
    func number(_ column: ItemScoring.NumberColumn, of row: Int) -> Float { column.number { word($0, of: row) } }

    /// The number of an attribute.
    func number(_ attribute: Int, of row: Int) -> Double? {
        let numbers = numbers[attribute]
        let number = numbers.isEmpty ? .nan : numbers[row - rows.lowerBound]
        return number.isNaN ? nil : number
    }

    func meets(_ condition: CompiledFilter.Condition, _ row: Int) -> Bool {
        switch condition {
        case .range(let column, let range): range.contains(numbers[column][row - rows.lowerBound])
        case .anyOf(let column, let codes): codes.contains(code(.attribute(column), of: row))
        }
    }

    /// Of a flag, 1 is false and 2 is true; 0 for none.
    func code(_ column: ItemScoring.TextColumn, of row: Int) -> UInt32 { word(column.ofValues, of: row) }

    /// Copies the values of those of the rows that are of this shard.
    /// - Parameter values: Column by column, each as long as `wanted`.
    func copy(_ wanted: Span<ItemRow>, ofShard shard: Int, to values: inout MutableSpan<UInt32>) {
        let words = words.span
        precondition(values.count >= columnCount * wanted.count)
        for index in wanted.indices where wanted[index].shard == shard {
            let row = wanted[index].row
            precondition(rows.contains(row))
            let first = (row - rows.lowerBound) * columnCount
            // Sound: `words` has `columnCount` of each of `rows`, and `values` of each wanted row.
            for column in 0..<columnCount {
                unsafe values[unchecked: column &* wanted.count &+ index] = words[unchecked: first &+ column]
            }
        }
    }
}

extension ItemScoring.NumberColumn {
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
