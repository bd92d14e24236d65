import COpenSSL

/// A secret that those who seal and those who open share, for HMAC with SHA-256 (RFC 2104, RFC 7518 section 3.2).
///
/// The key is worked through once: what both hashes make of it is kept, and each message begins with a copy. It is made of
/// libcrypto's own SHA-256, which cannot fail, since its HMAC takes twice as long for a short message.
///
/// A class, so that no message that names one prints its bytes.
public final class HMACKey: Sendable {
    /// A secret has to be as long as the hash at least, or it would be the weaker of the two.
    public static let minimumLength = 32

    private static let blockLength = 64

    /// Begins with the key.
    private let inner, outer: SHA256_CTX

    /// `nil` where there are fewer bytes than ``minimumLength``.
    public convenience init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumLength else { return nil }
        self.init(key: bytes)
    }

    /// A secret of any length.
    init(key: [UInt8]) {
        var block = [UInt8](repeating: 0, count: Self.blockLength)
        if key.count <= Self.blockLength {
            block.replaceSubrange(0..<key.count, with: key)
        } else {
            let digest = Self.end(Self.beginning(with: key))
            for index in digest.indices { block[index] = digest[index] }
        }
        inner = Self.beginning(with: block.map { $0 ^ 0x36 })
        outer = Self.beginning(with: block.map { $0 ^ 0x5c })
    }

    /// The authentication code of `message`.
    public func code(of message: Span<UInt8>) -> [32 of UInt8] {
        var hash = inner
        Self.add(message, to: &hash)
        let digest = Self.end(hash)
        hash = outer
        Self.add(digest.span, to: &hash)
        return Self.end(hash)
    }

    /// Whether `code` is the authentication code of `message`, or the beginning of one that is `length` bytes long; how
    /// long that takes says nothing of the right one.
    public func authenticates(_ message: Span<UInt8>, with code: [UInt8], length: Int = 32) -> Bool {
        self.code(of: message).span.extracting(first: length).equalsInConstantTime(code.span)
    }

    private static func beginning(with bytes: [UInt8]) -> SHA256_CTX {
        var hash = SHA256_CTX()
        // Sound: the state is a local variable, of which libcrypto keeps no pointer.
        unsafe SHA256_Init(&hash)
        add(bytes.span, to: &hash)
        return hash
    }

    private static func add(_ bytes: Span<UInt8>, to hash: inout SHA256_CTX) {
        // Sound: libcrypto reads `bytes.count` bytes, and keeps no pointer.
        _ = unsafe bytes.withUnsafeBytes { unsafe SHA256_Update(&hash, $0.baseAddress, $0.count) }
    }

    private static func end(_ hash: SHA256_CTX) -> [32 of UInt8] {
        var hash = hash
        return InlineArray { digest in
            // Sound: libcrypto writes 32 bytes, for which there is room.
            unsafe digest.withUnsafeMutableBufferPointer { digest, count in
                unsafe SHA256_Final(digest.baseAddress, &hash)
                count = minimumLength
            }
        }
    }
}
