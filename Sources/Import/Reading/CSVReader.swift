import JSON

/// Reads CSV (RFC 4180) with a header line; lines end in LF or CRLF. Blank lines and rows of empty fields, which
/// spreadsheets append, are ignored.
///
/// A record with malformed quotes, or too long, is rejected. Reading continues after the line of its open quote, so
/// that an unclosed quote costs one line and not the rest of the file.
struct CSVReader: RecordReader {
    /// The delimiters that are detected: the most frequent one in the header line is used.
    static let delimiters: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    private var header: [String] = []
    private var fieldIndices: [Int] = []
    private var buffer: ReadBuffer
    private let delimiter: UInt8
    private let maxRecordSize: Int
    private var line = 1

    /// Reads the header and finds `columns` in it.
    /// - Throws: ``ImportError/unexpectedContent(reason:)`` if the header or a column is missing.
    init(_ buffer: ReadBuffer, columns: [String], delimiter: UInt8?, maxRecordSize: Int) throws(ImportError) {
        self.buffer = buffer
        self.maxRecordSize = maxRecordSize
        self.delimiter =
            if let delimiter { delimiter } else { try self.buffer.detectDelimiter(maxLength: maxRecordSize) }
        if try self.buffer.hasBareReturn(maxLength: maxRecordSize) {
            throw .unexpectedContent(reason: "its lines end in CR alone; expected LF, or CR and LF")
        }
        switch try nextRow() {
        case nil: throw .unexpectedContent(reason: "the file is empty; expected a header line")
        case .rejected:
            throw .unexpectedContent(reason: "the header line cannot be read; its quotes are wrong or it is too long")
        case .record(let row): header = row.fields.map { String(decoding: $0, as: UTF8.self) }
        }
        fieldIndices = try Self.indices(of: columns, in: header)
    }

    private static func indices(of columns: [String], in header: [String]) throws(ImportError) -> [Int] {
        var (problems, missing): ([String], [String]) = ([], [])
        var indices: [Int] = []
        for column in columns {
            let found = header.indices.filter { header[$0] == column }
            if found.count == 1 {
                indices.append(found[0])
            } else if found.isEmpty {
                missing.append(column)
            } else {
                problems.append("\(found.count) columns \"\(column)\"")
            }
        }
        if missing.count > 1, missing.count == columns.count {
            // Probably another file: one message instead of one for each column.
            let (names, found) = (missing.prefix(8).joined(separator: ", "), header.prefix(8).joined(separator: ", "))
            let count = missing.count
            throw .unexpectedContent(
                reason: "the header line has none of the \(count) expected columns (\(names)); it has \(found)"
            )
        }
        problems += missing.map { "no column \"\($0)\"; " + SpellingSuggestion.advice(for: $0, among: header) }
        guard problems.isEmpty else {
            throw .unexpectedContent(reason: "the header line has " + problems.joined(separator: "; "))
        }
        return indices
    }

    var bufferSize: Int { buffer.bytes.count }

    mutating func next() throws(ImportError) -> RecordOutcome? {
        let outcome = try nextRow()
        guard case .record(let row)? = outcome, row.fields.count != header.count else { return outcome }
        let record = "[\(row.fields.map { jsonText($0) }.joined(separator: ","))]"
        let reason = "expected \(header.count) fields, as the header has"
        return .rejected(
            Rejection(line: row.line, column: nil, reason: reason, found: "\(row.fields.count)", record: record)
        )
    }

    private mutating func nextRow() throws(ImportError) -> RecordOutcome? {
        var isLast = false
        while true {
            // Scan no more than the longest record, so that the result does not depend on the size of the pieces.
            let end = min(buffer.end, buffer.start + maxRecordSize)
            var row = CSVRow(buffer.bytes[buffer.start..<end], delimiter: delimiter)
            switch row.scan(isLast: isLast) {
            case .partial where buffer.count > maxRecordSize:
                return .rejected(try reject("the record is longer than \(maxRecordSize) bytes", row, at: end))
            case .partial:
                row = CSVRow([], delimiter: delimiter)
                isLast = try !buffer.extend()
                if isLast, buffer.count == 0 { return nil }
            case .malformed(let reason): return .rejected(try reject(reason, row, at: end))
            case .complete(let end):
                defer { line += row.innerLines + 1 }
                buffer.consume(end - buffer.start)
                if row.isBlank { continue }
                return .record(
                    Record(line: line, fields: row.fields, fieldIndices: fieldIndices, original: .row(header: header))
                )
            }
        }
    }

