/// Why a request's token was not accepted.
///
/// The cases are for logs and metrics, each by its raw value; whoever asked is told no more than ``challenge``.
public enum TokenError: String, Error, Hashable, Sendable, CaseIterable {
    /// The request has no bearer token.
    case missing
    /// It is no JWT: not three parts in base64url, too long, no JSON, or a value of the wrong type.
    case malformed
    /// It needs an extension (`crit`, RFC 7515 section 4.1.11), and none is known here.
    case unknownExtension = "unknown_extension"
    /// Its key is not among those known, or cannot be told from another.
    case unknownKey = "unknown_key"
    /// Its algorithm is not that of the key.
    case wrongAlgorithm = "wrong_algorithm"
    /// The signature is not that of the key.
    case badSignature = "bad_signature"
    /// It says nothing of when it expires.
    case noExpiry = "no_expiry"
    /// It has expired.
    case expired
    /// It is not valid yet, or was issued in the future.
    case notYetValid = "not_yet_valid"
    /// It comes from somebody else, or does not say from whom.
    case wrongIssuer = "wrong_issuer"
    /// It is meant for somebody else, or does not say for whom.
    case wrongAudience = "wrong_audience"
    /// It says nothing of whom it is about.
    case noSubject = "no_subject"

    /// The value of `WWW-Authenticate` in the 401 that answers (RFC 6750 section 3): the same for all that is wrong with
    /// a token, so that nobody learns from it how to make a better one.
    public var challenge: String {
        switch self {
        case .missing: #"Bearer realm="hearth""#
        default: #"Bearer realm="hearth", error="invalid_token", error_description="The access token is not valid""#
        }
    }
}
