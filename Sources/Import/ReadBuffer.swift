/// The part of a source that is being looked at: from the beginning of a record to as far as was read.
///
/// It holds one record and one piece of the source, whatever the size of the source.
struct ReadBuffer {
    /// How many bytes are read at a time.
    static let pieceSize = 256 * 1024

    /// The buffer; what counts of it is `start..<end`.
    private(set) var bytes: [UInt8] = []
    /// Where the record begins.
    private(set) var start = 0
    private var source: any ByteSource
    private let pieceSize: Int

    /// Where what was read ends.
    var end: Int { bytes.count }
    /// How many bytes the window shows.
    var count: Int { end - start }

    /// A window on `source`, gzipped or not, read in pieces of `pieceSize` bytes.
    init(on source: any ByteSource, pieceSize: Int = ReadBuffer.pieceSize) throws(ImportError) {
        self.source = source
        self.pieceSize = pieceSize
        while count < GzipSource.magic.count, try extend() {}
        if bytes.starts(with: GzipSource.magic) {
            self.source = try GzipSource(source, beginning: bytes)
            bytes = []
        }
    }

    /// Reads on behind what is there. Places in it count from `start`.
    /// - Returns: whether there was more.
    mutating func extend() throws(ImportError) -> Bool {
        bytes.removeSubrange(..<start)
        start = 0
        let piece = try source.read(upTo: pieceSize)
        bytes.append(contentsOf: piece)
        return !piece.isEmpty
    }

    /// Moves the beginning behind the next `count` bytes.
    mutating func consume(_ count: Int) {
        start += count
    }

    /// Moves the beginning behind the first line feed at or after `offset`, or to the end of the source.
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

    /// Skips a UTF-8 byte order mark.
    /// - Throws: ``ImportError/unexpectedContent(reason:)`` where the source begins like UTF-16.
    mutating func skipByteOrderMark() throws(ImportError) {
        while count < 3, try extend() {}
        let head = bytes[start...]
        if head.starts(with: [0xef, 0xbb, 0xbf]) {
            consume(3)
        } else if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) {
            throw .unexpectedContent(reason: "the file is UTF-16; expected UTF-8")
        }
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
}
