import COpenSSL

/// A secret key for HMAC with SHA-256 (RFC 2104, RFC 7518 section 3.2).
///
/// Both hash states after the key are kept and copied for each message. libcrypto's SHA-256 cannot fail; its HMAC takes
/// twice as long for short messages. A class, so that string interpolation cannot print the key.
public final class HMACKey: Sendable {
    /// In bytes: the length of the hash.
    public static let minimumLength = 32

    private static let blockLength = 64

    private let inner, outer: SHA256_CTX

    /// `nil` for keys shorter than ``minimumLength``.
    public convenience init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumLength else { return nil }
        self.init(key: bytes)
    }

    /// A key of any length.
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

    /// A message to authenticate, given in parts.
    public struct Message: Sendable {
        fileprivate var hash: SHA256_CTX

        public mutating func add(_ bytes: Span<UInt8>) { HMACKey.add(bytes, to: &hash) }
    }

    public var message: Message { Message(hash: inner) }

    /// - Parameter message: Begun by this key.
    public func code(of message: Message) -> [32 of UInt8] {
        let digest = Self.end(message.hash)
        var hash = outer
        Self.add(digest.span, to: &hash)
        return Self.end(hash)
    }

    public func code(of bytes: Span<UInt8>) -> [32 of UInt8] {
        var message = message
        message.add(bytes)
        return code(of: message)
    }

    /// In constant time. The code may be truncated to `length` bytes.
    public func authenticates(_ message: Span<UInt8>, with code: [UInt8], length: Int = 32) -> Bool {
        self.code(of: message).span.extracting(first: length).equalsInConstantTime(code.span)
    }

    private static func beginning(with bytes: [UInt8]) -> SHA256_CTX {
        var hash = SHA256_CTX()
        // Sound: the state is a local variable; libcrypto keeps no pointer to it.
        unsafe SHA256_Init(&hash)
        add(bytes.span, to: &hash)
        return hash
    }

    private static func add(_ bytes: Span<UInt8>, to hash: inout SHA256_CTX) {
        // Sound: libcrypto reads `bytes.count` bytes and keeps no pointer.
        _ = unsafe bytes.withUnsafeBytes { unsafe SHA256_Update(&hash, $0.baseAddress, $0.count) }
    }

    private static func end(_ hash: SHA256_CTX) -> [32 of UInt8] {
        var hash = hash
        return InlineArray { digest in
            // Sound: libcrypto writes 32 bytes into an array of 32.
            unsafe digest.withUnsafeMutableBufferPointer { digest, count in
                unsafe SHA256_Final(digest.baseAddress, &hash)
                count = minimumLength
            }
        }
    }
}

extension Span<UInt8> {
    /// Takes a time that depends only on the number of bytes.
    public func equalsInConstantTime(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // Sound: both hold `count` bytes, and the pointers are not kept.
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { others in
                unsafe CRYPTO_memcmp(bytes.baseAddress, others.baseAddress, bytes.count) == 0
            }
        }
    }
}
