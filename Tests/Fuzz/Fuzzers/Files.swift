@testable import Import

/// Fuzzes files to import, whole and in pieces: CSV, or NDJSON if the first byte is a brace, optionally gzipped.
enum Files {
    private static let columns = ["a", "b"]
    private static let maxRecordSize = 60

    private enum Found: Equatable {
        case record(line: Int, [[UInt8]])
        case rejected(line: Int, String)
    }

    private struct Content: Equatable {
        var found: [Found] = []
        var error: ImportError?

        /// Whether it is a prefix of `other` that ends where the file is damaged.
        func isCutShort(_ other: Content) -> Bool {
            guard case .failure(let reason) = error, reason.contains("gzipped") else { return false }
            return other.found.starts(with: found)
        }
    }

    static func test(_ input: [UInt8]) {
        let format: FileLayout.Format = input.first == UInt8(ascii: "{") ? .ndjson : .csv
        let whole = content(of: input, format, pieceSize: 1 << 16)
        let pieceSize = 1 + input.place % 19
        let inPieces = content(of: input, format, pieceSize: pieceSize)
        // The amount read before the damage is detected depends on the pieces.
        let isSame = inPieces == whole || inPieces.isCutShort(whole) || whole.isCutShort(inPieces)
        expect(isSame, "pieces of \(pieceSize) bytes give \(whole), found \(inPieces)")
        if format == .csv { checkRepetition(whole) }
    }

    private static func content(of input: [UInt8], _ format: FileLayout.Format, pieceSize: Int) -> Content {
        var content = Content()
        do throws(ImportError) {
            var reader = try FileLayout(format: format).reader(
                of: Pieces(input, size: pieceSize),
                columns: columns,
                maxRecordSize: maxRecordSize,
                pieceSize: pieceSize
            )
            var line = 0
            while let outcome = try reader.next() {
                expect(reader.buffer.bytes.count <= 1 << 18, "memory is limited, found \(reader.buffer.bytes.count)")
                let found: Found =
                    switch outcome {
                    case .success(let record):
                        .record(line: record.line, columns.indices.map { Array(record.text($0)) })
                    case .failure(let rejection): .rejected(line: rejection.line, rejection.error.reason)
                    }
                content.found.append(found)
                switch found {
                case .record(let next, _), .rejected(let next, _):
                    expect(next > line, "line numbers grow, found \(next) after \(line)")
                    line = next
                }
            }
        } catch {
            content.error = error
        }
        return content
    }

    /// Serialized with quoted fields and parsed again, the records are the same. One with nothing in the known columns
    /// would be a blank row without the others.
    private static func checkRepetition(_ content: Content) {
        var records: [[[UInt8]]] = []
        for case .record(_, let texts) in content.found
        where !texts.allSatisfy({ $0.allSatisfy(\.isWhiteSpace) }) {
            records.append(texts)
        }
        let quote = UInt8(ascii: "\"")
        let rows = records.map { texts in
            texts.map { text in
                [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
            }.joined(separator: [UInt8(ascii: ",")])
        }.map { Array($0) }
        let file = Array("a,b".utf8) + rows.flatMap { [0x0a] + $0 }
        // Quotes make a record longer.
        guard rows.allSatisfy({ $0.count < maxRecordSize }) else { return }
        var again: [[[UInt8]]] = []
        for case .record(_, let texts) in Self.content(of: file, .csv, pieceSize: 16).found { again.append(texts) }
        expect(again == records, "\(records) stay the same, found \(again)")
    }
}
