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
        let key = try keys.key(for: compact.header)
        guard key.hasSigned(token.text.utf8.span.extracting(..<compact.signedCount), with: compact.signature) else {
            throw .badSignature
        }
        let verified = try policy.check(Claims(parsing: compact.payload), at: now)
        cache.keep(token, verified)
        return verified
    }
}
