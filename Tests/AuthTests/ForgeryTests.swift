import COpenSSL
import SeededRandom
import Testing

@testable import Auth

/// All three keys, each with a key id.
private let named: KeySet? = try? KeySet(
    jwks: #"{"keys":[\#(Signer.all.map { #"{"kid":"\#($0.algorithm)",\#($0.jwk)}"# }.joined(separator: ","))]}"#.utf8
)

private let claims = #"{"sub":"u1","exp":\#(inAnHour)}"#

/// A token with this header, the default claims, and this signature.
private func token(_ header: String, signature: String = "") -> String {
    "\(base64URL(header.utf8)).\(base64URL(claims.utf8)).\(signature)"
}

/// The order of P-256's group.
private let order: [UInt8] = [
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
]

@Suite struct `A forged token` {
    @Test(
        arguments: [
            "none", "None", "NONE", "nOnE", "", "HS384", "HS512", "RS384", "RS512", "ES384", "ES512", "ES256K", "PS256",
            "EdDSA", "hs256", "rs256", "HS256 ", "RSA-OAEP", "dir", "HMAC",
        ]
    )
    func `with an unsupported algorithm is refused, signed or not`(algorithm: String) throws {
        let header = #"{"alg":"\#(algorithm)"}"#
        #expect(outcome(token(header), try #require(named)) == .failure(.wrongAlgorithm))
        for signer in Signer.all {
            #expect(outcome(token(header), try signer.keys) == .failure(.wrongAlgorithm))
            #expect(outcome(signer.token(header: header), try signer.keys) == .failure(.wrongAlgorithm))
        }
    }

    @Test(arguments: [
        "{}", #"{"alg":null}"#, #"{"alg":["HS256"]}"#, #"{"alg":256}"#, #"{"alg":"HS256","alg":"HS256"}"#, #""HS256""#,
        "[]",
        #"{"alg":"HS256","kid":7}"#, #"{"alg":"HS256","kid":null}"#, #"{"ALG":"HS256"}"#, "",
    ])
    func `with an invalid header is refused`(header: String) throws {
        #expect(outcome(Signer.hs256.token(header: header), try Signer.hs256.keys) == .failure(.malformed))
    }

