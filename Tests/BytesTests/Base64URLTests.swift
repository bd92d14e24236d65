import Bytes
import Testing

/// Each byte sequence has exactly one encoding.
@Suite struct `Base64url` {
    /// The test vectors of RFC 4648, section 10, without the padding, and the two characters that base64 has otherwise.
    @Test(
        arguments: [
            ("", []), ("Zg", [0x66]), ("Zm8", [0x66, 0x6f]), ("Zm9v", [0x66, 0x6f, 0x6f]),
            ("Zm9vYmFy", Array("foobar".utf8)), ("-_8", [0xfb, 0xff]), ("AA", [0]),
        ] as [(String, [UInt8])]
    )
    func `stands for bytes`(text: String, bytes: [UInt8]) {
        #expect(Base64URL.decode(text.utf8.span) == bytes)
        #expect(Base64URL.encode(bytes.span) == text)
    }

    @Test(arguments: ["Z", "Zg=", "Zg==", "Zh", "Zm9", "+/8", "Zm 8", "Zm8\n", " Zm8", "Zm9vZ", "é", "Zm8\u{0}"])
    func `has one encoding`(text: String) {
        #expect(Base64URL.decode(text.utf8.span) == nil)
    }

    @Test func `decodes what it encodes`() {
        for count in 0..<300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + count * 7) }
            let text = Base64URL.encode(bytes.span)
            #expect(text.utf8.count == (count * 8 + 5) / 6)
            #expect(Base64URL.decode(text.utf8.span) == bytes)
        }
    }
}
