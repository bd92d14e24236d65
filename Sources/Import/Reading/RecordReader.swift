/// Reads the records of a file one by one, in memory that does not grow with the file.
protocol RecordReader {
    var buffer: ReadBuffer { get }

    mutating func next() throws(ImportError) -> Result<Record, Rejection>?
}

struct FileLayout: Sendable {
    enum Format: String, CaseIterable {
        case csv
        case ndjson
    }

    var format = Format.csv
    var encoding = TextEncoding.utf8
    var syntax = CSVSyntax()

    /// A reader of `source`, gzipped or not, that keeps the `columns` of each record.
    /// - Parameter maxRecordSize: in bytes; longer records are rejected.
    /// - Throws: ``ImportError`` if the source cannot be read or lacks a column.
    func reader(
        of source: any ByteSource,
        columns: [String],
        maxRecordSize: Int = 1 << 20,
        pieceSize: Int = ReadBuffer.pieceSize
    ) throws(ImportError) -> any RecordReader {
        let buffer = try ReadBuffer(source, encoding, pieceSize: pieceSize)
        return switch format {
        case .csv: try CSVReader(buffer, columns: columns, syntax, maxRecordSize: maxRecordSize)
        case .ndjson: NDJSONReader(buffer: buffer, columns: columns, maxRecordSize: maxRecordSize)
        }
    }
}

/// One record of a file. Its texts may share the reader's buffer: release it before reading the next one.
struct Record {
    /// The record as it was in the file, for the rejects file.
    enum Original {
        case row(header: [String])
        case line(FieldBytes)
    }

    /// Separates the elements of a JSON array in a text: the unit separator of ASCII.
    static let listSeparator: UInt8 = 0x1f

    /// The line in which it begins, from 1.
    let line: Int
    let fields: [FieldBytes]
    /// The field index of each column of the mapping.
    let fieldIndices: [Int]
    let original: Original
    /// The values that are no texts, by the column of the mapping.
    var errors: [Int: ValueError] = [:]

    func text(_ column: Int) -> FieldBytes { fields[fieldIndices[column]] }

    func value(_ column: Int) throws(ValueError) -> FieldBytes {
        if let error = errors[column] { throw error }
        return text(column).trimmingWhiteSpace()
    }

    var json: String {
        switch original {
        case .line(let line): String(decoding: line, as: UTF8.self)
        case .row(let header):
            "{" + zip(header, fields).map { "\(jsonText($0)):\(jsonText($1))" }.joined(separator: ",") + "}"
        }
    }
}
