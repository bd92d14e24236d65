import JSON
import Testing

@testable import Auth

/// The errors in a JWK Set of these keys; empty if it is valid.
private func errors(_ keys: String...) -> [String] {
    do throws(KeySetError) {
        _ = try KeySet(jwks: #"{"keys":[\#(keys.joined(separator: ","))]}"#.utf8)
        return []
    } catch {
        return error.message.split(separator: "; ").map(String.init)
    }
}

private let secret = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"
private let oct = #"{"kty":"oct","k":"\#(secret)"}"#
private let es256 = Signer.es256.jwk
private let rs256 = Signer.rs256.jwk

@Suite struct `A key set` {
    @Test func `may be one secret of 32 bytes or more`() throws {
        for length in [32, 33, 64, 65, 1000] {
            let secret = [UInt8](repeating: 7, count: length)
            let keys = try KeySet(secret: secret)
            #expect(outcome(Signer(secret: secret).token(), keys) == .success("u1"))
            let header = #"{"alg":"HS256","kid":"of no key"}"#
            #expect(outcome(Signer(secret: secret).token(header: header), keys) == .success("u1"))
            #expect(outcome(Signer(secret: secret.dropLast()).token(), keys) == .failure(.badSignature))
        }
        for length in [0, 1, 31] {
            let error = #expect(throws: KeySetError.self) { try KeySet(secret: [UInt8](repeating: 7, count: length)) }
            #expect(error?.message == "the secret has \(length) bytes: expected at least 32")
        }
    }

    @Test func `selects a key by its id`() throws {
        let one = Signer(p256: .p256())
        let other = Signer(p256: .p256())
        let keys = try KeySet(
            jwks: #"{"keys":[{"kid":"one",\#(one.jwk)},{"kid":"other",\#(other.jwk)},{"kid":"K",\#(rs256)}]}"#.utf8
        )
        func token(_ signer: Signer, _ name: String) -> String {
            signer.token(header: #"{"alg":"\#(signer.algorithm)","kid":"\#(name)"}"#)
        }
        #expect(outcome(token(one, "one"), keys) == .success("u1"))
        #expect(outcome(token(other, "other"), keys) == .success("u1"))
        #expect(outcome(token(one, "other"), keys) == .failure(.badSignature))
        #expect(outcome(token(one, "One"), keys) == .failure(.unknownKey))
        #expect(outcome(token(one, ""), keys) == .failure(.unknownKey))
        #expect(outcome(token(.rs256, "K"), keys) == .success("u1"))
        #expect(outcome(token(.rs256, "\u{212a}"), keys) == .failure(.unknownKey))
        #expect(outcome(one.token(), keys) == .failure(.unknownKey))
        #expect(outcome(Signer.rs256.token(), keys) == .success("u1"))
        #expect(outcome(Signer.hs256.token(), keys) == .failure(.wrongAlgorithm))
    }

    @Test func `uses its only key without an id for an unknown id`() throws {
        let one = Signer(p256: .p256())
        let header = #"{"alg":"ES256","kid":"unknown"}"#
        let keys = try KeySet(jwks: #"{"keys":[{"kid":"one",\#(one.jwk)},{\#(es256)}]}"#.utf8)
        #expect(outcome(Signer.es256.token(header: header), keys) == .success("u1"))
        #expect(outcome(one.token(header: header), keys) == .failure(.badSignature))
        let two = try KeySet(jwks: #"{"keys":[{\#(one.jwk)},{\#(es256)}]}"#.utf8)
        #expect(outcome(Signer.es256.token(header: header), two) == .failure(.unknownKey))
    }

    @Test func `ignores keys for other purposes`() throws {
        let others = [
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            #"{"kty":"unheard of"}"#,
            #"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#,
            #"{"kty":"RSA","use":"enc","n":"AQAB","e":"AQAB"}"#, #"{"kty":"RSA","alg":"RS512","n":"AQAB","e":"AQAB"}"#,
            #"{"kty":"RSA","alg":"RSA-OAEP","n":"AQAB","e":"AQAB"}"#, #"{"kty":"oct","alg":"A128KW","k":"AA"}"#,
            #"{"kty":"oct","key_ops":["sign"],"k":"AA"}"#, #"{"kty":"oct","key_ops":[],"k":"AA"}"#,
        ]
        let good =
            #"{"kid":"good","use":"sig","key_ops":["sign","verify"],"alg":"ES256","x5t":"AA","new":[1],\#(es256)}"#
        let set = #"{"keys":[\#((others + [good]).joined(separator: ","))],"next":null}"#
        let keys = try KeySet(jwks: set.utf8)
        #expect(keys.members.map(\.name) == ["good"])
        #expect(outcome(Signer.es256.token(), keys) == .success("u1"))
        for other in others { #expect(errors(other) == ["keys: expected a key that verifies HS256, RS256 or ES256"]) }
    }

    @Test func `reports errors by their paths`() {
        #expect(errors(oct, "7") == ["keys[1]: expected an object, found 7"])
        #expect(errors("{}") == [#"keys[0]: "kty" is missing"#])
        #expect(errors(#"{"kty":7}"#) == ["keys[0].kty: expected a text, found 7"])
        #expect(errors(oct, #"{"kty":"oct"}"#) == [#"keys[1]: "k" is missing"#])
        #expect(errors(#"{"kty":"oct","k":"AAAA"}"#) == ["keys[0].k: expected at least 32 bytes, found 3"])
        #expect(errors(#"{"kty":"RSA","e":"AQAB"}"#) == [#"keys[0]: "n" is missing"#])
        #expect(errors(#"{"kty":"RSA","n":"AQAB"}"#) == [#"keys[0]: "e" is missing"#])
        #expect(errors(#"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#) == ["keys[0]: expected an RSA key"])
        #expect(errors(#"{"kty":"RSA","n":"","e":""}"#) == ["keys[0]: expected an RSA key"])
        #expect(errors(#"{"kty":"EC"}"#) == [#"keys[0]: "crv" is missing"#])
        #expect(errors(#"{"kty":"EC","crv":"P-256","x":"AA"}"#) == [#"keys[0]: "y" is missing"#])
        #expect(errors(#"{"alg":"HS256",\#(rs256)}"#) == [#"keys[0].alg: expected "RS256" for a key of type "RSA""#])
        #expect(
            errors(#"{"alg":"RS256",\#(oct.dropFirst())"#) == [
                #"keys[0].alg: expected "HS256" for a key of type "oct""#
            ]
        )
        #expect(errors(#"{"kid":7,\#(es256)}"#) == ["keys[0].kid: expected a text, found 7"])
        #expect(
            errors(#"{"kid":"a",\#(es256)}"#, #"{"kid":"a",\#(rs256)}"#) == [
                #"keys[1].kid: another key is called "a""#
            ]
        )
        #expect(errors(#"{"key_ops":"verify",\#(es256)}"#) == ["keys[0].key_ops: expected a list, found \"verify\""])
        #expect(errors() == ["keys: expected a key that verifies HS256, RS256 or ES256"])
    }

    @Test(arguments: [
        ("{}", #""keys" is missing"#), ("[]", "expected an object, found a list of 0"),
        (#"{"keys":{}}"#, "keys: expected a list, found an object"),
        (
            #"{"keys":[],"keys":[]}"#,
            "the keys are not JSON: line 1, column 12: expected a name that does not stand in the object already"
        ),
        ("0123456789abcdef0123456789abcdef", "the keys are not JSON: line 1, column 1: expected a value"),
    ])
    func `must be a JWK Set`(text: String, message: String) {
        let error = #expect(throws: KeySetError.self) { try KeySet(jwks: text.utf8) }
        #expect(error?.message == message)
    }

    @Test(arguments: [#""\#(secret)=""#, #""\#(secret) ""#, "12345678901234567890", #"["\#(secret)"]"#, "true"])
    func `does not print a secret that it cannot read`(k: String) {
        #expect(errors(#"{"kty":"oct","k":\#(k)}"#) == ["keys[0].k: expected bytes in base64url without padding"])
    }

    @Test func `accepts no RSA key below 2048 bits`() {
        let weak = Signer(rsa: .rsa(bits: 1024)).jwk
        #expect(errors("{\(weak)}") == ["keys[0].n: expected a modulus of at least 2048 bits, found 1024"])
        let almost = Signer(rsa: .rsa(bits: 2047)).jwk
        #expect(errors("{\(almost)}") == ["keys[0].n: expected a modulus of at least 2048 bits, found 2047"])
    }

    @Test func `accepts no point off the curve`() {
        let point = PrivateKey.p256().point
        let x = Array(point[1...32])
        let y = Array(point[33...])
        func jwk(_ x: [UInt8], _ y: [UInt8]) -> String {
            #"{"kty":"EC","crv":"P-256","x":"\#(base64URL(x))","y":"\#(base64URL(y))"}"#
        }
        #expect(errors(jwk(x, y)).isEmpty)
        let zero = [UInt8](repeating: 0, count: 32)
        let full = [UInt8](repeating: 0xff, count: 32)
        let off = Array(y.dropLast()) + [y[31] ^ 1]
        for (x, y) in [
            (x, off), (zero, zero), (full, full), (x, zero), ([0] + x, y), (x, Array(y.dropFirst())), ([], []),
        ] {
            #expect(errors(jwk(x, y)) == ["keys[0]: expected a point of P-256, each coordinate 32 bytes"])
        }
    }
}

@Suite struct `An integer in DER` {
    @Test(
        arguments: [
            ([], [2, 1, 0]), ([0], [2, 1, 0]), ([0, 0], [2, 1, 0]), ([1], [2, 1, 1]), ([0, 1], [2, 1, 1]),
            ([0x7f], [2, 1, 0x7f]), ([0x80], [2, 2, 0, 0x80]), ([0, 0x80, 0], [2, 3, 0, 0x80, 0]),
        ] as [([UInt8], [UInt8])]
    )
    func `is positive and as short as possible`(magnitude: [UInt8], encoded: [UInt8]) {
        #expect(DER.integer(magnitude) == encoded)
    }

    @Test(
        arguments: [(127, [2, 127]), (128, [2, 0x81, 128]), (255, [2, 0x81, 255]), (256, [2, 0x82, 1, 0])]
            as [(Int, [UInt8])]
    )
    func `has a length of as many bytes as needed`(count: Int, beginning: [UInt8]) {
        let encoded = DER.integer([UInt8](repeating: 1, count: count))
        #expect(Array(encoded.prefix(beginning.count)) == beginning)
        #expect(encoded.count == beginning.count + count)
    }
}
