import Bytes

/// The parts of a token in the compact serialization (RFC 7515 section 7.1), decoded.
///
/// Keys that a token brings or points to (`jwk`, `jku`, `x5c`, `x5u`) are never looked at.
struct CompactToken {
    /// The header's `alg`.
    let algorithm: Algorithm
    /// The header's `kid`.
    let keyName: String?
    /// The claims' JSON; nothing to rely on before the signature is verified.
    let payload: [UInt8]
    let signature: [UInt8]
    /// How many of the token's bytes, from the first, the signature covers.
    let signedCount: Int

    /// - Throws: ``TokenError/malformed`` where there are not three parts in base64url or the first is no header,
    ///   ``TokenError/unknownExtension`` or ``TokenError/wrongAlgorithm``.
    init(_ token: BearerToken) throws(TokenError) {
        let bytes = token.text.utf8.span
        var dots: [Int] = []
        for index in bytes.indices where bytes[index] == UInt8(ascii: ".") { dots.append(index) }
        guard dots.count == 2, let header = Base64URL.decode(bytes.extracting(..<dots[0])),
            let payload = Base64URL.decode(bytes.extracting(dots[0] + 1..<dots[1])),
            let signature = Base64URL.decode(bytes.extracting((dots[1] + 1)...))
        else { throw .malformed }
        let members = try TokenMembers(parsing: header)
        guard members["crit"] == nil else { throw .unknownExtension }
        guard let name = try members.text("alg") else { throw .malformed }
        guard let algorithm = Algorithm(rawValue: name) else { throw .wrongAlgorithm }
        self.algorithm = algorithm
        keyName = try members.text("kid")
        self.payload = payload
        self.signature = signature
        signedCount = dots[1]
    }
}
