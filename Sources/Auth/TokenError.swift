/// The reason why a request's token was rejected.
///
/// Raw values appear in logs and metrics. Clients see only ``challenge``.
public enum TokenError: String, Error, Hashable, Sendable, CaseIterable {
    case missing
    /// Not a JWT: not three parts in base64url, too long, invalid JSON, or a value of the wrong type.
    case malformed
    /// It requires an extension (`crit`, RFC 7515 section 4.1.11).
    case unknownExtension = "unknown_extension"
    /// Its key is unknown or ambiguous.
    case unknownKey = "unknown_key"
    case wrongAlgorithm = "wrong_algorithm"
    case badSignature = "bad_signature"
    case noExpiry = "no_expiry"
    case expired
    /// `nbf` or `iat` is in the future.
    case notYetValid = "not_yet_valid"
    case wrongIssuer = "wrong_issuer"
    case wrongAudience = "wrong_audience"
    case noSubject = "no_subject"

    /// `WWW-Authenticate` (RFC 6750 section 3): the same for all invalid tokens, to reveal nothing to attackers.
    public var challenge: String {
        switch self {
        case .missing: #"Bearer realm="hearth""#
        default: #"Bearer realm="hearth", error="invalid_token", error_description="The access token is not valid""#
        }
    }
}
