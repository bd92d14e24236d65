import CheckedJSON

/// What a token says of its signature (RFC 7515 section 4.1). Keys that a token brings or points to (`jwk`, `jku`,
/// `x5c`, `x5u`) are never looked at.
struct TokenHeader {
    /// Its `alg`.
    let algorithm: Algorithm
    /// Its `kid`.
    let keyName: String?

    /// - Throws: ``TokenError/malformed``, ``TokenError/unknownExtension`` or ``TokenError/wrongAlgorithm``.
    init(parsing bytes: [UInt8]) throws(TokenError) {
        let members = try TokenMembers(parsing: bytes)
        guard members["crit"] == nil else { throw .unknownExtension }
        guard let name = try members.text("alg") else { throw .malformed }
        guard let algorithm = Algorithm(rawValue: name) else { throw .wrongAlgorithm }
        self.algorithm = algorithm
        keyName = try members.text("kid")
    }
}