    @Test func `with a critical extension is refused`() throws {
        for crit in [#"["exp"]"#, #"["b64"]"#, "[]", "null", #""b64""#] {
            let token = Signer.hs256.token(header: #"{"alg":"HS256","b64":false,"crit":\#(crit)}"#)
            #expect(outcome(token, try Signer.hs256.keys) == .failure(.unknownExtension))
        }
    }

    /// Key confusion: the public key is public, and as an HMAC secret it would let everyone sign.
    @Test(arguments: [Signer.rs256, .es256])
    func `that uses the public key as a secret is refused`(signer: Signer) throws {
        let key = signer.algorithm == "RS256" ? PrivateKey.rsa() : .p256()
        let genuine = signer.algorithm == "RS256" ? Signer(rsa: key) : Signer(p256: key)
        let secrets = [key.subjectPublicKeyInfo, Array(genuine.jwk.utf8), Array("{\(genuine.jwk)}".utf8)]
        for secret in secrets {
            for header in [#"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"a"}"#] {
                let forged = Signer(secret: secret).token(header: header)
                #expect(outcome(forged, try genuine.keys) == .failure(.wrongAlgorithm))
                let keys = try KeySet(jwks: #"{"keys":[{"kid":"a",\#(genuine.jwk)},{\#(Signer.hs256.jwk)}]}"#.utf8)
                #expect(outcome(forged, keys) == .failure(header.contains("kid") ? .wrongAlgorithm : .badSignature))
            }
        }
    }

    @Test func `that names a key of another algorithm is refused`() throws {
        for signer in Signer.all {
            for name in Signer.all.map(\.algorithm) {
                let token = signer.token(header: #"{"alg":"\#(signer.algorithm)","kid":"\#(name)"}"#)
                let expected: Result<String, TokenError> =
                    name == signer.algorithm ? .success("u1") : .failure(.wrongAlgorithm)
                #expect(outcome(token, try #require(named)) == expected)
            }
        }
    }

    @Test func `that contains or links to its own key is refused`() throws {
        for (mine, theirs) in [(Signer(rsa: .rsa()), Signer.rs256), (Signer(p256: .p256()), Signer.es256)] {
            let header = """
                {"alg":"\(mine.algorithm)","jwk":{\(mine.jwk)},"jku":"https://mine.example/jwks.json",\
                "x5u":"https://mine.example/cert.pem","kid":"../../../dev/null"}
                """
            #expect(outcome(mine.token(header: header), try theirs.keys) == .failure(.badSignature))
            #expect(outcome(mine.token(header: header), try #require(named)) == .failure(.unknownKey))
        }
    }

    @Test(arguments: Signer.all)
    func `that was signed with an unknown key is refused`(signer: Signer) throws {
        let other =
            switch signer.algorithm {
            case "HS256": Signer(secret: [UInt8](repeating: 7, count: 32))
            case "RS256": Signer(rsa: .rsa())
            default: Signer(p256: .p256())
            }
        #expect(outcome(other.token(), try signer.keys) == .failure(.badSignature))
        #expect(outcome(other.token(), try other.keys) == .success("u1"))
    }

    @Test(arguments: Signer.all)
    func `with a cut, extended, missing or zero signature is refused`(signer: Signer) throws {
        let header = #"{"alg":"\#(signer.algorithm)"}"#
        let signature = signer.sign(Array(token(header).utf8.dropLast()))
        let keys = try signer.keys
        #expect(outcome(token(header, signature: base64URL(signature)), keys) == .success("u1"))
        var others: [[UInt8]] = [
            [], [0], signature + [0], [0] + signature, signature + signature, signature.reversed(),
        ]
        others += [1, signature.count / 2, signature.count - 1].map { Array(signature.prefix($0)) }
        others += [1, signature.count / 2].map { Array(signature.dropFirst($0)) }
        others += [0, 1, 0xff].map { [UInt8](repeating: $0, count: signature.count) }
        for other in others {
            #expect(outcome(token(header, signature: base64URL(other)), keys) == .failure(.badSignature))
        }
    }

    /// With r = s = 0, a careless verifier accepts any message (CVE-2022-21449).
    @Test func `of ES256 must have r and s within the group's order`() throws {
        let zero = [UInt8](repeating: 0, count: 32)
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let header = #"{"alg":"ES256"}"#
        let genuine = Signer.es256.sign(Array(token(header).utf8.dropLast()))
        let halves = [zero, one, order, Array(genuine.prefix(32)), Array(genuine.suffix(32))]
        for r in halves {
            for s in halves where r + s != genuine {
                let forged = token(header, signature: base64URL(r + s))
                #expect(outcome(forged, try Signer.es256.keys) == .failure(.badSignature))
            }
        }
    }

    @Test func `of ES256 must have a raw signature, not DER`() throws {
        let key = PrivateKey.p256()
        let header = #"{"alg":"ES256"}"#
        let der = key.sign(Array(token(header).utf8.dropLast()))
        let keys = try Signer(p256: key).keys
        #expect(outcome(token(header, signature: base64URL(der)), keys) == .failure(.badSignature))
        #expect(outcome(Signer(p256: key).token(), keys) == .success("u1"))
    }

    /// For one signature in 128, r or s begins with a zero byte.
    @Test func `is distinguished from one of ES256 whose numbers begin with zeros`() throws {
        let keys = try Signer.es256.keys
        for subject in 0..<1000 {
            let token = Signer.es256.token(#"{"sub":"u\#(subject)","exp":\#(inAnHour)}"#)
            #expect(outcome(token, keys) == .success("u\(subject)"))
        }
    }

    @Test(arguments: Signer.all)
    func `that differs from a valid one in one byte is refused`(signer: Signer) throws {
        let keys = try signer.keys
        let genuine = Array(signer.token().utf8)
        var random = SplitMix64(seed: 7)
        for index in genuine.indices {
            var bytes = genuine
            bytes[index] ^= UInt8.random(in: 1...255, using: &random)
            #expect(throws: TokenError.self) { try outcome(String(decoding: bytes, as: UTF8.self), keys).get() }
        }
        for length in 0..<genuine.count {
            #expect(throws: TokenError.self) {
                try outcome(String(decoding: genuine.prefix(length), as: UTF8.self), keys).get()
            }
        }
    }

    @Test(arguments: Signer.all)
    func `with other claims than the signed ones is refused`(signer: Signer) throws {
        let keys = try signer.keys
        let parts = signer.token().split(separator: ".").map(String.init)
        for other in [#"{"sub":"u2","exp":\#(inAnHour)}"#, claims + " ", #"{"exp":\#(inAnHour),"sub":"u1"}"#] {
            let forged = [parts[0], base64URL(other.utf8), parts[2]].joined(separator: ".")
            #expect(outcome(forged, keys) == .failure(.badSignature))
        }
        #expect(outcome([parts[0], "", parts[2]].joined(separator: "."), keys) == .failure(.badSignature))
        let header = base64URL(#"{"alg":"\#(signer.algorithm)" }"#.utf8)
        #expect(outcome([header, parts[1], parts[2]].joined(separator: "."), keys) == .failure(.badSignature))
    }

    /// Claims must not be examined before the signature is verified.
    @Test func `reveals nothing about the validity of its claims`() throws {
        let forger = Signer(secret: [UInt8](repeating: 7, count: 32))
        for claims in ["{}", "no JSON", #"{"sub":"u1","exp":1}"#, #"{"exp":"soon"}"#] {
            #expect(outcome(forger.token(claims), try Signer.hs256.keys) == .failure(.badSignature))
        }
    }

    @Test func `leaves nothing in libcrypto's error queue`() throws {
        for signer in Signer.all {
            let header = #"{"alg":"\#(signer.algorithm)"}"#
            for signature in [[], [1, 2, 3], [UInt8](repeating: 0, count: 64), [UInt8](repeating: 9, count: 256)] {
                _ = outcome(token(header, signature: base64URL(signature)), try signer.keys)
            }
        }
        #expect(throws: KeySetError.self) { try KeySet(jwks: #"{"keys":[{"kty":"RSA","n":"","e":""}]}"#.utf8) }
        #expect(ERR_peek_error() == 0)
    }
}
