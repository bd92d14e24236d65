import COpenSSL

/// A public key of libcrypto, and what is signed with it and SHA-256.
///
/// Unchecked because the pointer is no `Sendable`: sound, because a key does not change once it is made, and libcrypto
/// counts its references and guards its caches for several threads.
final class PublicKey: @unchecked Sendable {
    private let key: OpenSSLObject

    /// The key that a SubjectPublicKeyInfo (RFC 5280 section 4.1) holds; `nil` where there is none, or where it makes no
    /// sense: a point that is not on its curve, a modulus that is a prime.
    init?(subjectPublicKeyInfo bytes: [UInt8]) {
        defer { ERR_clear_error() }
        // Sound: `next` starts at the first of `bytes.count` bytes, and libcrypto copies what it needs of them.
        let decoded = unsafe bytes.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return unsafe d2i_PUBKEY(nil, &next, bytes.count)
        }
        // Sound: each pointer was made here for its owner, and the check's context ends before the key.
        guard let key = unsafe OpenSSLObject(decoded, releasedBy: EVP_PKEY_free),
            let check = unsafe OpenSSLObject(EVP_PKEY_CTX_new(key.pointer, nil), releasedBy: EVP_PKEY_CTX_free),
            unsafe EVP_PKEY_public_check(check.pointer) == 1
        else { return nil }
        self.key = key
    }

    /// How many bits the modulus or the field has.
    var bitCount: Int { unsafe Int(EVP_PKEY_get_bits(key.pointer)) }

    /// Whether `signature`, in libcrypto's form (PKCS #1 v1.5 for RSA, DER for ECDSA), is the key's over the SHA-256 of
    /// `message`.
    func hasSigned(_ message: Span<UInt8>, with signature: [UInt8]) -> Bool {
        // What fails is left in a queue of the thread's own.
        defer { ERR_clear_error() }
        // Sound: the context was made here for its owner. libcrypto reads as many bytes as each buffer has, and keeps
        // neither pointer.
        guard !signature.isEmpty, let context = unsafe OpenSSLObject(EVP_MD_CTX_new(), releasedBy: EVP_MD_CTX_free),
            unsafe EVP_DigestVerifyInit(context.pointer, nil, EVP_sha256(), nil, key.pointer) == 1
        else { return false }
        return unsafe message.withUnsafeBufferPointer { message in
            unsafe EVP_DigestVerify(
                context.pointer,
                signature,
                signature.count,
                message.baseAddress,
                message.count
            ) == 1
        }
    }
}
