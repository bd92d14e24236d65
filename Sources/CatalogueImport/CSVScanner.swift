/// Finds the end of one CSV record (RFC 4180) and the fields in it.
///
/// It may be run on a longer and longer piece of the same bytes and goes on where it stopped. All offsets count from
/// the beginning of the record. A quote inside a field that does not begin with one is taken as it stands.
struct CSVScanner {
    enum Result {
        /// The record takes this many bytes, its end of line included.
        case complete(length: Int)
        case partial
        /// The quotes of the last field are not where they may be.
        case malformed(String)
    }

    private enum State {
        case fieldStart
        case plain
        case quoted
        /// Behind a quote in a quoted field: its end, or the first of two.
        case afterQuote
        /// Behind a carriage return after a quoted field: only a line feed may follow.
        case afterReturn
    }

    let delimiter: UInt8
    /// The fields found so far.
    private(set) var fields: [Record.Field] = []
    /// How many line feeds lie inside quoted fields so far.
    private(set) var innerLines = 0
    /// Where the last quoted field begins, and how many inner lines lie before it.
    private var quoteOffset = 0
    private var linesBeforeQuote = 0
    private var offset = 0
    private var state = State.fieldStart
    private var fieldStart = 0
    private var hasDoubledQuotes = false

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// Whether the record is a line without anything in it.
    var isBlank: Bool { fields.count == 1 && fields[0].start == 0 && fields[0].end == 0 }

    /// Where to give the record up: in the line of its open quote, or where the scan stopped; and how many inner lines
    /// lie before.
    var resumption: (offset: Int, innerLines: Int, isQuoted: Bool) {
        switch state {
        case .fieldStart, .plain: (offset, innerLines, false)
        case .quoted, .afterQuote, .afterReturn: (quoteOffset, linesBeforeQuote, true)
        }
    }

    /// Goes on to scan `bytes[start..<end]`, where `start` is the beginning of the record.
    mutating func scan(_ bytes: [UInt8], from start: Int, to end: Int) -> Result {
        let bytes = bytes.span
        var index = start + offset
        defer { offset = index - start }
        while index < end {
            let byte = bytes[index]
            switch state {
            case .fieldStart where byte == .quote:
                state = .quoted
                quoteOffset = index - start
                linesBeforeQuote = innerLines
                fieldStart = index - start + 1
                index += 1
            case .fieldStart:
                state = .plain
                fieldStart = index - start
            case .plain:
                while index < end, bytes[index] != delimiter, bytes[index] != .lineFeed { index += 1 }
                guard index < end else { return .partial }
                let isReturn =
                    bytes[index] == .lineFeed && index > start + fieldStart && bytes[index - 1] == .carriageReturn
                endField(at: index - start - (isReturn ? 1 : 0))
                index += 1
                if bytes[index - 1] == .lineFeed { return .complete(length: index - start) }
            case .quoted:
                while index < end, bytes[index] != .quote {
                    if bytes[index] == .lineFeed { innerLines += 1 }
                    index += 1
                }
                guard index < end else { return .partial }
                state = .afterQuote
                index += 1
            case .afterQuote where byte == .quote:
                hasDoubledQuotes = true
                state = .quoted
                index += 1
            case .afterQuote where byte == delimiter:
                endField(at: index - start - 1)
                index += 1
            case .afterQuote where byte == .carriageReturn:
                state = .afterReturn
                index += 1
            case .afterQuote where byte == .lineFeed:
                endField(at: index - start - 1)
                index += 1
                return .complete(length: index - start)
            case .afterReturn where byte == .lineFeed:
                endField(at: index - start - 2)
                index += 1
                return .complete(length: index - start)
            case .afterQuote, .afterReturn:
                return .malformed("the field is quoted, but goes on behind its closing quote")
            }
        }
        return .partial
    }

    /// Ends the record where the file ends, `length` bytes after its beginning.
    mutating func finish(length: Int) -> Result {
        switch state {
        case .fieldStart, .plain: endField(at: length, from: state == .fieldStart ? length : fieldStart)
        case .afterQuote: endField(at: length - 1)
        case .afterReturn: endField(at: length - 2)
        case .quoted: return .malformed("the field's quote is never closed")
        }
        return .complete(length: length)
    }

    private mutating func endField(at end: Int, from start: Int? = nil) {
        fields.append(Record.Field(start: start ?? fieldStart, end: end, hasDoubledQuotes: hasDoubledQuotes))
        hasDoubledQuotes = false
        state = .fieldStart
    }
}
