import Bytes
import JSON

extension KeySet {
    /// The keys of a JWK Set (RFC 7517 section 5) that verify HS256, RS256 or ES256: `oct` of 32 bytes or more, `RSA` of
    /// 2048 bits or more, `EC` on P-256. Keys of other types, curves and algorithms, and those that are for something
    /// other than signatures (`use`, `key_ops`), are passed over; members that are not known, too.
    /// - Throws: ``KeySetError`` where it is no JWK Set, a key is broken or too weak, two have one `kid`, or none is left.
    public init(jwks: some Sequence<UInt8>) throws(KeySetError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: jwks)
        } catch {
            throw .malformed(error.reason)
        }
        do {
            members = try CheckedValue.read(json) { $0.object(Self.members) }
        } catch {
            throw .unexpected(error)
        }
        guard !members.isEmpty else {
            let message = "expected a key that verifies HS256, RS256 or ES256"
            throw .unexpected(ValidationErrors([ValidationError(path: "keys", message: message)]))
        }
    }

    private static func members(of set: inout CheckedObject) -> [Member]? {
        set.ignoreUnknownMembers()
        var names: Set<String> = []
        return set.required("keys")?.array(of: "keys") { value in
            value.object { jwk -> Member? in
                jwk.ignoreUnknownMembers()
                guard let member = Member(&jwk) else { return nil }
                if let name = member.name, !names.insert(name).inserted {
                    jwk.optional("kid")?.report("another key is called \"\(name)\"")
                }
                return member
            }
        }
    }
}

extension KeySet.Member {
    /// Reads a JWK; `nil` where it is broken, which is then reported, or ignored.
    fileprivate init?(_ jwk: inout CheckedObject) {
        guard let type = jwk.required("kty")?.string(),
            let algorithm = Algorithm.allCases.first(where: { $0.keyType == type }),
            Self.isMeant(for: algorithm, &jwk), let key = Key(algorithm, &jwk)
        else { return nil }
        name = jwk.optional("kid")?.string()
        self.key = key
    }

    private static func isMeant(for algorithm: Algorithm, _ jwk: inout CheckedObject) -> Bool {
        if let use = jwk.optional("use"), use.string() != "sig" { return false }
        if let operations = jwk.optional("key_ops") {
            let names = operations.array { $0.string() }
            guard names?.contains("verify") == true else { return false }
        }
        guard let alg = jwk.optional("alg"), let name = alg.string(), name != algorithm.rawValue else { return true }
        if Algorithm(rawValue: name) != nil {
            alg.report("expected \"\(algorithm.rawValue)\" for a key of type \"\(algorithm.keyType)\"")
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
    /// Bytes in base64url. What was found instead may be a secret and is not said.
    fileprivate func base64URL() -> [UInt8]? {
        guard case .string(let text) = json, let bytes = Base64URL.decode(text.utf8.span) else {
            report("expected bytes in base64url without padding")
            return nil
        }
        return bytes
    }
}
