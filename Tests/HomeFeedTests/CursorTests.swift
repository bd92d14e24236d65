import Bytes
import Catalogue
import Testing

@testable import HomeFeed

@Suite struct `The bytes of a cursor` {
    private static let cursors = [
        SortPosition(primary: -1, listedAt: .distantFuture, id: CatalogueItem.ID(kind: "listing", id: "a")),
        SortPosition(primary: .max, listedAt: -1, id: CatalogueItem.ID(kind: "restaurant", id: "a:b")),
        SortPosition(
            primary: .min,
            listedAt: .distantPast,
            id: CatalogueItem.ID(kind: "r", id: String(repeating: "x", count: 128))
        ),
    ]
    .map { Cursor(source: Revision(rawValue: 0x0123_4567_89ab_cdef), position: $0, shown: 70_000) }

    @Test(arguments: cursors) func `are read as the same one`(cursor: Cursor) {
        #expect(Cursor(bytes: cursor.bytes[...]) == cursor)
        #expect(cursor.bytes.count == cursor.byteCount)
    }

    @Test(arguments: cursors) func `are none of another version, nor cut`(cursor: Cursor) {
        for version in UInt8.min ... .max where version != cursor.bytes[0] {
            #expect(Cursor(bytes: [version] + cursor.bytes.dropFirst()) == nil)
        }
        // All but the id has a length of its own.
        let fixed = cursor.bytes.count - cursor.position.id.id.utf8.count
        for count in 0...fixed { #expect(Cursor(bytes: cursor.bytes.prefix(count)) == nil) }
    }

    @Test(arguments: ["", "listing", "listing:", ":a", "Listing:a", "listing:a b", "listing:é"])
    func `are none whose id is none`(id: String) {
        let bytes = Self.cursors[0].bytes.prefix(29) + id.utf8
        #expect(Cursor(bytes: bytes) == nil)
    }

    @Test(arguments: cursors) func `fit into a text that is accepted`(cursor: Cursor) {
        let signer = TokenSigner(key: Array(repeating: 7, count: 32))
        let scope = Cursor.Scope(signer, user: nil, search: nil, place: nil, segment: "homes")
        var text: [UInt8] = []
        scope.sign(cursor, of: "w", to: &text)
        #expect(scope.cursor(String(decoding: text, as: UTF8.self), of: "w") == cursor)
    }

    @Test(arguments: [(0, 0), (4_294_967_295, 4_294_967_295), (4_294_967_296, 4_294_967_295)])
    func `count what was shown as far as they can`(shown: Int, read: Int) {
        let position = Self.cursors[0].position
        let cursor = Cursor(source: Revision(rawValue: 1), position: position, shown: shown)
        #expect(Cursor(bytes: cursor.bytes[...])?.shown == read)
    }
}

extension Cursor {
    fileprivate var bytes: [UInt8] { [UInt8](capacity: byteCount) { write(to: &$0) } }
}
