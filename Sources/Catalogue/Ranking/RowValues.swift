import Bytes

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

    /// Takes over what scores read of the columns of all kinds.
    mutating func read(_ columns: borrowing Shard.Columns, row: Int) {
        let first = (row - rows.lowerBound) * columnCount
        let price = columns.prices[row] == PackedItem.noPrice ? .nan : Float(columns.prices[row])
        let direction = columns.place(row)?.direction ?? SIMD4(repeating: .nan)
        words[first + Self.price] = price.bitPattern
        words[first + Self.currency] = columns.currencies[row]
        for axis in 0..<3 { words[first + Self.direction + axis] = direction[axis].bitPattern }
        words[first + Self.hour] = UInt32(bitPattern: Int32(clamping: columns.listedAt[row].seconds / 3_600))
        words[first + Self.brand] = columns.identities[row].brand
        words[first + Self.category] = columns.categories[row]
    }

    mutating func read(_ reader: inout PackedReader, row: Int, _ declared: [Attribute], _ texts: inout TextDictionary) {
        let index = row - rows.lowerBound
        var column = 0
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            let name = reader.bytes.extracting(reader.range())
            // Both are sorted by name.
            while column < declared.count, declared[column].name.utf8.span.precedes(name) { column += 1 }
            let isDeclared = column < declared.count && declared[column].name.utf8.span.equals(name)
            guard let value = reader.viewedValue(), isDeclared else { continue }
            let word = index * columnCount + Self.attributes + column
            switch (value, declared[column].type) {
            case (.number(let number), .number): numbers[column][index] = number
            case (.money(let amount, _), .money): numbers[column][index] = Double(amount)
            case (.instant(let instant), .instant): numbers[column][index] = Double(instant.seconds)
            case (.flag(let flag), .flag): words[word] = flag.code
            case (.text(let range), .text(let values)):
                let code = texts.code(of: reader.bytes.extracting(range))
                if values.isEmpty || values.contains(texts[code]) { words[word] = code } else { mismatches += 1 }
            default: mismatches += 1
            }
        }
        for column in numbers.indices where !numbers[column].isEmpty {
            words[index * columnCount + Self.attributes + column] = Float(numbers[column][index]).bitPattern
        }
    }
}

extension Bool {
    /// The code of a flag in ``RowValues``.
    package var code: UInt32 { self ? 2 : 1 }
}
