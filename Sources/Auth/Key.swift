import Bytes

/// A key that verifies tokens: its algorithm is part of what it is, so that no token chooses one.
enum Key: Sendable {
    case hs256(HMACKey)
    case rs256(PublicKey)
    case es256(PublicKey)

    /// RSA's shortest modulus, in bits (RFC 7518 section 3.3).
    static let minimumModulusBits = 2048
    /// The length of a coordinate of P-256, and of each half of its signatures (RFC 7518 sections 3.4 and 6.2.1.2).
    static let coordinateLength = 32

    /// An RSA key from its modulus and its exponent, the most significant byte first; `nil` where they are none.
    static func rsa(modulus: [UInt8], exponent: [UInt8]) -> PublicKey? {
        // 1.2.840.113549.1.1.1, rsaEncryption, with its NULL (RFC 3279 section 2.3.1)
        let algorithm: [UInt8] = [
            0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        let key = DER.sequence(DER.integer(modulus), DER.integer(exponent))
        return PublicKey(subjectPublicKeyInfo: DER.sequence(algorithm, DER.bitString(key)))
    }

    /// The key that is a point of P-256, each coordinate ``coordinateLength`` bytes; `nil` where it is not on the curve.
    static func p256(x: [UInt8], y: [UInt8]) -> PublicKey? {
        guard x.count == coordinateLength, y.count == coordinateLength else { return nil }
        // 1.2.840.10045.2.1, ecPublicKey, on 1.2.840.10045.3.1.7, prime256v1 (RFC 5480 section 2.1.1)
        let algorithm: [UInt8] = [
            0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
            0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
        ]
        let uncompressed: UInt8 = 4
        return PublicKey(subjectPublicKeyInfo: DER.sequence(algorithm, DER.bitString([uncompressed] + x + y)))
    }

    /// The one algorithm that the key is for.
    var algorithm: Algorithm {
        switch self {
        case .hs256: .hs256
        case .rs256: .rs256
        case .es256: .es256
        }
    }

    /// Whether `signature`, as a token has it, is the key's over `message`.
    func hasSigned(_ message: Span<UInt8>, with signature: [UInt8]) -> Bool {
        switch self {
        case .hs256(let secret):
            return secret.authenticates(message, with: signature)
        case .rs256(let key):
            return key.hasSigned(message, with: signature)
        case .es256(let key):
            guard signature.count == 2 * Self.coordinateLength else { return false }
            let r = DER.integer(signature.prefix(Self.coordinateLength))
            let s = DER.integer(signature.suffix(Self.coordinateLength))
            return key.hasSigned(message, with: DER.sequence(r, s))
        }
    }
}
