/// A secret that those who seal and those who open share, for HMAC with SHA-256 (RFC 2104, RFC 7518 section 3.2).
///
/// A class, so that no message that names one prints its bytes.
public final class Secret: Sendable {
    /// A secret has to be as long as the hash at least, or it would be the weaker of the two.
    public static let minimumLength = 32

    private let hash: KeyedHash

    /// `nil` where there are fewer bytes than ``minimumLength``.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumLength else { return nil }
        hash = KeyedHash(key: bytes)
    }

    /// The authentication code of `message`.
    public func code(of message: Span<UInt8>) -> [32 of UInt8] {
        hash.code(of: message)
    }

    /// Whether `code` is the authentication code of `message`, or the beginning of one that is `length` bytes long; how
    /// long that takes says nothing of the right one.
    public func authenticates(_ message: Span<UInt8>, with code: [UInt8], length: Int = 32) -> Bool {
        self.code(of: message).span.extracting(first: length).equalsInConstantTime(code.span)
    }
}
