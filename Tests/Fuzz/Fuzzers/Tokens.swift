import Bytes
import JSON

@testable import Auth

/// Fuzzes the value of `Authorization`: only signed tokens may be accepted.
enum Tokens {
    static func test(_ input: [UInt8]) {
        let field = String(decoding: input, as: UTF8.self)
        guard let token = try? BearerToken(authorization: field) else { return }
        expect(token.text.utf8.count <= BearerToken.maximumLength, "a token has a limited length")
        expect(token.text.utf8.allSatisfy { $0 < 0x80 }, "a token is ASCII")
        if let compact = try? CompactToken(token) {
            let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
            expect(Base64URL.text(compact.payload) == parts[1], "bytes have one encoding")
            expect(Base64URL.text(compact.signature) == parts[2], "bytes have one encoding")
            expect(
                compact.signedCount == parts[0].utf8.count + parts[1].utf8.count + 1,
                "the first two parts are signed"
            )
        }
        do throws(TokenError) {
            let verified = try Issuer.verifier.verify(token, at: Issuer.now)
            let signed =
                token.text.prefix { $0 != "." } + "." + token.text.drop { $0 != "." }.dropFirst().prefix { $0 != "." }
            expect(Issuer.signed.contains { $0.hasPrefix(signed + ".") }, "\(field) was signed, found \(verified)")
        } catch {
            expect(!error.challenge.isEmpty, "a refusal has a challenge")
        }
    }
}

/// Fuzzes a token's header and claims, one line each, with a valid signature.
enum ClaimSets {
    static func test(_ input: [UInt8]) {
        let lines = input.split(separator: 0x0a, maxSplits: 1, omittingEmptySubsequences: false)
        guard lines.count == 2 else { return }
        let signed = Base64URL.text(lines[0]) + "." + Base64URL.text(lines[1])
        let text = signed + "." + Base64URL.text(Issuer.code(of: Array(signed.utf8)))
        guard let token = try? BearerToken(authorization: "Bearer " + text) else { return }
        let verifier = Issuer.verifier
        let outcome = Result { () throws(TokenError) in try verifier.verify(token, at: Issuer.now) }
        let again = Result { () throws(TokenError) in try verifier.verify(token, at: Issuer.now) }
        expect(again == outcome, "the cache has the same outcome")
        guard case .success(let verified) = outcome else { return }
        checkHeader(Array(lines[0]))
        checkClaims(Array(lines[1]), verified)
    }

    private static func checkHeader(_ bytes: [UInt8]) {
        guard case .object(let header)? = try? JSONValue(parsing: bytes) else {
            fatalError("expected that a header is an object")
        }
        expect(
            header["alg"] == .string("HS256") && header["crit"] == nil,
            "the header is HS256 without extensions, found \(header)"
        )
    }

    private static func checkClaims(_ bytes: [UInt8], _ verified: VerifiedToken) {
        guard case .object(let claims)? = try? JSONValue(parsing: bytes) else {
            fatalError("expected that claims are an object")
        }
        func number(_ name: String) -> Double? {
            switch claims[name] {
            case .integer(let value): Double(value)
            case .number(let value): value
            default: nil
            }
        }
        let now = Double(Issuer.now)
        let leeway = Double(Issuer.policy.leeway)
        expect(number("exp").map { $0 + leeway > now - 1 } ?? false, "it has not expired, found \(claims)")
        for name in ["nbf", "iat"] where claims[name] != nil {
            expect(number(name).map { $0 - leeway <= now } ?? false, "it has begun, found \(claims)")
        }
        expect(claims["iss"] == .string("joe"), "its issuer is joe, found \(claims)")
        expect(claims["aud"] == nil, "it has no audience, found \(claims)")
        expect(claims["sub"] == .string(verified.subject), "its subject is \(verified.subject), found \(claims)")
        expect(verified.validity.contains(Issuer.now), "it is valid now")
    }
}
