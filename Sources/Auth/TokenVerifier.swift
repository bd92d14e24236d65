import Bytes
import Synchronization

/// Verifies JWTs (RFC 7519) that a known key signed with HS256, RS256 or ES256.
public final class TokenVerifier: Sendable {
    package let keys: KeySet
    private let policy: TokenPolicy
    /// Verified tokens by their seeded hash: a lookup is 50 to 100 times as fast as verifying a signature. Clients
    /// without valid tokens cannot evict others.
    private let cache = Mutex(LRUCache<Int, (text: String, verified: VerifiedToken)>(capacity: cacheCapacity))

    /// At most 32 MiB, if each token has the maximum length.
    private static let cacheCapacity = 4096

    public init(keys: KeySet, policy: TokenPolicy) {
        self.keys = keys
        self.policy = policy
    }

    /// Verifies the signature, then the claims.
    /// - Parameter now: In Unix seconds.
    public func verify(_ token: BearerToken, at now: Int64) throws(TokenError) -> VerifiedToken {
        let hash = token.text.hashValue
        let cached = cache.withLock { $0.value(for: hash) }
        if let cached, cached.verified.validity.contains(now),
            cached.text.utf8.span.equalsInConstantTime(token.text.utf8.span)
        {
            return cached.verified
        }
        let compact = try CompactToken(token)
        let key = try keys.key(for: compact)
        guard key.hasSigned(token.text.utf8.span.extracting(..<compact.signedCount), with: compact.signature) else {
            throw .badSignature
        }
        let verified = try policy.check(TokenMembers(parsing: compact.payload), at: now)
        cache.withLock { $0.insert((token.text, verified), for: hash) }
        return verified
    }
}

public struct VerifiedToken: Hashable, Sendable {
    /// The user: the claim `sub`, not empty.
    public let subject: String
    /// In Unix seconds, including the leeway.
    let validity: Range<Int64>
}

/// The required claims besides the subject and the expiry.
public struct TokenPolicy: Hashable, Sendable {
    /// In seconds.
    public static let defaultLeeway: Int64 = 30
    public static let leeways: ClosedRange<Int64> = 0...300

    /// `nil` accepts any issuer whose key is known.
    public let issuer: String?
    /// `nil` accepts only tokens without audience (RFC 7519 section 4.1.3).
    public let audience: String?
    /// In seconds.
    public let leeway: Int64

    /// The leeway must be one of ``leeways``.
    public init(issuer: String?, audience: String?, leeway: Int64 = defaultLeeway) {
        precondition(Self.leeways.contains(leeway), "a leeway of \(leeway) seconds")
        self.issuer = issuer
        self.audience = audience
        self.leeway = leeway
    }

    /// Checks claims (RFC 7519 section 4.1), after the signature.
    /// - Throws: ``TokenError``; ``TokenError/malformed`` takes precedence.
    func check(_ claims: TokenMembers, at now: Int64) throws(TokenError) -> VerifiedToken {
        let (subject, claimedIssuer) = (try claims.text("sub"), try claims.text("iss"))
        let claimedAudience = try claims.texts("aud")
        // Fractions of a second shorten the validity.
        let expiry = try claims.date("exp", rounded: .down)
        let (notBefore, issuedAt) = (try claims.date("nbf", rounded: .up), try claims.date("iat", rounded: .up))
        guard let expiry else { throw .noExpiry }
        let end = expiry + leeway
        let start = max(notBefore ?? 0, issuedAt ?? 0) - leeway
        guard now < end else { throw .expired }
        guard now >= start else { throw .notYetValid }
        if let issuer {
            guard let claimedIssuer, claimedIssuer.isIdentical(to: issuer) else { throw .wrongIssuer }
        }
        guard isMeant(for: claimedAudience) else { throw .wrongAudience }
        guard let subject, !subject.isEmpty else { throw .noSubject }
        return VerifiedToken(subject: subject, validity: start..<end)
    }

    private func isMeant(for claimed: [String]?) -> Bool {
        guard let audience else { return claimed == nil }
        return claimed?.contains { $0.isIdentical(to: audience) } ?? false
    }
}
