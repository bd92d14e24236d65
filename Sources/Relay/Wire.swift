/// Writes numbers and texts one behind the other, the numbers with their least byte first.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    /// Everything that `body` writes, behind its length.
    static func frame(_ body: (inout WireWriter) -> Void) -> [UInt8] {
        var writer = WireWriter()
        writer.number(UInt32(0))
        body(&writer)
        let length = UInt32(writer.bytes.count - Frames.headerLength)
        for index in 0..<Frames.headerLength {
            writer.bytes[index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
        }
        return writer.bytes
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ value: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> Number(shift)))
        }
    }

    mutating func text(_ text: String) {
        number(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func rest(_ rest: some Sequence<UInt8>) {
        bytes.append(contentsOf: rest)
    }
}

/// Reads what a ``WireWriter`` wrote. The other side is a process that strangers' bytes may have broken, so that nothing it
/// says is believed.
struct WireReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type
    ) throws(MalformedFrame) -> Number {
        let size = Number.bitWidth / 8
        guard bytes.count >= size else { throw MalformedFrame() }
        var value: Number = 0
        for byte in bytes.prefix(size).reversed() { value = (Number.bitWidth > 8 ? value << 8 : 0) | Number(byte) }
        bytes.removeFirst(size)
        return value
    }

    mutating func text() throws(MalformedFrame) -> String {
        let length = Int(try number(UInt32.self))
        guard bytes.count >= length else { throw MalformedFrame() }
        defer { bytes.removeFirst(length) }
        return String(decoding: bytes.prefix(length), as: UTF8.self)
    }

    /// All that is left.
    mutating func rest() -> ArraySlice<UInt8> {
        defer { bytes = [] }
        return bytes
    }

    func expectEnd() throws(MalformedFrame) {
        guard bytes.isEmpty else { throw MalformedFrame() }
    }
}

/// Bytes that are none of what the two sides say to each other.
struct MalformedFrame: Error, Hashable {}

/// Takes bytes as they arrive, and gives the frames in them.
struct Frames {
    /// The bytes of a frame's length.
    static let headerLength = 4

    /// The longest frame that is taken.
    private let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// What the next frame holds; `nil` where it is not whole yet.
    mutating func next() throws(MalformedFrame) -> ArraySlice<UInt8>? {
        var header = WireReader(bytes[start...])
        guard bytes.count - start >= Self.headerLength else { return nil }
        let length = Int(try header.number(UInt32.self))
        guard length <= limit else { throw MalformedFrame() }
        guard bytes.count - start >= Self.headerLength + length else { return nil }
        let frame = start + Self.headerLength..<start + Self.headerLength + length
        start = frame.upperBound
        return bytes[frame]
    }
}
