/// Reads the bytes of a ``CheckpointWriter``. Any other bytes throw ``CheckpointError/malformed``.
struct CheckpointReader {
    let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(CheckpointError) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else { throw .malformed }
        // Sound: so many bytes are there, and any bytes are an integer.
        let value = unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self)
        offset += size
        return Number(littleEndian: value)
    }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        in range: ClosedRange<Number>
    ) throws(CheckpointError) -> Number {
        let value: Number = try number()
        guard range.contains(value) else { throw .malformed }
        return value
    }

    /// Reads the count of values that take at least `size` bytes each, so that no count exceeds the bytes that follow.
    mutating func count(ofSize size: Int) throws(CheckpointError) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= (bytes.count - offset) / size else { throw .malformed }
        return count
    }

    mutating func weight() throws(CheckpointError) -> Float {
        let value = Float(bitPattern: try number())
        // Products of two stay finite. Sums of a billion events are below.
        guard value >= 0, value < 0x1p62 else { throw .malformed }
        return value
    }
}
