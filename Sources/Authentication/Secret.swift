import COpenSSL

/// A secret that signer and verifier share, for HMAC with SHA-256 (RFC 7518 section 3.2).
///
/// A class, so that no message that names one prints its bytes.
final class Secret: Sendable {
    /// A secret has to be as long as the hash at least, or it would be the weaker of the two.
    static let minimumLength = 32

    private static let codeLength = 32

    private let bytes: [UInt8]

    /// `nil` where there are fewer bytes than ``minimumLength``.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumLength else { return nil }
        self.bytes = bytes
    }

    /// Whether `code` is the authentication code of `message`; how long that takes says nothing of the right one.
    func authenticates(_ message: Span<UInt8>, with code: [UInt8]) -> Bool {
        var expected = [UInt8](repeating: 0, count: Self.codeLength)
        // Sound: libcrypto reads `bytes.count` and `message.count` bytes and writes the 32 that SHA-256 has into as
        // many; it keeps none of the pointers.
        let isComputed = unsafe message.withUnsafeBufferPointer { message in
            unsafe HMAC(EVP_sha256(), bytes, Int32(bytes.count), message.baseAddress, message.count, &expected, nil)
                != nil
        }
        return isComputed && expected.span.equalsInConstantTime(code.span)
    }
}
