import Bytes

/// The attributes of one kind's rows, one column per declared attribute.
struct KindColumns: Sendable {
    let rows: Range<Int>
    /// In the order of ``Kind/columns``.
    private(set) var columns: [Column]
    /// The number of ignored values that do not match the type of their attribute.
    private(set) var mismatches = 0

    /// The values of an attribute: either numbers or codes.
    struct Column: Sendable {
        /// Numbers, minor units or Unix seconds; NaN for none.
        fileprivate(set) var numbers: [Double] = []
        /// Codes of texts or flags, ``TextDictionary/none`` for none.
        fileprivate(set) var codes: [UInt32] = []

        init(_ type: AttributeType, count: Int) {
            switch type {
            case .number, .money, .instant: numbers = Array(repeating: .nan, count: count)
            case .text, .flag: codes = Array(repeating: TextDictionary.none, count: count)
            }
        }
    }

    init(_ attributes: [Attribute], rows: Range<Int>) {
        self.rows = rows
        columns = attributes.map { Column($0.type, count: rows.count) }
    }

    func number(_ column: Int, of row: Int) -> Double? {
        let numbers = columns[column].numbers
        let number = numbers.isEmpty ? .nan : numbers[row - rows.lowerBound]
        return number.isNaN ? nil : number
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
                && attributes[column].name.utf8.span.equals(reader.bytes.extracting(name))
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
        switch (value, type) {
        case (.number(let number), .number): columns[column].numbers[index] = number
        case (.money(let amount, _), .money): columns[column].numbers[index] = Double(amount)
        case (.instant(let seconds), .instant): columns[column].numbers[index] = Double(seconds)
        case (.text(let text), .text(let values)):
            let code = texts.code(of: bytes.extracting(text))
            guard values.isEmpty || values.contains(texts[code]) else { return false }
            columns[column].codes[index] = code
        case (.flag(let flag), .flag): columns[column].codes[index] = flag.code
        default: return false
        }
        return true
    }
}

extension Bool {
    /// The code of a flag in columns of ``KindColumns``.
    package var code: UInt32 { self ? 2 : 1 }
}
