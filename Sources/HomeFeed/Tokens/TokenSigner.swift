import Bytes

/// Signs the opaque tokens that clients send back, so that only tokens of processes with the same key are accepted:
/// HMAC-SHA-256 (RFC 2104), truncated to 128 bits.
struct TokenSigner: Sendable {
    private let secret: HMACKey

    /// The length of the authentication code at the end of each token, in bytes.
    private static let codeLength = 16

    /// - Parameter key: At least 32 secret bytes; a shorter key is a programming error.
    init(key: [UInt8]) {
        guard let secret = HMACKey(key) else {
            preconditionFailure("a key of \(key.count) bytes is too short to sign with")
        }
        self.secret = secret
    }

    /// The beginning of the signed message, which is not part of the token. ``verify(_:for:maximumLength:)`` needs the
    /// same. Different kinds of tokens need different contexts.
    func context(_ bytes: [UInt8]) -> HMACKey.Message {
        var context = secret.message
        context.add(bytes.span)
        return context
    }

    /// Appends the payload and its authentication code as base64url.
    /// - Parameter capacity: The most bytes that `payload` writes.
    func sign(
        for context: HMACKey.Message,
        to text: inout [UInt8],
        capacity: Int,
        _ payload: (inout OutputSpan<UInt8>) -> Void
    ) {
        // Sound: the span ends before its buffer, whose bytes are trivial.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + Self.codeLength) { buffer in
            var token = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            payload(&token)
            var message = context
            message.add(token.span)
            token.append(copying: secret.code(of: message).span.extracting(first: Self.codeLength))
            text.append(addingCapacity: Base64URL.length(of: token.count)) { Base64URL.encode(token.span, to: &$0) }
        }
    }

    /// `nil` unless `token` was signed for `context` and has at most `maximumLength` bytes.
    func verify(_ token: String, for context: HMACKey.Message, maximumLength: Int) -> ArraySlice<UInt8>? {
        let characters = Array(token.utf8.prefix(maximumLength + 1))
        guard characters.count <= maximumLength, let bytes = Base64URL.decode(characters.span),
            bytes.count > Self.codeLength
        else { return nil }
        let payload = bytes.dropLast(Self.codeLength)
        var message = context
        message.add(payload.span)
        let code = secret.code(of: message).span.extracting(first: Self.codeLength)
        return code.equalsInConstantTime(bytes.span.extracting(last: Self.codeLength)) ? payload : nil
    }
}
