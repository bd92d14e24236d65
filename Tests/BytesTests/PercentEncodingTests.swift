import Bytes
import Testing

/// URLs are encoded and decoded as in RFC 3986, and forms as in HTML.
@Suite struct `Percent-encoding` {
    @Test(arguments: [
        ("", ""), ("Az09-._~", "Az09-._~"), ("a b/c", "a%20b%2Fc"), ("é", "%C3%A9"),
        ("100%", "100%25"), ("a+b", "a%2Bb"),
    ])
    func `encodes all but unreserved characters, and decodes them again`(text: String, encoded: String) {
        #expect(text.percentEncoded == encoded)
        let decoded = String(percentEncoded: encoded.utf8.span)
        #expect(decoded == text)
    }

    @Test func `decodes plus as a space in forms`() {
        let text = "a+b%2bc"
        let (form, path) = (
            String(percentEncoded: text.utf8.span, plusIsSpace: true), String(percentEncoded: text.utf8.span)
        )
        #expect(form == "a b+c")
        #expect(path == "a+b+c")
    }

    @Test(arguments: ["%", "%4", "%4g", "%g4", "a%", "%00", "%ff", "%c3", "%c3x"])
    func `rejects malformed text`(text: String) {
        let decoded = String(percentEncoded: text.utf8.span)
        #expect(decoded == nil)
    }
}
