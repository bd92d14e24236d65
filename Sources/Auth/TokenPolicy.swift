/// What a token has to claim, beyond a subject and a time at which it expires.
public struct TokenPolicy: Hashable, Sendable {
    /// By how many seconds another's clock may differ from this one, where nothing else is said.
    public static let defaultLeeway: Int64 = 30
    /// How many seconds that may be.
    public static let leeways: ClosedRange<Int64> = 0...300

    /// Who has to have issued it; `nil`: anyone whose key is known.
    public let issuer: String?
    /// Whom it has to be meant for; `nil`: nobody in particular, so that a token that names somebody is refused
    /// (RFC 7519 section 4.1.3).
    public let audience: String?
    /// How many seconds after its end, and before its beginning, it is accepted: within ``leeways``.
    public let leeway: Int64

    /// The policy with these expectations.
    public init(issuer: String?, audience: String?, leeway: Int64 = defaultLeeway) {
        precondition(Self.leeways.contains(leeway), "a leeway of \(leeway) seconds")
        self.issuer = issuer
        self.audience = audience
        self.leeway = leeway
    }

    /// What is known once `claims` (RFC 7519 section 4.1), whose signature is good, meet the policy at `now`.
    /// - Throws: ``TokenError``, before all others ``TokenError/malformed`` where a claim is not of its type.
    func check(_ claims: TokenMembers, at now: Int64) throws(TokenError) -> VerifiedToken {
        let (subject, claimedIssuer) = (try claims.text("sub"), try claims.text("iss"))
        let claimedAudience = try claims.texts("aud")
        // A fraction of a second shortens the time that the token is good for.
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
        return VerifiedToken(subject: subject, expiry: expiry, validity: start..<end)
    }

    private func isMeant(for claimed: [String]?) -> Bool {
        guard let audience else { return claimed == nil }
        return claimed?.contains { $0.isIdentical(to: audience) } ?? false
    }
}
