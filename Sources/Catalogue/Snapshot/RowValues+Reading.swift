import Bytes

extension RowValues {
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

    /// Reads the attributes of a packed item.
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
