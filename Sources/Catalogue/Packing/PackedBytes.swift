/// Writes stored values: counts as LEB128, fixed-size numbers in little-endian order, texts after their length.
package struct PackedWriter {
    package var bytes: [UInt8] = []

    package init() {}

    @inlinable package mutating func write(_ value: some FixedWidthInteger) {
        // Sound: the bytes are copied during the call.
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func write(_ value: Double) { write(value.bitPattern) }

    mutating func write(_ instant: Instant) { write(instant.seconds) }

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

    /// Writes `nil` as an empty text; such fields are never empty.
    mutating func write(optional text: String?) { write(text ?? "") }
}

/// Reads the bytes of a ``PackedWriter``. With any other bytes it stops at the end, and never traps.
package struct PackedReader: ~Escapable {
    package let bytes: Span<UInt8>
    @usableFromInline package var offset: Int
    /// Whether a read went beyond the end or found invalid bytes. Values read since are meaningless.
    @usableFromInline package var isMalformed = false

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    package var isComplete: Bool { offset == bytes.count && !isMalformed }

    @inlinable package mutating func fail() {
        isMalformed = true
        offset = bytes.count
    }

    @inlinable package mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else {
            fail()
            return 0
        }
        // Sound: so many bytes are there, and any bytes are an integer.
        let value = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self)
        offset += size
        return Number(littleEndian: value)
    }

    mutating func byte() -> UInt8 { integer() }

    mutating func int64() -> Int64 { integer() }

    mutating func instant() -> Instant { Instant(seconds: int64()) }

    mutating func double() -> Double { Double(bitPattern: UInt64(bitPattern: int64())) }

    /// Reads an unsigned LEB128 of at most five bytes.
    mutating func count() -> Int {
        if offset < bytes.count, bytes[offset] < 0x80 {
            offset += 1
            return Int(bytes[offset - 1])
        }
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            let next = byte()
            value |= Int(next & 0x7f) << shift
            if next < 0x80 { return value }
        }
        fail()
        return 0
    }

    /// Reads the number of elements that follow, each of a byte or more, so that damaged bytes cost no long loop.
    mutating func elementCount() -> Int {
        let count = count()
        if count > bytes.count - offset { fail() }
        return isMalformed ? 0 : count
    }

    mutating func range() -> Range<Int> {
        let length = count()
        guard length <= bytes.count - offset else {
            fail()
            return offset..<offset
        }
        defer { offset += length }
        return offset..<offset + length
    }

    mutating func skipText() { _ = range() }

    mutating func text() -> String { bytes.extracting(range()).text }

    mutating func optionalText() -> String? {
        let range = range()
        return range.isEmpty ? nil : bytes.extracting(range).text
    }
}
