import Bytes

/// Finds the lines of a request one after the other and looks at no byte twice.
struct LineScanner {
    /// Where the first line begins that has not been given out.
    private(set) var position: Int
    /// Before this place there is no line feed that has not been given out.
    private var scanned: Int

    init(position: Int = 0) {
        self.position = position
        scanned = position
    }

    /// Whether it has looked at anything.
    var hasBegun: Bool { scanned > 0 }

    /// The next line in `bytes`, which are those of before and perhaps more, without its CRLF; `nil` where its end has not
    /// arrived.
    /// - Parameters:
    ///   - limit: how long a line may be with its CRLF.
    ///   - tooLong: thrown where it is longer, whether or not its end has arrived.
    /// - Throws: also `RequestError.malformed` where the line feed has no carriage return before it.
    mutating func next(
        in bytes: Span<UInt8>,
        atMost limit: Int,
        orThrow tooLong: @autoclosure () -> RequestError
    ) throws(RequestError) -> Range<Int>? {
        guard let end = bytes.firstIndex(of: .lineFeed, from: scanned) else {
            scanned = bytes.count
            guard bytes.count - position <= limit else { throw tooLong() }
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
