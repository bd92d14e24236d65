import COpenSSL

/// A secret that those who seal and those who open share, for HMAC with SHA-256 (RFC 2104, RFC 7518 section 3.2).
///
/// A class, so that no message that names one prints its bytes.
public final class Secret: Sendable {
    /// A secret has to be as long as the hash at least, or it would be the weaker of the two.
    public static let minimumLength = 32

    private static let codeLength = 32

    private let bytes: [UInt8]

    /// `nil` where there are fewer bytes than ``minimumLength``.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumLength else { return nil }
        self.bytes = bytes
    }

    /// The authentication code of `message`: 32 bytes.
    public func code(of message: Span<UInt8>) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Self.codeLength)
        // Sound: libcrypto reads `bytes.count` and `message.count` bytes and writes the 32 that SHA-256 has into as
        // many; it keeps none of the pointers.
        let isComputed = unsafe message.withUnsafeBufferPointer { message in
            unsafe HMAC(EVP_sha256(), bytes, Int32(bytes.count), message.baseAddress, message.count, &code, nil) != nil
        }
        // SHA-256 is in every build of libcrypto, and there is nothing else that it could refuse.
        precondition(isComputed, "HMAC with SHA-256")
        return code
    }

    /// Whether `code` is the authentication code of `message`, or the beginning of one that is `length` bytes long; how
    /// long that takes says nothing of the right one.
    public func authenticates(_ message: Span<UInt8>, with code: [UInt8], length: Int = 32) -> Bool {
        Array(self.code(of: message).prefix(length)).span.equalsInConstantTime(code.span)
    }
}
