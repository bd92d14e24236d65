/// The algorithms that a token may be signed with (RFC 7518 section 3.1).
enum Algorithm: String, CaseIterable {
    case hs256 = "HS256"
    case rs256 = "RS256"
    case es256 = "ES256"

    /// The `kty` of its keys (RFC 7518 section 6.1); no two algorithms share one, so that a key has one algorithm.
    var keyType: String {
        switch self {
        case .hs256: "oct"
        case .rs256: "RSA"
        case .es256: "EC"
        }
    }
}
