import Bytes

/// Signs the opaque tokens that clients send back, so that only tokens of processes with the same key are accepted:
/// HMAC-SHA-256 (RFC 2104), truncated to 128 bits.
struct TokenSigner: Sendable {
    private let secret: HMACKey

    /// The length of the authentication code at the end of each token, in bytes.
    private static let codeLength = 16

    /// Signs with `key`, at least 32 secret bytes; a shorter key is a programming error.
    init(key: [UInt8]) {
        guard let secret = HMACKey(key) else {
            preconditionFailure("a key of \(key.count) bytes is too short to sign with")
        }
        self.secret = secret
    }

    /// The payload and its authentication code, as base64url.
    /// - Parameters:
    ///   - context: Signed with the payload, but not part of the token: ``verify(_:for:maximumLength:)`` needs the
    ///     same. Different kinds of tokens need different contexts.
    ///   - capacity: The most bytes that `payload` writes.
    func sign(for context: [UInt8], capacity: Int, _ payload: (inout OutputSpan<UInt8>) -> Void) -> String {
        var message: [UInt8] = []
        message.reserveCapacity(context.count + capacity + Self.codeLength)
        message += context
        message.append(addingCapacity: capacity) { payload(&$0) }
        let code = secret.code(of: message.span)
        message.append(addingCapacity: Self.codeLength) {
            $0.append(copying: code.span.extracting(first: Self.codeLength))
        }
        return Base64URL.encode(message.span.extracting(context.count...))
    }

    /// The payload of a token that was signed for `context`; `nil` for other texts.
    /// - Parameter maximumLength: The longest text, in bytes.
    func verify(_ token: String, for context: [UInt8], maximumLength: Int) -> ArraySlice<UInt8>? {
        let characters = Array(token.utf8.prefix(maximumLength + 1))
        guard characters.count <= maximumLength, let bytes = Base64URL.decode(characters.span),
            bytes.count > Self.codeLength
        else { return nil }
        let payload = bytes.dropLast(Self.codeLength)
        let code = Array(bytes.suffix(Self.codeLength))
        let message = context + payload
        return secret.authenticates(message.span, with: code, length: Self.codeLength) ? payload : nil
    }
}
