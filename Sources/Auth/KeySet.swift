import Bytes
import JSON

public struct KeySet: Sendable {
    typealias Member = (name: String?, key: Key)

    let members: [Member]

    package var names: [String] { members.compactMap(\.name) }

    /// A set of one HS256 key: the raw bytes of `secret`, at least 32 (RFC 7518 section 3.2).
    public init(secret: some Sequence<UInt8>) throws(KeySetError) {
        let bytes = Array(secret)
        guard let secret = HMACKey(bytes) else {
            let minimum = HMACKey.minimumLength
            throw KeySetError(message: "the secret has \(bytes.count) bytes: expected at least \(minimum)")
        }
        members = [(nil, .hs256(secret))]
    }

    /// The key with the token's `kid`, else the only candidate.
    /// - Throws: ``TokenError/unknownKey``, or ``TokenError/wrongAlgorithm`` if the algorithms differ.
    func key(for token: CompactToken) throws(TokenError) -> Key {
        if let name = token.keyName, let named = members.first(where: { $0.name?.isIdentical(to: name) ?? false }) {
            guard named.key.algorithm == token.algorithm else { throw .wrongAlgorithm }
            return named.key
        }
        let fitting = members.filter { $0.key.algorithm == token.algorithm }
        guard !fitting.isEmpty else { throw .wrongAlgorithm }
        // A token with an unknown `kid` can only match a key without one.
        let meant = token.keyName == nil ? fitting : fitting.filter { $0.name == nil }
        guard meant.count == 1 else { throw .unknownKey }
        return meant[0].key
    }
}

public struct KeySetError: Error {
    /// For an operator. Contains nothing of a secret except its length.
    public let message: String
}

extension KeySet {
    /// The keys of a JWK Set (RFC 7517 section 5) that verify HS256, RS256 or ES256: `oct` of at least 32 bytes, `RSA`
    /// of at least 2048 bits, `EC` on P-256. Other keys, keys for other uses (`use`, `key_ops`), and unknown members
    /// are ignored.
    /// - Throws: ``KeySetError`` if this is no JWK Set, a key is invalid or too weak, two keys have the same `kid`, or
    ///   no key remains.
    public init(jwks: some Sequence<UInt8>) throws(KeySetError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: jwks)
        } catch {
            throw KeySetError(message: "the keys are not JSON: \(error.reason)")
        }
        do {
            members = try CheckedValue.read(json) { $0.object(Self.members) }
        } catch {
            throw KeySetError(message: error.line)
        }
        guard !members.isEmpty else {
            throw KeySetError(message: "keys: expected a key that verifies HS256, RS256 or ES256")
        }
    }

    private static func members(of set: inout CheckedObject) -> [Member]? {
        set.ignoreUnknownMembers()
        var names: Set<String> = []
        return set.required("keys")?.array(of: "keys") { value in
            value.object { jwk -> Member? in
                jwk.ignoreUnknownMembers()
                guard let member = Self.member(&jwk) else { return nil }
                if let name = member.name, !names.insert(name).inserted {
                    jwk.optional("kid")?.report("another key is called \"\(name)\"")
                }
                return member
            }
        }
    }

    /// Reads a JWK; `nil` if it is invalid, which is reported, or ignored.
    private static func member(_ jwk: inout CheckedObject) -> Member? {
        guard let type = jwk.required("kty")?.string(), let algorithm = Algorithm.byKeyType[type],
            isMeant(for: algorithm, of: type, &jwk), let key = Key(algorithm, &jwk)
        else { return nil }
        return (jwk.optional("kid")?.string(), key)
    }

    private static func isMeant(for algorithm: Algorithm, of type: String, _ jwk: inout CheckedObject) -> Bool {
        if let use = jwk.optional("use"), use.string() != "sig" { return false }
        if let operations = jwk.optional("key_ops") {
            let names = operations.array { $0.string() }
            guard names?.contains("verify") == true else { return false }
        }
        guard let alg = jwk.optional("alg"), let name = alg.string(), name != algorithm.rawValue else { return true }
        if Algorithm(rawValue: name) != nil {
            alg.report("expected \"\(algorithm.rawValue)\" for a key of type \"\(type)\"")
        }
        return false
    }
}

extension Key {
    fileprivate init?(_ algorithm: Algorithm, _ jwk: inout CheckedObject) {
        switch algorithm {
        case .hs256:
            guard let k = jwk.required("k"), let bytes = k.base64URL() else { return nil }
            guard let secret = HMACKey(bytes) else {
                k.report("expected at least \(HMACKey.minimumLength) bytes, found \(bytes.count)")
                return nil
            }
            self = .hs256(secret)
        case .rs256:
            let n = jwk.required("n")
            guard let modulus = n?.base64URL(), let exponent = jwk.required("e")?.base64URL() else { return nil }
            guard let key = Self.rsa(modulus: modulus, exponent: exponent) else {
                jwk.report("expected an RSA key")
                return nil
            }
            guard key.bitCount >= Self.minimumModulusBits else {
                n?.report("expected a modulus of at least \(Self.minimumModulusBits) bits, found \(key.bitCount)")
                return nil
            }
            self = .rs256(key)
        case .es256:
            guard jwk.required("crv")?.string() == "P-256", let x = jwk.required("x")?.base64URL(),
                let y = jwk.required("y")?.base64URL()
            else { return nil }
            guard let key = Self.p256(x: x, y: y) else {
                jwk.report("expected a point of P-256, each coordinate \(Self.coordinateLength) bytes")
                return nil
            }
            self = .es256(key)
        }
    }
}

extension CheckedValue {
    /// Bytes in base64url. Errors do not show the value, which may be a secret.
    fileprivate func base64URL() -> [UInt8]? {
        guard case .string(let text) = json, let bytes = Base64URL.decode(text.utf8.span) else {
            report("expected bytes in base64url without padding")
            return nil
        }
        return bytes
    }
}

extension String {
    /// Compares the bytes: to `==`, a kelvin sign is a K.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
