/// What a token claims (RFC 7519 section 4.1); times in seconds since 1970.
struct Claims {
    let subject: Subject?
    let issuer: String?
    let audience: [String]?
    let expiry: Int64?
    let notBefore, issuedAt: Int64?

    /// - Throws: ``TokenError/malformed`` where it is no JSON object, or a claim is not of its type.
    init(parsing bytes: [UInt8]) throws(TokenError) {
        let members = try TokenMembers(parsing: bytes)
        subject = try members.text("sub").flatMap(Subject.init)
        issuer = try members.text("iss")
        audience = try members.texts("aud")
        // A fraction of a second shortens the time that the token is good for.
        expiry = try members.date("exp", rounded: .down)
        notBefore = try members.date("nbf", rounded: .up)
        issuedAt = try members.date("iat", rounded: .up)
    }
}
