import COpenSSL

/// A public key of libcrypto that verifies signatures over SHA-256.
///
/// Unchecked because pointers are not `Sendable`. Sound, because a key is immutable, and libcrypto counts its
/// references and guards its caches for several threads.
final class PublicKey: @unchecked Sendable {
    private let key: OpenSSLObject

    /// The key in a SubjectPublicKeyInfo (RFC 5280 section 4.1); `nil` if there is none, or it is invalid, such as a
    /// point off its curve or a prime modulus.
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

    /// The size of the modulus (RSA) or of the field (EC).
    var bitCount: Int { unsafe Int(EVP_PKEY_get_bits(key.pointer)) }

    /// - Parameter signature: In libcrypto's format, over the SHA-256: PKCS #1 v1.5 for RSA, DER for ECDSA.
    func hasSigned(_ message: Span<UInt8>, with signature: [UInt8]) -> Bool {
        // libcrypto leaves errors in a queue of the thread.
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

@safe struct OpenSSLObject: ~Copyable {
    /// Valid as long as the owner lives. Users keep the owner alive.
    @unsafe let pointer: OpaquePointer
    @unsafe private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes ownership of `pointer`, which `release` frees.
    @unsafe init?(_ pointer: OpaquePointer?, releasedBy release: @escaping @convention(c) (OpaquePointer?) -> Void) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
        unsafe self.release = release
    }

    deinit { unsafe release(pointer) }
}
