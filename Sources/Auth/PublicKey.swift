import COpenSSL

/// A public key of libcrypto that verifies signatures over SHA-256.
///
/// Unchecked because pointers are not `Sendable`. Sound, because a key is immutable, and libcrypto counts its
/// references and guards its caches for several threads.
@safe final class PublicKey: @unchecked Sendable {
    private let key: OpaquePointer

    /// The key in a SubjectPublicKeyInfo (RFC 5280 section 4.1); `nil` if there is none, or it is invalid, such as a
    /// point off its curve or a prime modulus.
    init?(subjectPublicKeyInfo bytes: [UInt8]) {
        defer { ERR_clear_error() }
        // Sound: `next` starts at the first of `bytes.count` bytes, and libcrypto copies what it needs of them.
        let decoded = unsafe bytes.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return unsafe d2i_PUBKEY(nil, &next, bytes.count)
        }
        guard let decoded = unsafe decoded else { return nil }
        // Freed by `deinit`, also if the check fails.
        unsafe key = decoded
        guard let check = unsafe EVP_PKEY_CTX_new(key, nil) else { return nil }
        defer { unsafe EVP_PKEY_CTX_free(check) }
        guard unsafe EVP_PKEY_public_check(check) == 1 else { return nil }
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The size of the modulus (RSA) or of the field (EC).
    var bitCount: Int { unsafe Int(EVP_PKEY_get_bits(key)) }

    /// - Parameter signature: In libcrypto's format, over the SHA-256: PKCS #1 v1.5 for RSA, DER for ECDSA.
    func hasSigned(_ message: Span<UInt8>, with signature: [UInt8]) -> Bool {
        // libcrypto leaves errors in a queue of the thread.
        defer { ERR_clear_error() }
        guard !signature.isEmpty, let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
        // Sound: libcrypto reads as many bytes as each buffer has, and keeps neither pointer.
        return unsafe message.withUnsafeBufferPointer { message in
            unsafe EVP_DigestVerify(context, signature, signature.count, message.baseAddress, message.count) == 1
        }
    }
}
