import Testing

@testable import Import

@Suite struct `A file's encoding` {
    private static let text = "a,b\r\nCafé – 5 €,😀ß\n\"x\ny\",ł\n"
    private static let found: [Found] = [.record(2, ["Café – 5 €", "😀ß"]), .record(3, ["x\ny", "ł"])]

    private static func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xff))
            return isBigEndian ? [high, low] : [low, high]
        }
    }

    @Test(arguments: [
        utf16("\u{feff}" + text), utf16("\u{feff}" + text, isBigEndian: true), Array(("\u{feff}" + text).utf8),
    ])
    func `is known from a byte order mark, whatever the mapping says`(bytes: [UInt8]) throws {
        let encodings = [
            TextEncoding.utf8, .utf16(isBigEndian: false), try #require(TextEncoding.named["windows-1252"]),
        ]
        for encoding in encodings {
            for pieceSize in [1, 2, 3, 7, 1 << 16] {
                let found = try read(bytes, columns: ["a", "b"], encoding: encoding, pieceSize: pieceSize)
                #expect(found == Self.found, "\(pieceSize)")
            }
        }
        #expect(try read(gzipped(bytes), columns: ["a", "b"]) == Self.found)
    }

    @Test func `may be UTF-16 without a byte order mark`() throws {
        let encoding = try #require(TextEncoding.named["utf-16"])
        #expect(try read(Self.utf16(Self.text), columns: ["a", "b"], encoding: encoding, pieceSize: 3) == Self.found)
        let json = Self.utf16("{\"a\": \"é😀\"}\r\n")
        #expect(try read(json, .ndjson, columns: ["a"], encoding: encoding) == [.record(1, ["é😀"])])
    }

    @Test(arguments: [
        ("windows-1252", [0x93, 0xe9, 0x94, 0x80, 0x96, 0x81] as [UInt8], "“é”€–\u{fffd}"),
        ("iso-8859-1", [0xe9, 0xdf, 0xa4, 0xff, 0x92], "éß¤ÿ’"), ("iso-8859-15", [0xe9, 0xa4, 0xbd], "é€œ"),
        ("iso-8859-2", [0xb3, 0xf3, 0xbe], "łóž"), ("windows-1250", [0xb3, 0x8a, 0xfe], "łŠţ"),
        ("windows-1251", [0xcc, 0xe8, 0xf0], "Мир"), ("windows-1254", [0xfe, 0xf0, 0xdd], "şğİ"),
    ])
    func `has one byte per character where the mapping says so`(name: String, bytes: [UInt8], text: String) throws {
        let encoding = try #require(TextEncoding.named[name])
        let file = Array("a,b\n\"x\n".utf8) + bytes + Array("\",1\n".utf8)
        for pieceSize in [1, 4, 1 << 16] {
            let found = try read(file, columns: ["a", "b"], encoding: encoding, pieceSize: pieceSize)
            #expect(found == [.record(2, ["x\n" + text, "1"])])
        }
    }

    @Test func `replaces half a character`() throws {
        let cut = [0xff, 0xfe] + Self.utf16("a,b\n1,x") + [0x3d, 0xd8, 0x0a, 0x00, 0x79]
        #expect(
            try read(cut, columns: ["a", "b"], pieceSize: 1) == [
                .record(2, ["1", "x\u{fffd}"]), .rejected(3, "expected 2 fields, as the header has, found 1"),
            ]
        )
    }

    @Test func `is named where a text is not UTF-8`() throws {
        let error = #expect(throws: ValueError.self) { try TextConstraint.text.string([0x63, 0xe9]) }
        #expect(error?.reason == "expected UTF-8, or the \"encoding\" in the mapping")
    }
}
