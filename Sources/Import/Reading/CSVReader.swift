import JSON

/// How the records of a CSV file are written.
struct CSVSyntax: Sendable {
    /// Between the fields; `nil` to detect it in the header line.
    var delimiter: UInt8?
    /// Whether a field may be quoted. Otherwise quotes are text, and a field has neither a delimiter nor a line's end.
    var hasQuotes = true
    /// The last byte of a record. A record that does not end in LF may have several lines.
    var recordEnd = UInt8.lineFeed
    var sections: Sections?

    /// The lines in front of the header, in front of the records, and behind them.
    struct Sections: Sendable {
        let header, records, end: String
    }
}

/// Reads CSV (RFC 4180) with a header line; lines end in LF or CRLF. Blank lines and rows of empty fields, which
/// spreadsheets append, are ignored, and so is Excel's line `sep=;` in front of the header, but for its delimiter.
///
/// A record with malformed quotes, or too long, is rejected. Reading continues after the line of its open quote, so
/// that an unclosed quote costs one line and not the rest of the file.
struct CSVReader: RecordReader {
    /// The delimiters that are detected: the most frequent one in the header line is used.
    static let delimiters: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    private var header: [String] = []
    private var fieldIndices: [Int] = []
    private(set) var buffer: ReadBuffer
    private let syntax: CSVSyntax
    private let delimiter: UInt8
    private let maxRecordSize: Int

    /// Reads the header and finds `columns` in it.
    /// - Throws: ``ImportError`` if the header or a column is missing.
    init(_ buffer: ReadBuffer, columns: [String], _ syntax: CSVSyntax, maxRecordSize: Int) throws(ImportError) {
        self.buffer = buffer
        self.syntax = syntax
        self.maxRecordSize = maxRecordSize
        if let sections = syntax.sections { try self.buffer.skipLines(through: sections.header) }
        let named = try self.buffer.takeSeparatorLine()
        let first = try self.buffer.firstLine(syntax, maxLength: maxRecordSize)
        if zip(first, first.dropFirst() + [0]).contains(where: { $0 == .carriageReturn && $1 != .lineFeed }) {
            throw .failure("its lines end in CR alone; expected LF, or CR and LF")
        }
        delimiter = syntax.delimiter ?? named ?? Self.mostFrequentDelimiter(in: first)
        switch try nextRow() {
        case nil: throw .failure("the file is empty; expected a header line")
        case .failure: throw .failure("the header line cannot be read; its quotes are wrong or it is too long")
        case .success(let row): header = row.fields.map { String(decoding: $0, as: UTF8.self) }
        }
        if let sections = syntax.sections { try self.buffer.skipLines(through: sections.records) }
        fieldIndices = try Self.indices(of: columns, in: header)
    }

    /// Of equally frequent ones the first.
    private static func mostFrequentDelimiter(in line: [UInt8]) -> UInt8 {
        let counts = delimiters.map { delimiter in line.count { $0 == delimiter } }
        return delimiters[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    }

    private static func indices(of columns: [String], in header: [String]) throws(ImportError) -> [Int] {
        let found = columns.map { column in header.indices.filter { header[$0] == column } }
        if columns.count > 1, found.allSatisfy(\.isEmpty) {
            // Probably another file: one message instead of one for each column.
            let (names, present) = (columns.prefix(8).joined(separator: ", "), header.prefix(8).joined(separator: ", "))
            throw .failure(
                "the header line has none of the \(columns.count) expected columns (\(names)); it has \(present)"
            )
        }
        let problems = zip(columns, found).compactMap { column, indices -> String? in
            switch indices.count {
            case 0: "no column \"\(column)\"; " + SpellingSuggestion.advice(for: column, among: header)
            case 1: nil
            default: "\(indices.count) columns \"\(column)\""
            }
        }
        if !problems.isEmpty { throw .failure("the header line has " + problems.joined(separator: "; ")) }
        return Array(found.joined())
    }

    mutating func next() throws(ImportError) -> Result<Record, Rejection>? {
        let outcome = try nextRow()
        guard case .success(let row)? = outcome, row.fields.count != header.count else { return outcome }
        let record = "[\(row.fields.map { jsonText($0) }.joined(separator: ","))]"
        let error = ValueError("expected \(header.count) fields, as the header has", found: "\(row.fields.count)")
        return .failure(Rejection(line: row.line, error: error, record: record))
    }

    private mutating func nextRow() throws(ImportError) -> Result<Record, Rejection>? {
        var isLast = false
        while true {
            if isLast, buffer.count == 0 { return nil }
            if try isAtEnd() { return nil }
            // Scan no more than the longest record, so that the result does not depend on the size of the pieces.
            let end = min(buffer.end, buffer.start + maxRecordSize)
            var row = CSVRow(bytes: buffer.bytes[buffer.start..<end], delimiter: delimiter, syntax: syntax)
            switch row.scan(isLast: isLast) {
            case .partial where buffer.count > maxRecordSize:
                return .failure(try reject("the record is longer than \(maxRecordSize) bytes", row, at: end))
            case .partial:
                row = CSVRow(bytes: [], delimiter: delimiter, syntax: syntax)
                isLast = try !buffer.extend()
            case .malformed(let reason): return .failure(try reject(reason, row, at: end))
            case .complete(let end):
                let line = buffer.line
                buffer.consume(end - buffer.start)
                if row.isBlank { continue }
                return .success(
                    Record(line: line, fields: row.fields, fieldIndices: fieldIndices, original: .row(header: header))
                )
            }
        }
    }

    /// Whether the records end here. Skips the ends of lines behind a record that does not end in one.
    private mutating func isAtEnd() throws(ImportError) -> Bool {
        while syntax.recordEnd != .lineFeed, let byte = try buffer.first(), byte == .lineFeed || byte == .carriageReturn
        {
            buffer.consume(1)
        }
        guard let end = syntax.sections?.end else { return false }
        return try buffer.linePrefix(end.utf8.count + 1).trimmingWhiteSpace().elementsEqual(end.utf8)
    }

    /// Rejects the record, and skips the line of its open quote, or else the line where the scan stopped.
    private mutating func reject(_ reason: String, _ row: CSVRow, at end: Int) throws(ImportError) -> Rejection {
        let line = buffer.line
        let text = buffer.bytes[buffer.start..<min(buffer.end, buffer.start + Rejection.maxTextLength)]
        let record = jsonText(text.prefix { $0 != .lineFeed })
        buffer.consume((row.openQuote ?? end) - buffer.start)
        let found = row.openQuote == nil ? nil : "a quote that opens in line \(buffer.line)"
        try buffer.consumeLine(to: syntax.recordEnd)
        return Rejection(line: line, error: ValueError(reason, found: found), record: record)
    }
}

extension ReadBuffer {
    /// Consumes the lines up to one that is `marker`.
    fileprivate mutating func skipLines(through marker: String) throws(ImportError) {
        while try first() != nil {
            let isFound = try linePrefix(marker.utf8.count + 64).trimmingWhiteSpace().elementsEqual(marker.utf8)
            try consumeLine()
            if isFound { return }
        }
        throw .failure("it has no line \"\(marker)\"")
    }

