@testable import CatalogueImport

/// Bytes that are given out in pieces of a size.
final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
        rest = bytes[...]
        self.size = size
    }

    func read(into buffer: inout [UInt8], from offset: Int) throws(ImportError) -> Int {
        let piece = rest.prefix(min(size, buffer.count - offset))
        buffer.replaceSubrange(offset..<offset + piece.count, with: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
