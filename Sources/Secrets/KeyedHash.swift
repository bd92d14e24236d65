import COpenSSL

/// HMAC with SHA-256 under one key, which libcrypto has made ready.
///
/// Safe to use: the context is made and freed here, and nobody else ever has it.
@safe struct KeyedHash: ~Copyable {
    private static let codeLength = 32

    private let context: OpaquePointer

    init(key: [UInt8]) {
        // Sound: libcrypto copies the key and the name, and the context goes with this value, which alone has it.
        unsafe context = Self.context(key)
    }

    deinit {
        // Sound: nobody else has it.
        unsafe EVP_MAC_CTX_free(context)
    }

    /// The authentication code of `message`: 32 bytes.
    mutating func code(of message: Span<UInt8>) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Self.codeLength)
        var length = 0
        // Sound: libcrypto reads `message.count` bytes and writes no more than the array has; it keeps no pointer.
        let isComputed = unsafe message.withUnsafeBufferPointer { message in
            unsafe EVP_MAC_init(context, nil, 0, nil) == 1
                && EVP_MAC_update(context, message.baseAddress, message.count) == 1
                && EVP_MAC_final(context, &code, &length, code.count) == 1
        }
        precondition(isComputed && length == Self.codeLength, "HMAC with SHA-256")
        return code
    }

    private static func context(_ key: [UInt8]) -> OpaquePointer {
        let algorithm = unsafe EVP_MAC_fetch(nil, "HMAC", nil)
        let made = unsafe EVP_MAC_CTX_new(algorithm)
        unsafe EVP_MAC_free(algorithm)
        // HMAC and SHA-256 are in every build of libcrypto, and there is nothing else that it could refuse.
        guard let context = unsafe made else { preconditionFailure("HMAC") }
        var digest = Array("SHA256".utf8CString)
        let isReady = unsafe digest.withUnsafeMutableBufferPointer { digest in
            var parameters = unsafe [
                OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.baseAddress, 0),
                OSSL_PARAM_construct_end(),
            ]
            return unsafe EVP_MAC_init(context, key, key.count, &parameters) == 1
        }
        precondition(isReady, "HMAC with SHA-256")
        return unsafe context
    }
}
