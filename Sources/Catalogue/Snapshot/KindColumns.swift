/// The attributes of one kind's rows, one column per declared attribute.
struct KindColumns: Sendable {
    let rows: Range<Int>
    /// The columns, in the order of ``KindTable/sortedAttributes(of:)``.
    private(set) var columns: [Column]
    /// The number of ignored values that do not match the type of their attribute.
    private(set) var mismatches = 0

    /// The values of an attribute, one per row of the kind.
    enum Column: Sendable {
        /// Numbers, minor units or Unix seconds; NaN for none.
        case numbers([Double])
        /// Text codes.
        case texts([UInt32])
        /// 0 for none, 1 for false, 2 for true.
        case flags([UInt8])

        init(_ type: AttributeType, count: Int) {
            switch type {
            case .number, .money, .instant: self = .numbers(Array(repeating: .nan, count: count))
            case .text: self = .texts(Array(repeating: TextDictionary.none, count: count))
            case .flag: self = .flags(Array(repeating: 0, count: count))
            }
        }
    }

    init(_ attributes: [Attribute], rows: Range<Int>) {
        self.rows = rows
        columns = attributes.map { Column($0.type, count: rows.count) }
    }

    mutating func read(_ reader: inout PackedReader, row: Int, attributes: [Attribute], texts: inout TextDictionary) {
        var column = 0
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            let name = reader.range()
            // Both are sorted by name.
            while column < attributes.count, attributes[column].name.utf8.span.precedes(reader.bytes.extracting(name)) {
                column += 1
            }
            let isDeclared =
                column < attributes.count
                && attributes[column].name.utf8.span.isEqual(to: reader.bytes.extracting(name))
            let value = reader.viewedValue()
            guard isDeclared, let value else { continue }
            let type = attributes[column].type
            if !store(value, of: reader.bytes, in: column, at: row - rows.lowerBound, of: type, &texts) {
                mismatches += 1
            }
        }
    }

    private mutating func store(
        _ value: PackedItemView.Value,
        of bytes: Span<UInt8>,
        in column: Int,
        at index: Int,
        of type: AttributeType,
        _ texts: inout TextDictionary
    ) -> Bool {
        let number: Double? =
            switch (value, type) {
            case (.number(let number), .number): number
            case (.money(let amount, _), .money): Double(amount)
            case (.instant(let seconds), .instant): Double(seconds)
            default: nil
            }
        if let number {
            guard case .numbers(var numbers) = columns[column] else { return false }
            columns[column] = .flags([])  // Makes `numbers` the only reference, to change it in place.
            numbers[index] = number
            columns[column] = .numbers(numbers)
            return true
        }
        switch (value, type) {
        case (.text(let text), .text(let values)):
            let code = texts.code(of: bytes.extracting(text))
            guard case .texts(var codes) = columns[column], values.isEmpty || values.contains(texts[code]) else {
                return false
            }
            columns[column] = .flags([])
            codes[index] = code
            columns[column] = .texts(codes)
        case (.flag(let flag), .flag):
            guard case .flags(var flags) = columns[column] else { return false }
            columns[column] = .numbers([])
            flags[index] = flag ? 2 : 1
            columns[column] = .flags(flags)
        default:
            return false
        }
        return true
    }
}
