/// Reads the records of a file one after the other, in memory that does not grow with the file.
protocol RecordReader {
    /// How many bytes the reader holds at the moment.
    var bufferSize: Int { get }

    /// The next record, or `nil` at the end.
    mutating func next() throws(ImportError) -> RecordOutcome?
}

/// How a file is made.
struct FileLayout: Hashable, Sendable {
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
        pieceSize: Int = ByteWindow.pieceSize
    ) throws(ImportError) -> any RecordReader {
        var window = ByteWindow(on: source, pieceSize: pieceSize)
        while window.count < GzipBytes.magic.count, try window.extend() {}
        let beginning = window.bytes[window.start..<window.end]
        if beginning.starts(with: GzipBytes.magic) {
            let bytes = try GzipBytes(Resumed(unread: Array(beginning), rest: source))
            window = ByteWindow(on: bytes, pieceSize: pieceSize)
        }
        return switch format {
        case .csv:
            try CSVReader(window, columns: columns, delimiter: delimiter, maximumRecordSize: maximumRecordSize)
        case .ndjson: try NDJSONReader(window, columns: columns, maximumRecordSize: maximumRecordSize)
        }
    }
}

/// A source of which the beginning was read already.
private final class Resumed: ByteSource {
    private var unread: [UInt8]
    private let rest: any ByteSource

    init(unread: [UInt8], rest: any ByteSource) {
        self.unread = unread
        self.rest = rest
    }

    func read(into buffer: inout [UInt8], from offset: Int) throws(ImportError) -> Int {
        guard !unread.isEmpty else { return try rest.read(into: &buffer, from: offset) }
        let count = min(unread.count, buffer.count - offset)
        buffer.replaceSubrange(offset..<(offset + count), with: unread[..<count])
        unread.removeFirst(count)
        return count
    }
}
