/// Reads what ``PackedWriter`` wrote. Whatever the bytes are, it reads no further than their end and never traps.
struct PackedReader: ~Escapable {
    let bytes: Span<UInt8>
    private(set) var offset: Int
    /// Whether a read went beyond the end, or met what no writer writes. What was read since is meaningless.
    private(set) var isMalformed = false

    /// Reads `bytes` from an offset on, which is at most their count.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func fail() { isMalformed = true }

    mutating func byte() -> UInt8 {
        guard offset < bytes.count else {
            isMalformed = true
            return 0
        }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func int64() -> Int64 {
        guard bytes.count - offset >= 8 else {
            isMalformed = true
            offset = bytes.count
            return 0
        }
        // Sound: the eight bytes are there, and any bytes are an integer.
        let value = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Int64.self)
        offset += 8
        return Int64(littleEndian: value)
    }

    mutating func double() -> Double { Double(bitPattern: UInt64(bitPattern: int64())) }

    /// An unsigned LEB128 of at most five bytes: greater counts are not written.
    mutating func count() -> Int {
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            let next = byte()
            value |= Int(next & 0x7f) << shift
            if next < 0x80 { return value }
        }
        isMalformed = true
        return 0
    }

    /// Where the next text stands.
    mutating func range() -> Range<Int> {
        let length = count()
        guard length <= bytes.count - offset else {
            isMalformed = true
            offset = bytes.count
            return offset..<offset
        }
        defer { offset += length }
        return offset..<offset + length
    }

    mutating func skipText() { _ = range() }

    mutating func text() -> String { bytes.extracting(range()).text }

    /// The next text; `nil` where it is empty.
    mutating func optionalText() -> String? {
        let range = range()
        return range.isEmpty ? nil : bytes.extracting(range).text
    }
}
