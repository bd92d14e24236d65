import Testing

@testable import Import

@Suite struct `A gzipped file` {
    private let cutOff = ImportError.failure("the gzipped data is damaged: unexpected end of file")
    private let text = "a,b\n" + (0..<500).map { "\($0),\"x\ny\"\n" }.joined()

    @Test(arguments: [1, 2, 7, 64, 1 << 16])
    func `is decompressed`(pieceSize: Int) throws {
        let plain = try read(text.utf8, columns: ["a", "b"])
        #expect(plain.count == 500)
        #expect(try read(gzipped(text.utf8), columns: ["a", "b"], pieceSize: pieceSize) == plain)
    }

    @Test(arguments: [1, 2, 7, 64, 1 << 16])
    func `may have several members and zero padding`(pieceSize: Int) throws {
        let bytes = Array(text.utf8)
        let members = gzipped(bytes[..<100]) + gzipped([]) + gzipped(bytes[100...]) + [0, 0, 0]
        #expect(try read(members, columns: ["a", "b"], pieceSize: pieceSize) == read(text.utf8, columns: ["a", "b"]))
    }

    @Test func `that is cut off anywhere is an error`() {
        let whole = gzipped(text.utf8)
        for length in 3..<whole.count {
            #expect(throws: cutOff, "cut to \(length) bytes") {
                try read(whole[..<length], columns: ["a", "b"])
            }
        }
    }

    @Test func `that is cut off in a later member is an error`() {
        let bytes = gzipped(text.utf8) + gzipped("1,2\n".utf8).dropLast(5)
        #expect(throws: cutOff) {
            try read(bytes, columns: ["a", "b"])
        }
    }

    @Test func `with other data after it is an error`() {
        #expect(throws: ImportError.failure("the gzipped data is damaged: unexpected data after the end")) {
            try read(gzipped(text.utf8) + Array("1,2\n".utf8), columns: ["a", "b"])
        }
    }

    @Test func `that is garbage after its first bytes is an error`() {
        #expect(throws: ImportError.self) {
            try read([0x1f, 0x8b, 0x08, 0] + [UInt8](repeating: 0xff, count: 100), columns: ["a"])
        }
    }

    @Test func `with a wrong checksum is an error`() {
        var bytes = gzipped(text.utf8)
        bytes[bytes.count - 8] ^= 1
        #expect(throws: ImportError.failure("the gzipped data is damaged: incorrect data check")) {
            try read(bytes, columns: ["a", "b"])
        }
    }
}
