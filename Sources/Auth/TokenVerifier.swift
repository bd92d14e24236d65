/// Tells whom a token is about, if it is one to believe: a JWT (RFC 7519), signed with HS256, RS256 or ES256 by a known
/// key, that meets a policy.
public final class TokenVerifier: Sendable {
    private let keys: KeySet
    private let policy: TokenPolicy
    private let cache = TokenCache()

    /// A verifier for tokens that are signed with one of `keys` and meet `policy`.
    public init(keys: KeySet, policy: TokenPolicy) {
        self.keys = keys
        self.policy = policy
    }

    /// Verifies `token` at `now`, in seconds since 1970.
    /// - Throws: ``TokenError`` saying what is wrong; nothing of the claims is looked at before the signature is good.
    public func verify(_ token: BearerToken, at now: Int64) throws(TokenError) -> VerifiedToken {
        if let known = cache.verified(token, at: now) { return known }
        let compact = try CompactToken(token)
        let key = try keys.key(for: compact)
        guard key.hasSigned(token.text.utf8.span.extracting(..<compact.signedCount), with: compact.signature) else {
            throw .badSignature
        }
        let verified = try policy.check(TokenMembers(parsing: compact.payload), at: now)
        cache.keep(token, verified)
        return verified
    }
}

/// What a token says that was accepted.
public struct VerifiedToken: Hashable, Sendable {
    /// The user: the claim `sub`, at least one character, as the token's issuer wrote it.
    public let subject: String
    /// When it expires, in seconds since 1970.
    public let expiry: Int64

    /// The seconds at which it is accepted, leeway included.
    let validity: Range<Int64>
}
