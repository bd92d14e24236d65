import Bytes

/// Finds the lines of a request, and remembers how far it has looked.
struct LineScanner {
    private(set) var position: Int
    /// Bytes from ``position`` up to here contain no line feed.
    private var scanned: Int

    init(position: Int = 0) {
        self.position = position
        scanned = position
    }

    /// The next line without its CRLF; `nil` if its end has not arrived.
    /// - Parameters:
    ///   - bytes: the bytes of the previous call, and perhaps more.
    ///   - limit: includes the CRLF.
    ///   - tooLong: thrown for a longer line, also if its end has not arrived.
    /// - Throws: also `RequestError.malformed` for a line feed without carriage return.
    mutating func next(
        in bytes: Span<UInt8>,
        atMost limit: Int,
        orThrow tooLong: @autoclosure () -> RequestError
    ) throws(RequestError) -> Range<Int>? {
        guard let end = bytes.firstIndex(of: .lineFeed, from: scanned) else {
            scanned = bytes.count
            guard bytes.count - position < limit else { throw tooLong() }
            return nil
        }
        guard end + 1 - position <= limit else { throw tooLong() }
        guard end > position, bytes[end - 1] == .carriageReturn else {
            throw .malformed("a line ends without a carriage return")
        }
        let line = position..<end - 1
        skip(to: end + 1)
        return line
    }

    mutating func skip(to position: Int) {
        self.position = position
        scanned = position
    }
}
