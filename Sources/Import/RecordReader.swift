/// Reads the records of a file one after the other, in memory that does not grow with the file.
protocol RecordReader {
    /// How many bytes the reader holds at the moment.
    var bufferSize: Int { get }

    /// The next record, or `nil` at the end.
    mutating func next() throws(ImportError) -> RecordOutcome?
}

/// How a file is made.
struct FileLayout: Sendable {
    /// How the records are delimited.
    enum Format: String, CaseIterable {
        case csv
        case ndjson
    }

    var format: Format
    /// Between the fields of a CSV record; `nil` to take it from the header line.
    var delimiter: UInt8?

    /// A reader of `source`, gzipped or not, that keeps the `columns` of each record.
    /// - Throws: ``ImportError`` where the source cannot be read, or has no such columns.
    func reader(
        of source: any ByteSource,
        columns: [String],
        maximumRecordSize: Int,
        pieceSize: Int = ReadBuffer.pieceSize
    ) throws(ImportError) -> any RecordReader {
        let window = try ReadBuffer(on: source, pieceSize: pieceSize)
        return switch format {
        case .csv:
            try CSVReader(window, columns: columns, delimiter: delimiter, maximumRecordSize: maximumRecordSize)
        case .ndjson: try NDJSONReader(window, columns: columns, maximumRecordSize: maximumRecordSize)
        }
    }
}
