import CheckedJSON

/// Reads the records of a CSV file (RFC 4180): quoted fields with delimiters, doubled quotes and line feeds in them;
/// lines that end in LF or CRLF; a byte order mark; a header line. Blank lines are passed over.
///
/// A record whose quotes are wrong, or that is too long, is refused, and reading goes on in the line after the one
/// where its open quote stands: a quote that is never closed costs one line and not the rest of the file.
struct CSVReader: RecordReader {
    /// What a delimiter is looked for among, where the mapping names none: the one that the header line has most of.
    static let delimiters: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    private var header: [String]
    private var window: ByteWindow
    private let delimiter: UInt8
    private var slots: [Int]
    private let maximumRecordSize: Int
    private var line: Int

    /// Reads the header and finds `columns` in it.
    /// - Throws: ``ImportError/unexpectedContent(reason:)`` where there is no header, or one without a column asked
    /// for.
    init(
        _ window: ByteWindow,
        columns: [String],
        delimiter: UInt8?,
        maximumRecordSize: Int
    ) throws(ImportError) {
        self.window = window
        self.maximumRecordSize = maximumRecordSize
        try self.window.skipByteOrderMark()
        if let delimiter {
            self.delimiter = delimiter
        } else {
            self.delimiter = try self.window.commonestDelimiter(maximumLength: maximumRecordSize)
        }
        header = []
        slots = []
        line = 1
        guard let outcome = try nextRow() else {
            throw .unexpectedContent(reason: "the file is empty; expected a header line")
        }
        guard case .row(let row) = outcome else {
            throw .unexpectedContent(reason: "the header line cannot be read; its quotes are wrong or it is too long")
        }
        let header = row.fields.map { String(decoding: $0.text(in: row.bytes), as: UTF8.self) }
        self.header = header
        slots = try Self.slots(of: columns, in: header)
    }

    /// Of each of the columns, its place in the header.
    private static func slots(of columns: [String], in header: [String]) throws(ImportError) -> [Int] {
        var problems: [String] = []
        var slots: [Int] = []
        for column in columns {
            let places = header.indices.filter { header[$0] == column }
            if places.count == 1 {
                slots.append(places[0])
            } else if places.isEmpty {
                problems.append("no column \"\(column)\"; " + NearestWord.advice(for: column, among: header))
            } else {
                problems.append("\(places.count) columns \"\(column)\"")
            }
        }
        guard problems.isEmpty else {
            throw .unexpectedContent(reason: "the header line has " + problems.joined(separator: "; "))
        }
        return slots
    }

    var bufferSize: Int { window.bytes.count }

    mutating func next() throws(ImportError) -> RecordOutcome? {
        switch try nextRow() {
        case nil: return nil
        case .refused(let rejection): return .refused(rejection)
        case .row(let row):
            guard row.fields.count == header.count else {
                let texts = row.fields.map { jsonText(String(decoding: $0.text(in: row.bytes), as: UTF8.self)) }
                let reason = "expected \(header.count) fields, as the header has, found \(row.fields.count)"
                let record = "[\(texts.joined(separator: ","))]"
                return .refused(Rejection(line: row.line, column: nil, reason: reason, record: record))
            }
            return .record(
                Record(
                    line: row.line,
                    bytes: row.bytes,
                    fields: row.fields,
                    slots: slots,
                    original: .row(header: header)
                )
            )
        }
    }

    private struct Row {
        var line: Int
        var bytes: [UInt8]
        var fields: [Record.Field]
    }

    private enum RowOutcome {
        case row(Row)
        case refused(Rejection)
    }

    private mutating func nextRow() throws(ImportError) -> RowOutcome? {
        var scanner = CSVScanner(delimiter: delimiter)
        while true {
            // Not beyond the longest record, so that what is too long does not depend on how much is there.
            let end = min(window.end, window.start + maximumRecordSize)
            var result = scanner.scan(window.bytes, from: window.start, to: end)
            if case .partial = result {
                if window.count > maximumRecordSize {
                    result = .malformed("the record is longer than \(maximumRecordSize) bytes")
                } else if try window.extend() {
                    continue
                } else if window.count == 0 {
                    return nil
                } else {
                    result = scanner.finish(length: window.count)
                }
            }
            switch result {
            case .partial: continue
            case .malformed(let reason): return .refused(try refuse(reason, scanner))
            case .complete(let length):
                defer { line += scanner.innerLines + 1 }
                let start = window.start
                window.consume(length)
                if scanner.isBlank {
                    scanner = CSVScanner(delimiter: delimiter)
                    continue
                }
                let fields = scanner.fields.map { field in
                    Record.Field(
                        start: field.start + start,
                        end: field.end + start,
                        hasDoubledQuotes: field.hasDoubledQuotes
                    )
                }
                return .row(Row(line: line, bytes: window.bytes, fields: fields))
            }
        }
    }

    /// Refuses the record and goes to the line after the one where its open quote stands, or it stopped.
    private mutating func refuse(_ reason: String, _ scanner: CSVScanner) throws(ImportError) -> Rejection {
        let resumption = scanner.resumption
        let resumptionLine = line + resumption.innerLines
        let text = window.bytes[window.start..<min(window.end, window.start + Rejection.textLimit)]
        let rejection = Rejection(
            line: line,
            column: nil,
            reason: resumption.isQuoted ? "\(reason); its quote opened in line \(resumptionLine)" : reason,
            record: jsonText(String(decoding: text.prefix { $0 != .lineFeed }, as: UTF8.self))
        )
        try window.consumeLine(from: resumption.offset)
        line = resumptionLine + 1
        return rejection
    }
}

extension Rejection {
    /// How much is shown of a text that is no record, in bytes.
    static let textLimit = 1_000
}

extension ByteWindow {
    /// The delimiter that stands most often in the first line, outside of quotes.
    fileprivate mutating func commonestDelimiter(maximumLength: Int) throws(ImportError) -> UInt8 {
        while !bytes[start..<end].contains(.lineFeed), count <= maximumLength, try extend() {}
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
