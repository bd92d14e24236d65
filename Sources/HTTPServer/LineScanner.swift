/// Finds the lines of a request one after the other and looks at no byte twice.
struct LineScanner {
    /// Where the first line begins that has not been given out.
    private(set) var position: Int
    /// Before this place there is no line feed that has not been given out.
    private var scanned: Int

    enum Scan {
        /// A whole line, without its CRLF.
        case line(Range<Int>)
        /// The line's end has not arrived.
        case incomplete
        /// The line and its CRLF are longer than they may be, whether or not its end has arrived.
        case tooLong
    }

    init(position: Int = 0) {
        self.position = position
        scanned = position
    }

    /// Whether it has looked at anything.
    var hasBegun: Bool { scanned > 0 }

    /// The next line in `bytes`, which are those of before and perhaps more.
    /// - Throws: `RequestError.malformed` where the line feed has no carriage return before it.
    mutating func next(in bytes: Span<UInt8>, atMost limit: Int) throws(RequestError) -> Scan {
        guard let end = bytes.firstIndex(of: .lineFeed, from: scanned) else {
            scanned = bytes.count
            return bytes.count - position > limit ? .tooLong : .incomplete
        }
        guard end + 1 - position <= limit else { return .tooLong }
        guard end > position, bytes[end - 1] == .carriageReturn else {
            throw .malformed("a line ends without a carriage return")
        }
        let line = position..<end - 1
        skip(to: end + 1)
        return .line(line)
    }

    /// Goes on at `position`, past bytes that are no lines.
    mutating func skip(to position: Int) {
        self.position = position
        scanned = position
    }

    /// Follows bytes that moved down by `distance`.
    mutating func move(by distance: Int) {
        position -= distance
        scanned -= distance
    }
}
