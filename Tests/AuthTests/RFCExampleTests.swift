import Testing

@testable import Auth

/// The claims of the examples: `{"iss":"joe","exp":1300819380,"http://example.com/is_root":true}`, with a line feed and
/// a space between them.
private let claims =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

private let symmetric = (
    key: #"{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}"#,
    token: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)

private let rsa = (
    key: """
    {"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT\
    -SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2C\
    apHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWy\
    uXpoQ","e":"AQAB"}
    """,
    token: """
    eyJhbGciOiJSUzI1NiJ9.\(claims).cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8\
    W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9\
    383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0i\
    gcN_IoypGlUPQGe77Rw
    """
)

private let ellipticCurve = (
    key: """
    {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjK\
    IWI5a0"}
    """,
    token: """
    eyJhbGciOiJFUzI1NiJ9.\(claims).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
    """
)

@Suite struct `The examples of the RFCs` {
    /// RFC 7515, appendices A.1 to A.3. The examples lack a subject, which is the only error with the right key in
    /// time.
    @Test(arguments: [symmetric, rsa, ellipticCurve])
    func `are verified with the right key only, before they expire`(key: String, token: String) throws {
        let keys = try KeySet(jwks: #"{"keys":[\#(key)]}"#.utf8)
        let joe = TokenPolicy(issuer: "joe", audience: nil, leeway: 0)
        #expect(outcome(token, keys, joe, at: 1_300_819_379) == .failure(.noSubject))
        #expect(outcome(token, keys, joe, at: 1_300_819_380) == .failure(.expired))
        let other = try #require(Signer.all.first { key.contains($0.jwk.prefix(12)) })
        #expect(outcome(token, try other.keys, joe, at: 1_300_819_379) == .failure(.badSignature))
    }

    /// RFC 7520 section 4.4: the payload is not JSON, so only the signature can be tested.
    @Test func `are verified with a key that has an id`() throws {
        let jwk = """
            {"kty":"oct","kid":"018c0ae5-4d9b-471b-bfd6-eef314bc7037","use":"sig","alg":"HS256",\
            "k":"hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg"}
            """
        let text = """
            eyJhbGciOiJIUzI1NiIsImtpZCI6IjAxOGMwYWU1LTRkOWItNDcxYi1iZmQ2LWVlZjMxNGJjNzAzNyJ9.SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZ\
            XNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwgYW5kIGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmV\
            ldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9mZiB0by4.s0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g\
            1Md7p0
            """
        let keys = try KeySet(jwks: #"{"keys":[\#(jwk)]}"#.utf8)
        let token = try BearerToken(authorization: "Bearer \(text)")
        let compact = try CompactToken(token)
        let key = try keys.key(for: compact)
        let isSigned = key.hasSigned(token.text.utf8.span.extracting(..<compact.signedCount), with: compact.signature)
        #expect(isSigned)
        let isSignedToTheEnd = key.hasSigned(token.text.utf8.span, with: compact.signature)
        #expect(!isSignedToTheEnd)
    }
}