    /// Consumes the line `sep=;`, and returns its delimiter; `nil` if the first line is another one.
    fileprivate mutating func takeSeparatorLine() throws(ImportError) -> UInt8? {
        var line = try linePrefix(8).filter { $0 != .quote }
        if line.last == .carriageReturn { line.removeLast() }
        guard line.count == 5, String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep=" else {
            return nil
        }
        try consumeLine()
        return line.last
    }

    /// The next line, which stays unread, with its end and without what is quoted.
    fileprivate mutating func firstLine(_ syntax: CSVSyntax, maxLength: Int) throws(ImportError) -> [UInt8] {
        var (line, isQuoted) = ([UInt8](), false)
        for offset in 0..<maxLength {
            if offset == count, try !extend() { break }
            let byte = bytes[start + offset]
            if byte == .quote, syntax.hasQuotes { isQuoted.toggle() }
            if isQuoted { continue }
            line.append(byte)
            if byte == .lineFeed { break }
        }
        return line
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

    let bytes: FieldBytes
    let delimiter: UInt8
    let syntax: CSVSyntax
    /// The fields without their quotes.
    private(set) var fields: [FieldBytes] = []
    /// The beginning of a quoted field without a valid end.
    private(set) var openQuote: Int?

    /// Whether there is nothing but delimiters, white space and empty quotes.
    var isBlank: Bool { fields.allSatisfy { $0.allSatisfy(\.isWhiteSpace) } }

    mutating func scan(isLast: Bool) -> Result {
        var index = bytes.startIndex
        repeat {
            let problem =
                syntax.hasQuotes && byte(index) == .quote ? scanQuoted(&index, isLast) : scanUnquoted(&index, isLast)
            if let problem { return problem }
            index += 1
        } while byte(index - 1) == delimiter
        return .complete(end: min(index, bytes.endIndex))
    }

    private func byte(_ index: Int) -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    /// Moves `index` to the delimiter or the record's end after the field, or to the end.
    private mutating func scanUnquoted(_ index: inout Int, _ isLast: Bool) -> Result? {
        let start = index
        let bytes = bytes
        let span = bytes.span
        var offset = start - bytes.startIndex
        while offset < span.count, span[offset] != delimiter, span[offset] != syntax.recordEnd { offset += 1 }
        index = bytes.startIndex + offset
        if index == bytes.endIndex, !isLast { return .partial }
        let isReturn = byte(index) == .lineFeed && index > start && bytes[index - 1] == .carriageReturn
        fields.append(bytes[start..<(isReturn ? index - 1 : index)])
        return nil
    }

    /// Moves `index` to the delimiter or the record's end after the closing quote, or to the end.
    private mutating func scanQuoted(_ index: inout Int, _ isLast: Bool) -> Result? {
        openQuote = index
        let start = index + 1
        let bytes = bytes
        let span = bytes.span
        var offset = start - bytes.startIndex
        var hasDoubledQuotes = false
        while true {
            while offset < span.count, span[offset] != .quote { offset += 1 }
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
        guard index == bytes.endIndex || bytes[index] == delimiter || bytes[index] == syntax.recordEnd else {
            return .malformed("the quoted field continues after its closing quote")
        }
        openQuote = nil
        fields.append(hasDoubledQuotes ? text.replacing([.quote, .quote], with: [.quote]) : text)
        return nil
    }
}
