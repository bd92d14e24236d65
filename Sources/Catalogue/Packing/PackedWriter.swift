/// Writes values into bytes that a store keeps: integers as LEB128, fixed fields in little-endian order, texts behind their length.
struct PackedWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    /// Eight bytes, the least significant first.
    mutating func write(_ value: Int64) {
        var value = UInt64(bitPattern: value)
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: value))
            value >>= 8
        }
    }

    /// Eight bytes, as IEEE 754 has them.
    mutating func write(_ value: Double) { write(Int64(bitPattern: value.bitPattern)) }

    /// An unsigned LEB128.
    mutating func write(count: Int) {
        var value = UInt64(count)
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }

    mutating func write(_ text: some StringProtocol) {
        write(count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// A text or its absence, which is written as the empty text: fields of this kind are never empty.
    mutating func write(optional text: String?) { write(text ?? "") }

    mutating func write(contentsOf other: [UInt8]) { bytes.append(contentsOf: other) }
}
