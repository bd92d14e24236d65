import Bytes
import JSON

/// Reads the records of a CSV file (RFC 4180): quoted fields with delimiters, doubled quotes and line feeds in them;
/// lines that end in LF or CRLF; a byte order mark; a header line. Blank lines are passed over.
///
/// A record whose quotes are wrong, or that is too long, is refused, and reading goes on in the line after the one
/// where its open quote stands: a quote that is never closed costs one line and not the rest of the file.
struct CSVReader: RecordReader {
    /// What a delimiter is looked for among, where the mapping names none: the one that the header line has most of.
    static let delimiters: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    private var header: [String]
    private var window: ReadBuffer
    private let delimiter: UInt8
    private var slots: [Int]
    private let maximumRecordSize: Int
    private var line: Int

    /// Reads the header and finds `columns` in it.
    /// - Throws: ``ImportError/unexpectedContent(reason:)`` where there is no header, or one without a column asked
    /// for.
    init(
        _ window: ReadBuffer,
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
        switch try nextRow() {
        case nil: throw .unexpectedContent(reason: "the file is empty; expected a header line")
        case .refused:
            throw .unexpectedContent(
                reason: "the header line cannot be read; its quotes are wrong or it is too long"
            )
        case .record(let row): header = row.fields.map { String(decoding: $0, as: UTF8.self) }
        }
        slots = try Self.slots(of: columns, in: header)
    }

    /// Of each of the columns, its place in the header.
    private static func slots(of columns: [String], in header: [String]) throws(ImportError) -> [Int] {
        var (problems, missing): ([String], [String]) = ([], [])
        var slots: [Int] = []
        for column in columns {
            let places = header.indices.filter { header[$0] == column }
            if places.count == 1 {
                slots.append(places[0])
            } else if places.isEmpty {
                missing.append(column)
            } else {
                problems.append("\(places.count) columns \"\(column)\"")
            }
        }
        if missing.count > 1, missing.count == columns.count {
            // Each by each would say the same again and again.
            let (names, found) = (missing.prefix(8).joined(separator: ", "), header.prefix(8).joined(separator: ", "))
            throw .unexpectedContent(
                reason:
                    "the header line has none of the \(missing.count) columns of the mapping (\(names)); it has \(found)"
            )
        }
        problems += missing.map { "no column \"\($0)\"; " + SpellingSuggestion.advice(for: $0, among: header) }
        guard problems.isEmpty else {
            throw .unexpectedContent(reason: "the header line has " + problems.joined(separator: "; "))
        }
        return slots
    }

    var bufferSize: Int { window.bytes.count }

    mutating func next() throws(ImportError) -> RecordOutcome? {
        let outcome = try nextRow()
        guard case .record(let row)? = outcome, row.fields.count != header.count else { return outcome }
        let reason = "expected \(header.count) fields, as the header has"
        let found = "\(row.fields.count)"
        let record = "[\(row.fields.map { jsonText($0) }.joined(separator: ","))]"
        return .refused(Rejection(line: row.line, column: nil, reason: reason, found: found, record: record))
    }

    private mutating func nextRow() throws(ImportError) -> RecordOutcome? {
        var isLast = false
        while true {
            // Not beyond the longest record, so that what is too long does not depend on how much is there.
            let end = min(window.end, window.start + maximumRecordSize)
            var row = CSVRow(window.bytes[window.start..<end], delimiter: delimiter)
            switch row.scan(isLast: isLast) {
            case .partial where window.count > maximumRecordSize:
                return .refused(try refuse("the record is longer than \(maximumRecordSize) bytes", row, at: end))
            case .partial:
                row = CSVRow([], delimiter: delimiter)
                isLast = try !window.extend()
                if isLast, window.count == 0 { return nil }
            case .malformed(let reason): return .refused(try refuse(reason, row, at: end))
            case .complete(let end):
                defer { line += row.innerLines + 1 }
                window.consume(end - window.start)
                if row.isBlank { continue }
                return .record(
                    Record(line: line, fields: row.fields, slots: slots, original: .row(header: header))
                )
            }
        }
    }

    /// Refuses the record and goes to the line after the one where its open quote stands, or else the scan stopped.
    private mutating func refuse(_ reason: String, _ row: CSVRow, at end: Int) throws(ImportError) -> Rejection {
        let resumption = row.openQuote ?? (end, row.innerLines)
        let resumptionLine = line + resumption.innerLines
        let text = window.bytes[window.start..<min(window.end, window.start + Rejection.textLimit)]
        let rejection = Rejection(
            line: line,
            column: nil,
            reason: reason,
            found: row.openQuote == nil ? nil : "a quote that opens in line \(resumptionLine)",
            record: jsonText(text.prefix { $0 != .lineFeed })
        )
        try window.consumeLine(from: resumption.index - window.start)
        line = resumptionLine + 1
        return rejection
    }
}

extension Rejection {
    /// How much is shown of a text that is no record, in bytes.
    static let textLimit = 1_000
}

extension ReadBuffer {
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
