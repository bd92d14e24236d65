/// One CSV record (RFC 4180) at the beginning of some bytes.
///
/// A quote inside a field that does not begin with one is taken as it stands.
struct CSVRow {
    enum Result {
        /// The record ends here, its end of line included.
        case complete(end: Int)
        /// The record goes on behind the bytes.
        case partial
        /// The quotes of the last field are not where they may be.
        case malformed(String)
    }

    private let bytes: FieldBytes
    private let delimiter: UInt8
    /// The fields found, without their quotes.
    private(set) var fields: [FieldBytes] = []
    /// How many line feeds lie inside quoted fields.
    private(set) var innerLines = 0
    /// Where a quoted field begins that does not end as it should, and how many inner lines lie before it.
    private(set) var openQuote: (index: Int, innerLines: Int)?

    init(_ bytes: FieldBytes, delimiter: UInt8) {
        self.bytes = bytes
        self.delimiter = delimiter
    }

    /// Whether the record is a line without anything in it.
    var isBlank: Bool { fields.count == 1 && fields[0].isEmpty && fields[0].startIndex == bytes.startIndex }

    /// Finds the record's fields. Where `isLast`, the file ends behind the bytes.
    mutating func scan(isLast: Bool) -> Result {
        var index = bytes.startIndex
        repeat {
            let problem = byte(index) == .quote ? scanQuoted(&index, isLast) : scanPlain(&index, isLast)
            if let problem { return problem }
            index += 1
        } while byte(index - 1) == delimiter
        return .complete(end: min(index, bytes.endIndex))
    }

    private func byte(_ index: Int) -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    /// Moves `index` to the delimiter or the line feed behind the field, or to the end.
    private mutating func scanPlain(_ index: inout Int, _ isLast: Bool) -> Result? {
        let start = index
        let bytes = bytes
        let span = bytes.span
        var offset = start - bytes.startIndex
        while offset < span.count, span[offset] != delimiter, span[offset] != .lineFeed { offset += 1 }
        index = bytes.startIndex + offset
        if index == bytes.endIndex, !isLast { return .partial }
        let isReturn = byte(index) == .lineFeed && index > start && bytes[index - 1] == .carriageReturn
        fields.append(bytes[start..<(isReturn ? index - 1 : index)])
        return nil
    }

    /// Moves `index` to the delimiter or the line feed behind the closing quote, or to the end.
    private mutating func scanQuoted(_ index: inout Int, _ isLast: Bool) -> Result? {
        openQuote = (index, innerLines)
        let start = index + 1
        let bytes = bytes
        let span = bytes.span
        var offset = start - bytes.startIndex
        var hasDoubledQuotes = false
        while true {
            while offset < span.count, span[offset] != .quote {
                if span[offset] == .lineFeed { innerLines += 1 }
                offset += 1
            }
            if offset == span.count { return isLast ? .malformed("the field's quote is never closed") : .partial }
            guard offset + 1 < span.count, span[offset + 1] == .quote else { break }
            hasDoubledQuotes = true
            offset += 2
        }
        index = bytes.startIndex + offset
        let text = bytes[start..<index]
        index += 1
        if byte(index) == .carriageReturn, index + 1 == bytes.endIndex || bytes[index + 1] == .lineFeed { index += 1 }
        if index == bytes.endIndex, !isLast { return .partial }
        guard index == bytes.endIndex || bytes[index] == delimiter || bytes[index] == .lineFeed else {
            return .malformed("the field is quoted, but goes on behind its closing quote")
        }
        openQuote = nil
        fields.append(hasDoubledQuotes ? text.singlingQuotes() : text)
        return nil
    }
}

extension FieldBytes {
    /// Each doubled quote made one.
    fileprivate func singlingQuotes() -> FieldBytes {
        var single: [UInt8] = []
        single.reserveCapacity(count)
        var isSecond = false
        for byte in self {
            isSecond = byte == .quote && !isSecond
            if !isSecond { single.append(byte) }
        }
        return single[...]
    }
}
