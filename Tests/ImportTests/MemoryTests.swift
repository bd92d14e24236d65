import Testing

@testable import Import

/// The same row repeated, `size` bytes in all.
private final class GeneratedRows: ByteSource {
    private static let row = Array("1234567,\"a quoted text, with a comma\",some more of it\n".utf8)
    private static let rows = [[UInt8]](repeating: row, count: 200).flatMap(\.self)

    let size: Int
    private var position = 0

    init(size: Int) { self.size = size }

    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        let start = position % Self.row.count
        let piece = Self.rows[start...].prefix(min(count, size - position))
        position += piece.count
        return Array(piece)
    }
}

@Suite struct `The memory of a reader` {
    @Test func `does not grow with the file`() throws {
        var reader = try FileLayout(format: .csv).reader(
            of: GeneratedRows(size: 20_000_000),
            columns: [],
            maxRecordSize: 10_000,
            pieceSize: 4_096
        )
        var count = 0
        var largest = 0
        while try reader.next() != nil {
            count += 1
            largest = max(largest, reader.buffer.bytes.count)
        }
        #expect(count > 300_000)
        #expect(largest <= 2 * 4_096)
    }

    @Test(arguments: [FileLayout.Format.csv, .ndjson])
    func `does not grow with a record that never ends`(format: FileLayout.Format) throws {
        let text = (format == .csv ? "a\n\"" : "") + String(repeating: "x", count: 3_000_000)
        var reader = try FileLayout(format: format).reader(
            of: MemoryBytes(text.utf8, pieceSize: 1_024),
            columns: ["a"],
            maxRecordSize: 10_000,
            pieceSize: 1_024
        )
        var largest = 0
        while try reader.next() != nil { largest = max(largest, reader.buffer.bytes.count) }
        #expect(largest <= 2 * (10_000 + 1_024))
    }
}
