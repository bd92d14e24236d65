/// A buffer of a source's bytes, from the beginning of the current record to the last byte read.
///
/// It holds one record and one piece of the source, whatever the size of the source.
struct ReadBuffer {
    static let pieceSize = 256 * 1024

    /// The unconsumed bytes are those from `start` on.
    private(set) var bytes: [UInt8] = []
    private(set) var start = 0
    /// The line of the first unconsumed byte, from 1.
    private(set) var line = 1
    private var source: any ByteSource
    private var encoding = TextEncoding.utf8
    /// The bytes of a character that has not ended.
    private var undecoded: [UInt8] = []
    private let pieceSize: Int

    var end: Int { bytes.count }
    var count: Int { end - start }

    /// A buffer of `source`, gzipped or not, after its byte order mark.
    /// - Parameter encoding: That of a text without a byte order mark.
    init(
        _ source: any ByteSource,
        _ encoding: TextEncoding = .utf8,
        pieceSize: Int = ReadBuffer.pieceSize
    ) throws(ImportError) {
        self.source = source
        self.pieceSize = pieceSize
        while count < GzipSource.magic.count, try extend() {}
        if bytes.starts(with: GzipSource.magic) {
            self.source = try GzipSource(source, beginning: bytes)
            bytes = []
        }
        while count < 3, try extend() {}
        let marks: [([UInt8], TextEncoding)] = [
            ([0xef, 0xbb, 0xbf], .utf8), ([0xff, 0xfe], .utf16(isBigEndian: false)),
            ([0xfe, 0xff], .utf16(isBigEndian: true)),
        ]
        let mark = marks.first { bytes.starts(with: $0.0) }
        self.encoding = mark?.1 ?? encoding
        undecoded = Array(bytes.dropFirst(mark?.0.count ?? 0))
        bytes = self.encoding.takeText(from: &undecoded, isLast: false)
    }

    /// Reads the next piece, and moves the unconsumed bytes to index 0.
    /// - Returns: `false` at the end of the source.
    mutating func extend() throws(ImportError) -> Bool {
        bytes.removeSubrange(..<start)
        start = 0
        while true {
            let piece = try source.read(upTo: pieceSize)
            undecoded += piece
            let text = encoding.takeText(from: &undecoded, isLast: piece.isEmpty)
            bytes += text
            if !text.isEmpty || piece.isEmpty { return !text.isEmpty }
        }
    }

    mutating func consume(_ count: Int) {
        for byte in bytes[start..<start + count] where byte == .lineFeed { line += 1 }
        start += count
    }

    /// Consumes `offset` bytes and the rest of their line.
    /// - Parameter lineEnd: The last byte of a line.
    mutating func consumeLine(from offset: Int = 0, to lineEnd: UInt8 = .lineFeed) throws(ImportError) {
        consume(offset)
        repeat {
            if let newline = bytes[start...].firstIndex(of: lineEnd) {
                return consume(newline + 1 - start)
            }
            consume(count)
        } while try extend()
    }

    /// At most `length` bytes of the next line, without its end.
    mutating func linePrefix(_ length: Int) throws(ImportError) -> FieldBytes {
        while true {
            let prefix = bytes[start..<min(end, start + length)]
            if let newline = prefix.firstIndex(of: .lineFeed) { return prefix[..<newline] }
            guard prefix.count < length, try extend() else { return prefix }
        }
    }

    /// The next byte, which stays unread; `nil` at the end of the source.
    mutating func first() throws(ImportError) -> UInt8? {
        while count == 0, try extend() {}
        return bytes[start...].first
    }
}
