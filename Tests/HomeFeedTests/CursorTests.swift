import Catalogue
import Revisions
import Testing

@testable import HomeFeed

@Suite struct `The bytes of a cursor` {
    private static let cursors = [
        Position.newest(NewestPosition(listedAt: -1, id: "a")), .newest(NewestPosition(listedAt: .max, id: "é")),
        .nearby(NearbyPosition(distance: 0.1, id: "")), .product(ProductPosition(rawValue: .min)),
    ]
    .map { Cursor(config: Revision(rawValue: 0x0123_4567_89ab_cdef), part: 15, position: $0, shown: 70_000) }

    @Test(arguments: cursors) func `are read as the same one`(cursor: Cursor) {
        #expect(Cursor(bytes: cursor.bytes[...]) == cursor)
    }

    @Test(arguments: cursors) func `are none of another version, nor cut`(cursor: Cursor) {
        for version in UInt8.min ... .max where version != cursor.bytes[0] {
            #expect(Cursor(bytes: [version] + cursor.bytes.dropFirst()) == nil)
        }
        if case .product = cursor.position { #expect(Cursor(bytes: cursor.bytes + [0x61]) == nil) }
        // All but the id has a length of its own.
        for count in 0..<23 { #expect(Cursor(bytes: cursor.bytes.prefix(count)) == nil) }
    }

    @Test(arguments: [(0, 0), (4_294_967_295, 4_294_967_295), (4_294_967_296, 4_294_967_295)])
    func `count what was shown as far as they can`(shown: Int, read: Int) {
        let position = Position.product(ProductPosition(rawValue: 7))
        let cursor = Cursor(config: Revision(rawValue: 1), part: 0, position: position, shown: shown)
        #expect(Cursor(bytes: cursor.bytes[...])?.shown == read)
    }
}
