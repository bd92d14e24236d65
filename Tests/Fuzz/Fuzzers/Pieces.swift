@testable import Import

/// A source that returns its bytes in pieces of one size.
final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
        rest = bytes[...]
        self.size = size
    }

    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        let piece = rest.prefix(min(size, count))
        rest = rest.dropFirst(piece.count)
        return Array(piece)
    }
}
