/// PostgreSQL's own numbers for its types (`pg_type.dat`).
private enum TypeID {
    static let bytea: Int32 = 17
    static let int8: Int32 = 20
    static let text: Int32 = 25
}

// PostgreSQL's binary format, in which numbers are big-endian.
extension [UInt8] {
    /// Appends the value behind its length in bytes, which is -1 for NULL: as elements of arrays and fields of `COPY` have it.
    mutating func append(_ value: Value) {
        switch value {
        case .null: append(bigEndian: -1 as Int32)
        case .int2(let value): append(field: value)
        case .int4(let value): append(field: value)
        case .int8(let value): append(field: value)
        case .text(let value):
            append(bigEndian: Int32(value.utf8.count))
            append(contentsOf: value.utf8)
        case .bytea(let value):
            append(bigEndian: Int32(value.count))
            append(contentsOf: value)
        case .int8s(let values): append(values, of: TypeID.int8) { .int8($0) }
        case .texts(let values): append(values, of: TypeID.text) { .text($0) }
        case .byteas(let values): append(values, of: TypeID.bytea) { .bytea($0) }
        }
    }

    /// Appends a number.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    private mutating func append(field value: some FixedWidthInteger) {
        append(bigEndian: Int32(value.bitWidth / 8))
        append(bigEndian: value)
    }

    /// Appends an array of one dimension, as `array_recv` reads it: dimensions, whether there are NULLs, the elements' type, their
    /// count and the lower bound, then the elements.
    private mutating func append<Item>(_ elements: [Item], of type: Int32, _ value: (Item) -> Value) {
        let start = count
        append(bigEndian: 0 as Int32)
        append(bigEndian: elements.isEmpty ? 0 : 1 as Int32)
        append(bigEndian: 1 as Int32)
        append(bigEndian: type)
        if !elements.isEmpty {
            append(bigEndian: Int32(elements.count))
            append(bigEndian: 1 as Int32)
            for element in elements { append(value(element)) }
        }
        var length: [UInt8] = []
        length.append(bigEndian: Int32(count - start - 4))
        replaceSubrange(start..<start + 4, with: length)
    }
}
