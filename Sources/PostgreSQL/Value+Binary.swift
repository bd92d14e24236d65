/// PostgreSQL's own numbers for its types (`pg_type.dat`).
enum TypeID {
    static let int8: UInt32 = 20
    static let text: UInt32 = 25
}

extension Value {
    /// The value as the server receives it; `nil` is NULL.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .bool(let value): [value ? 1 : 0]
        case .int4(let value): Self.bytes(value)
        case .int8(let value): Self.bytes(value)
        case .float8(let value): Self.bytes(value.bitPattern)
        case .text(let value): Array(value.utf8)
        case .bytea(let value): value
        case .int8s(let values): Self.array(of: TypeID.int8, values, Self.bytes)
        case .texts(let values): Self.array(of: TypeID.text, values) { Array($0.utf8) }
        }
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// An array of one dimension, without NULLs, as `array_recv` reads it: dimensions, flags, the elements' type, count and lower
    /// bound, then each element behind its length.
    private static func array<Element>(
        of type: UInt32,
        _ elements: [Element],
        _ encode: (Element) -> [UInt8]
    ) -> [UInt8] {
        guard !elements.isEmpty else { return bytes(0 as Int32) + bytes(0 as Int32) + bytes(type) }
        var array =
            bytes(1 as Int32) + bytes(0 as Int32) + bytes(type) + bytes(Int32(elements.count)) + bytes(1 as Int32)
        for element in elements {
            let value = encode(element)
            array += bytes(Int32(value.count))
            array += value
        }
        return array
    }
}
