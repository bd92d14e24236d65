import Bytes

/// The accepted signature algorithms (RFC 7518 section 3.1).
enum Algorithm: String {
    case hs256 = "HS256"
    case rs256 = "RS256"
    case es256 = "ES256"

    /// By the `kty` of its keys (RFC 7518 section 6.1). Algorithms share none, so that each key has one algorithm.
    static let byKeyType: [String: Algorithm] = ["oct": .hs256, "RSA": .rs256, "EC": .es256]
}

/// A key with its algorithm, so that a token cannot choose another one.
enum Key: Sendable {
    case hs256(HMACKey)
    case rs256(PublicKey)
    case es256(PublicKey)

    /// In bits (RFC 7518 section 3.3).
    static let minimumModulusBits = 2048
    /// The length of a P-256 coordinate and of each half of a signature, in bytes (RFC 7518 sections 3.4 and 6.2.1.2).
    static let coordinateLength = 32

    /// Both are big-endian; `nil` if they are invalid.
    static func rsa(modulus: [UInt8], exponent: [UInt8]) -> PublicKey? {
        // 1.2.840.113549.1.1.1, rsaEncryption, with its NULL (RFC 3279 section 2.3.1)
        let algorithm: [UInt8] = [
            0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        let key = DER.sequence(DER.integer(modulus), DER.integer(exponent))
        return PublicKey(subjectPublicKeyInfo: DER.sequence(algorithm, DER.bitString(key)))
    }

    /// `nil` if the point is not on the curve.
    /// - Parameters:
    ///   - x, y: ``coordinateLength`` bytes each.
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

    var algorithm: Algorithm {
        switch self {
        case .hs256: .hs256
        case .rs256: .rs256
        case .es256: .es256
        }
    }

    /// - Parameter signature: In the format of JWS.
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

/// The subset of DER (ITU-T X.690) that libcrypto needs for keys and signatures.
enum DER {
    /// An INTEGER that is not negative.
    /// - Parameter magnitude: In big-endian order.
    static func integer(_ magnitude: some Collection<UInt8>) -> [UInt8] {
        let significant = magnitude.drop { $0 == 0 }
        // A leading zero, unless the first byte exists and its top bit, the sign, is clear.
        let needsZero = significant.first.map { $0 >= 0x80 } ?? true
        return element(0x02, (needsZero ? [0] : []) + significant)
    }

    static func bitString(_ bytes: [UInt8]) -> [UInt8] {
        element(0x03, [0] + bytes)
    }

    static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        element(0x30, Array(elements.joined()))
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) }.drop { $0 == 0 }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
