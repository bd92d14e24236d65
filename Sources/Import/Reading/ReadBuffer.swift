/// A buffer of a source's bytes, from the beginning of the current record to the last byte read.
///
/// It holds one record and one piece of the source, whatever the size of the source.
struct ReadBuffer {
    static let pieceSize = 256 * 1024

    /// The unconsumed bytes are those from `start` on.
    private(set) var bytes: [UInt8] = []
    /// The beginning of the current record.
    private(set) var start = 0
    private var source: any ByteSource
    private let pieceSize: Int

    var end: Int { bytes.count }
    /// The number of unconsumed bytes.
    var count: Int { end - start }

    /// A buffer of `source`, gzipped or not, after its byte order mark.
    /// - Throws: ``ImportError/unexpectedContent(reason:)`` for UTF-16.
    init(_ source: any ByteSource, pieceSize: Int = ReadBuffer.pieceSize) throws(ImportError) {
        self.source = source
        self.pieceSize = pieceSize
        while count < GzipSource.magic.count, try extend() {}
        if bytes.starts(with: GzipSource.magic) {
            self.source = try GzipSource(source, beginning: bytes)
            bytes = []
        }
        while count < 3, try extend() {}
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            consume(3)
        } else if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            throw .unexpectedContent(reason: "the file is UTF-16; expected UTF-8")
        }
    }

    /// Reads the next piece, and moves the unconsumed bytes to index 0.
    /// - Returns: `false` at the end of the source.
    mutating func extend() throws(ImportError) -> Bool {
        bytes.removeSubrange(..<start)
        start = 0
        let piece = try source.read(upTo: pieceSize)
        bytes.append(contentsOf: piece)
        return !piece.isEmpty
    }

    mutating func consume(_ count: Int) {
        start += count
    }

    /// Consumes `offset` bytes and the rest of their line.
    mutating func consumeLine(from offset: Int) throws(ImportError) {
        consume(offset)
        repeat {
            if let newline = bytes[start...].firstIndex(of: .lineFeed) {
                start = newline + 1
                return
            }
            start = end
        } while try extend()
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
}
