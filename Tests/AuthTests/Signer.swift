import COpenSSL
import Foundation

@testable import Auth

/// An issuer of the tests' tokens: a signing key and its JWK.
struct Signer: Sendable {
    let algorithm: String
    let sign: @Sendable ([UInt8]) -> [UInt8]
    /// The members of the verifying JWK, without `kid`.
    let jwk: String

    static let hs256 = Signer(secret: Array("0123456789abcdef0123456789abcdef".utf8))
    static let rs256 = Signer(rsa: .rsa())
    static let es256 = Signer(p256: .p256())
    static let all = [hs256, rs256, es256]

    init(secret: [UInt8]) {
        algorithm = "HS256"
        sign = { hmac($0, secret) }
        jwk = #""kty":"oct","k":"\#(base64URL(secret))""#
    }

    init(rsa key: PrivateKey) {
        algorithm = "RS256"
        sign = key.sign
        jwk = #""kty":"RSA","n":"\#(base64URL(key.number("n")))","e":"\#(base64URL(key.number("e")))""#
    }

    init(p256 key: PrivateKey) {
        algorithm = "ES256"
        sign = { rawSignature(der: key.sign($0)) }
        let point = key.point
        jwk = #""kty":"EC","crv":"P-256","x":"\#(base64URL(point[1...32]))","y":"\#(base64URL(point[33...]))""#
    }

    /// The verifier's key set: this key without an id.
    var keys: KeySet { get throws { try KeySet(jwks: #"{"keys":[{\#(jwk)}]}"#.utf8) } }

    func token(_ claims: String = #"{"sub":"u1","exp":\#(inAnHour)}"#, header: String? = nil) -> String {
        let signed = base64URL((header ?? #"{"alg":"\#(algorithm)"}"#).utf8) + "." + base64URL(claims.utf8)
        return signed + "." + base64URL(sign(Array(signed.utf8)))
    }
}

/// The current time of the tests, in Unix seconds.
let now: Int64 = 1_700_000_000
let inAnHour = now + 3600

let permissivePolicy = TokenPolicy(issuer: nil, audience: nil)

/// The subject of `token`, or the error.
func outcome(
    _ token: String,
    _ keys: KeySet,
    _ policy: TokenPolicy = permissivePolicy,
    at time: Int64 = now
) -> Result<String, TokenError> {
    do throws(TokenError) {
        let bearer = try BearerToken(authorization: "Bearer " + token)
        return .success(try TokenVerifier(keys: keys, policy: policy).verify(bearer, at: time).subject)
    } catch {
        return .failure(error)
    }
}

func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

func hmac(_ message: [UInt8], _ secret: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    // Sound: SHA-256 has 32 bytes, and libcrypto reads no more than the counts say.
    unsafe HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, nil)
    return code
}

/// r and s of a DER-encoded ECDSA signature, each in 32 bytes.
private func rawSignature(der: [UInt8]) -> [UInt8] {
    var raw: [UInt8] = []
    var index = 2
    for _ in 0..<2 {
        let end = index + 2 + Int(der[index + 1])
        let number = der[(index + 2)..<end].drop { $0 == 0 }
        raw += [UInt8](repeating: 0, count: 32 - number.count) + number
        index = end
    }
    return raw
}
