import COpenSSL
import Testing

@testable import Bytes

private func hexadecimal(_ bytes: Span<UInt8>) -> String {
    bytes.indices.map { bytes[$0] < 16 ? "0" + String(bytes[$0], radix: 16) : String(bytes[$0], radix: 16) }.joined()
}

private func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }

extension HMACKey {
    fileprivate func code(of message: [UInt8]) -> String { hexadecimal(code(of: message.span).span) }
}

extension HMACKey {
    fileprivate func accepts(_ code: [UInt8], of message: String, length: Int = 32) -> Bool {
        authenticates(message.utf8.span, with: code, length: length)
    }
}

/// HMAC-SHA256 agrees with RFC 4231 and libcrypto.
@Suite struct `A keyed hash` {
    /// The test cases of RFC 4231, section 4.
    @Test(
        arguments: [
            (
                repeated(0x0b, 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                repeated(0xaa, 20), repeated(0xdd, 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                Array(1...25), repeated(0xcd, 50),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
            ),
            (repeated(0x0c, 20), Array("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
            (
                repeated(0xaa, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                repeated(0xaa, 131),
                Array(
                    """
                    This is a test using a larger than block-size key and a larger than block-size data. The key needs \
                    to be hashed before being used by the HMAC algorithm.
                    """.utf8
                ),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            ),
        ] as [([UInt8], [UInt8], String)]
    )
    func `is HMAC with SHA-256`(key: [UInt8], message: [UInt8], code: String) {
        let found = HMACKey(key: key).code(of: message)
        #expect(found.count == 64)
        #expect(found.hasPrefix(code))
    }

    @Test func `equals libcrypto's for all lengths`() {
        for keyLength in [0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 500] {
            let key = (0..<keyLength).map { UInt8(truncatingIfNeeded: $0 * 37 + keyLength) }
            let hash = HMACKey(key: key)
            for length in 0..<200 {
                let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 101 + length) }
                var code = [UInt8](repeating: 0, count: 32)
                var written: UInt32 = 0
                // Sound: libcrypto reads as many bytes as it is told, and writes the 32 of SHA-256.
                _ = unsafe HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &written)
                #expect(written == 32)
                // Once more, since nothing of a message may be left for the next.
                let expected = hexadecimal(code.span)
                for _ in 0..<2 { #expect(hash.code(of: message) == expected) }
            }
        }
    }
}

@Suite struct `An HMAC key` {
    private static let bytes = [UInt8](0..<32)

    @Test func `has at least the length of the hash`() {
        #expect(HMACKey(Array(Self.bytes.dropLast())) == nil)
        #expect(HMACKey(Self.bytes) != nil)
    }

    @Test func `accepts only its own codes`() throws {
        let secret = try #require(HMACKey(Self.bytes))
        let message = "a message"
        let code = secret.code(of: message.utf8.span)
        let whole = code.indices.map { code[$0] }
        #expect(secret.accepts(whole, of: message))
        #expect(secret.accepts(Array(whole.prefix(16)), of: message, length: 16))
        // As much of it as is asked for, neither less nor more.
        #expect(!secret.accepts(Array(whole.prefix(16)), of: message))
        #expect(!secret.accepts(Array(whole.prefix(15)), of: message, length: 16))
        #expect(!secret.accepts(whole, of: message, length: 16))
        #expect(!secret.accepts([], of: message))
        for index in whole.indices {
            var other = whole
            other[index] ^= 1
            #expect(!secret.accepts(other, of: message))
        }
        #expect(!secret.accepts(whole, of: "a massage"))
        let another = try #require(HMACKey(Self.bytes.reversed()))
        #expect(!another.accepts(whole, of: message))
    }

    @Test func `gives the same codes on many threads`() async throws {
        let secret = try #require(HMACKey(Self.bytes))
        let codes = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<500).map { hexadecimal(secret.code(of: Array("\($0)".utf8).span).span) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count == 8 && Set(codes).count == 1)
        #expect(Set(codes[0]).count == 500)
    }
}