    /// Rejects the record, and skips the line of its open quote, or else the line where the scan stopped.
    private mutating func reject(_ reason: String, _ row: CSVRow, at end: Int) throws(ImportError) -> Rejection {
        let resumption = row.openQuote ?? (end, row.innerLines)
        let resumptionLine = line + resumption.innerLines
        let text = buffer.bytes[buffer.start..<min(buffer.end, buffer.start + Rejection.maxTextLength)]
        let rejection = Rejection(
            line: line,
            column: nil,
            reason: reason,
            found: row.openQuote == nil ? nil : "a quote that opens in line \(resumptionLine)",
            record: jsonText(text.prefix { $0 != .lineFeed })
        )
        try buffer.consumeLine(from: resumption.index - buffer.start)
        line = resumptionLine + 1
        return rejection
    }
}

extension ReadBuffer {
    /// Whether the first line, outside of quotes, has a CR in front of anything but an LF.
    fileprivate mutating func hasBareReturn(maxLength: Int) throws(ImportError) -> Bool {
        while !bytes[start..<end].contains(.lineFeed), count <= maxLength, try extend() {}
        var isQuoted = false
        for index in start..<end {
            switch bytes[index] {
            case .quote: isQuoted.toggle()
            case .lineFeed where !isQuoted: return false
            case .carriageReturn where !isQuoted: return index + 1 == end || bytes[index + 1] != .lineFeed
            default: break
            }
        }
        return false
    }

    /// The most frequent delimiter in the first line, outside of quotes.
    fileprivate mutating func detectDelimiter(maxLength: Int) throws(ImportError) -> UInt8 {
        while !bytes[start..<end].contains(.lineFeed), count <= maxLength, try extend() {}
        var counts = [Int](repeating: 0, count: CSVReader.delimiters.count)
        var isQuoted = false
        for byte in bytes[start..<end].prefix(while: { $0 != .lineFeed }) {
            if byte == .quote { isQuoted.toggle() }
            guard !isQuoted, let index = CSVReader.delimiters.firstIndex(of: byte) else { continue }
            counts[index] += 1
        }
        let best = counts.indices.max { counts[$0] < counts[$1] || (counts[$0] == counts[$1] && $0 > $1) }
        return CSVReader.delimiters[best ?? 0]
    }
}

/// One CSV record at the beginning of some bytes. A quote inside an unquoted field is literal.
struct CSVRow {
    enum Result {
        /// The index after the record's end of line.
        case complete(end: Int)
        /// The record continues after the bytes.
        case partial
        case malformed(String)
    }

    private let bytes: FieldBytes
    private let delimiter: UInt8
    /// The fields without their quotes.
    private(set) var fields: [FieldBytes] = []
    private(set) var innerLines = 0
    private var hasQuotes = false
    /// The beginning of a quoted field without a valid end, and the number of inner lines before it.
    private(set) var openQuote: (index: Int, innerLines: Int)?

    init(_ bytes: FieldBytes, delimiter: UInt8) {
        self.bytes = bytes
        self.delimiter = delimiter
    }

    /// Whether there is nothing but delimiters.
    var isBlank: Bool { !hasQuotes && fields.allSatisfy(\.isEmpty) }

    /// Finds the fields.
    /// - Parameter isLast: whether the file ends after the bytes.
    mutating func scan(isLast: Bool) -> Result {
        var index = bytes.startIndex
        repeat {
            let problem = byte(index) == .quote ? scanQuoted(&index, isLast) : scanUnquoted(&index, isLast)
            if let problem { return problem }
            index += 1
        } while byte(index - 1) == delimiter
        return .complete(end: min(index, bytes.endIndex))
    }

    private func byte(_ index: Int) -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    /// Moves `index` to the delimiter or line feed after the field, or to the end.
    private mutating func scanUnquoted(_ index: inout Int, _ isLast: Bool) -> Result? {
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

    /// Moves `index` to the delimiter or line feed after the closing quote, or to the end.
    private mutating func scanQuoted(_ index: inout Int, _ isLast: Bool) -> Result? {
        openQuote = (index, innerLines)
        hasQuotes = true
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
            return .malformed("the quoted field continues after its closing quote")
        }
        openQuote = nil
        fields.append(hasDoubledQuotes ? text.unescapingQuotes() : text)
        return nil
    }
}

extension FieldBytes {
    /// With one quote for each doubled one.
    fileprivate func unescapingQuotes() -> FieldBytes {
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
