import Bytes
import COpenSSL
import Foundation

@testable import Auth

/// Issues tokens with three keys, of which only the secret is known. The private halves of the others were discarded;
/// ``signed`` has all valid tokens of theirs.
enum Issuer {
    static let now: Int64 = 1_700_000_000
    static let policy = TokenPolicy(issuer: "joe", audience: nil)
    static let verifier = TokenVerifier(keys: keys, policy: policy)

    /// `{"sub":"u1","iss":"joe","exp":1700003600}`, signed with each key.
    static let signed = [
        """
        eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MSIsImlzcyI6ImpvZSIsImV4cCI6MTcwMDAwMzYwMH0.kUih8dvW_202sfmC6enOSCbL21pL68m\
        3cG-N9BHRsTQ
        """,
        """
        eyJhbGciOiJSUzI1NiIsImtpZCI6InIifQ.eyJzdWIiOiJ1MSIsImlzcyI6ImpvZSIsImV4cCI6MTcwMDAwMzYwMH0.FAvH0bsqwGCmGKQEX\
        GYUV3vT4vgM7Mn-zWEGSQpz01jsgmKk9EGoASCYv0GHz0B6cqT2HTryT-zRKaYJHcFWBiUJA6rvpOfPgzHdfNJoWPgoo6YQLyt2Wg58_oox0\
        9xEnCEJX4LqdS1G6w0pFhvDQ47Dz06nlclhPa3E9Bp5IXQ1YXNpQJAH009L6EnKg7GpfJ-ssRSQowUqay0762i6BwTg-NF4jH7xYa95GnbNX\
        FAyqrKVZUBRn2pr-7rZRg7LvdQcTsFrFnrjUevtsl5ta8OfKglgcPnJU6YUmJqvaBY6zIWUF1UArlKd9nrmUuzaGzGQcdHtMJciFlzLFEYSn\
        g
        """,
        """
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImUifQ.eyJzdWIiOiJ1MSIsImlzcyI6ImpvZSIsImV4cCI6MTcwMDAwMzYwMH0.Xv-9NbRv36jSlzGtN\
        TxWBp_6c4h9EZKKS-JgUi3TpSP9jJSvE7u8sgZIsCnJYA7tOcfZ34QHTLB5n1g_BXh8tA
        """,
        """
        eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiIsImtpZCI6ImgifQ.eyJzdWIiOiJ1MSIsImlzcyI6ImpvZSIsImV4cCI6MTcwMDAwMzYwMH0.G\
        Of3KoV6Q4TCxMK3pFVuESAss5x_VhlTWwabrMebQWY
        """,
    ]

    private static let secret = Array("0123456789abcdef0123456789abcdef".utf8)

    private static let keys: KeySet = {
        do {
            return try KeySet(jwks: "{\"keys\":[\(jwks.joined(separator: ","))]}".utf8)
        } catch {
            fatalError("expected keys, found \(error)")
        }
    }()

    private static let jwks = [
        """
        {"kid":"h","kty":"oct","k":"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"}
        """,
        """
        {"kid":"r","kty":"RSA","n":"pNdnQm220pmziOYRP_5hUwngrgJx-023ngi031oSzWHJxZMRPnbFTNVbXpXZyxGlfqPvU3kKUv1v6LmM\
        YMUmNwb7uZERf67HyLKAYQB_EnZ0jmFF7IlMJ6T6Xzvqs26vNdeA9ECaAotPOaRt0-bi6FqmIzMuWkdIyh7Y48-3taOOjE8OvSYenZcp2ky-\
        yK76N8pHAhJafhEYiE7xSyQEKNFA1cCdxMYAQWNn_lcHPX3MjKqN8ut4hpHgkg85f4sAMms8QHucXfy7ra9eZQ6cBw-ZVqvAWVWdPJIdJfRI\
        mxTxXboeuvnMcndMRWUH6MmSFFsQCvvPikKbl6-iy4Iaew","e":"AQAB"}
        """,
        """
        {"kid":"e","kty":"EC","crv":"P-256","x":"gqtJHHRMMrMdh-YTly1W7i_I1SQvFMwA5ZyEOnsqPiA","y":"y14Ntd9-t3WJ5EQl4\
        lxSz2KsuHeRBB6HSIjXm3MhsdA"}
        """,
    ]

    /// The authentication code of `message`.
    static func code(of message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        // Sound: SHA-256 has 32 bytes, and libcrypto reads no more than the counts say.
        unsafe HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, nil)
        return code
    }
}

extension Base64URL {
    /// The canonical encoding of `bytes`.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
