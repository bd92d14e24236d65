import Bytes
import Catalogue

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
    /// same: no token replaces one of another kind, segment or user.
    func message(of kind: StaticString, segment: String, user: UserID?) -> HMACKey.Message {
        var message = secret.message
        let beginning = [UInt8](capacity: 64 + segment.utf8.count) {
            $0.append(kind)
            // A byte that no segment contains.
            $0.append(UInt8(0))
            $0.append(copying: segment.utf8.span)
            $0.append(UInt8(0))
        }
        message.add(beginning.span)
        if let user { message.add(user.rawValue.utf8.span) }
        return message
    }

    /// Appends the payload and its authentication code as base64url.
    /// - Parameter capacity: The most bytes that `payload` writes.
    func sign(
        for message: HMACKey.Message,
        to text: inout [UInt8],
        capacity: Int,
        _ payload: (inout OutputSpan<UInt8>) -> Void
    ) {
        // Sound: the span ends before its buffer, whose bytes are trivial.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + Self.codeLength) { buffer in
            var token = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            payload(&token)
            var message = message
            message.add(token.span)
            token.append(copying: secret.code(of: message).span.extracting(first: Self.codeLength))
            text.append(addingCapacity: Base64URL.length(of: token.count)) { Base64URL.encode(token.span, to: &$0) }
        }
    }

    /// `nil` unless `token` was signed for `message` and has at most `maximumLength` bytes.
    func verify(_ token: String, for message: HMACKey.Message, maximumLength: Int) -> ArraySlice<UInt8>? {
        let characters = Array(token.utf8.prefix(maximumLength + 1))
        guard characters.count <= maximumLength, let bytes = Base64URL.decode(characters.span),
            bytes.count > Self.codeLength
        else { return nil }
        let payload = bytes.dropLast(Self.codeLength)
        var message = message
        message.add(payload.span)
        let code = secret.code(of: message).span.extracting(first: Self.codeLength)
        return code.equalsInConstantTime(bytes.span.extracting(last: Self.codeLength)) ? payload : nil
    }
}
