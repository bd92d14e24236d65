import COpenSSL

@testable import Auth

/// A libcrypto private key generated for the tests. Unchecked for the reason given at `PublicKey`.
@safe final class PrivateKey: @unchecked Sendable {
    private let key: OpaquePointer

    private init(_ type: String, _ configure: (OpaquePointer) -> Int32) {
        var generated: OpaquePointer?
        // Sound: the context is the generator's own, and the key has no other owner.
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, type, nil),
            unsafe EVP_PKEY_keygen_init(context) == 1, unsafe configure(context) == 1,
            unsafe EVP_PKEY_generate(context, &generated) == 1, let generated = unsafe generated
        else { preconditionFailure("libcrypto makes no \(type) key") }
        unsafe EVP_PKEY_CTX_free(context)
        unsafe key = generated
    }

    deinit { unsafe EVP_PKEY_free(key) }

    static func rsa(bits: Int32 = 2048) -> PrivateKey {
        unsafe PrivateKey("RSA") { unsafe EVP_PKEY_CTX_set_rsa_keygen_bits($0, bits) }
    }

    static func p256() -> PrivateKey {
        unsafe PrivateKey("EC") { unsafe EVP_PKEY_CTX_set_group_name($0, "P-256") }
    }

    /// The signature over the SHA-256 of `message`, in libcrypto's format.
    func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 512)
        var count = signature.count
        // Sound: libcrypto reads and writes no more than the counts say.
        guard let context = unsafe EVP_MD_CTX_new(),
            unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { preconditionFailure("libcrypto does not sign") }
        unsafe EVP_MD_CTX_free(context)
        return Array(signature.prefix(count))
    }

    /// The key's `n` or `e`, most significant byte first.
    func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1 else {
            preconditionFailure("the key has no \(name)")
        }
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: 512)
        // Sound: no number of a key in the tests is longer than 4096 bits.
        let count = unsafe BN_bn2bin(number, &bytes)
        return Array(bytes.prefix(Int(count)))
    }

    /// The public point, uncompressed: 4, x and y.
    var point: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65)
        var count = 0
        // Sound: libcrypto writes at most the given count.
        guard unsafe EVP_PKEY_get_octet_string_param(key, "pub", &bytes, bytes.count, &count) == 1, count == 65
        else { preconditionFailure("the key has no point") }
        return bytes
    }

    /// The public key as a SubjectPublicKeyInfo.
    var subjectPublicKeyInfo: [UInt8] {
        // Sound: libcrypto returns the count before it writes that many bytes.
        let count = unsafe i2d_PUBKEY(key, nil)
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, written in
            var next = bytes.baseAddress
            written = unsafe Int(i2d_PUBKEY(key, &next))
        }
    }
}
