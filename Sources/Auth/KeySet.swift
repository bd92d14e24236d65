import Bytes

/// The keys that tokens are verified with.
public struct KeySet: Sendable {
    struct Member: Sendable {
        /// The key's `kid`.
        let name: String?
        let key: Key
    }

    let members: [Member]

    /// A set of one key for HS256, the bytes of `secret` as they are: 32 at least (RFC 7518 section 3.2).
    /// - Throws: ``KeySetError/shortSecret(length:)``.
    public init(secret: some Sequence<UInt8>) throws(KeySetError) {
        let bytes = Array(secret)
        guard let secret = HMACKey(bytes) else { throw .shortSecret(length: bytes.count) }
        members = [Member(name: nil, key: .hs256(secret))]
    }

    /// The key for the token: the one of that name, else the only one that could be meant.
    /// - Throws: ``TokenError/unknownKey``, or ``TokenError/wrongAlgorithm`` where the token's algorithm is not the key's.
    func key(for token: CompactToken) throws(TokenError) -> Key {
        if let name = token.keyName, let named = members.first(where: { $0.name?.isIdentical(to: name) ?? false }) {
            guard named.key.algorithm == token.algorithm else { throw .wrongAlgorithm }
            return named.key
        }
        let fitting = members.filter { $0.key.algorithm == token.algorithm }
        guard !fitting.isEmpty else { throw .wrongAlgorithm }
        // A name that no key has can only mean a key without one.
        let meant = token.keyName == nil ? fitting : fitting.filter { $0.name == nil }
        guard meant.count == 1 else { throw .unknownKey }
        return meant[0].key
    }
}

extension String {
    /// Whether these are the very characters of `other`: to `==`, a kelvin sign is a K.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
