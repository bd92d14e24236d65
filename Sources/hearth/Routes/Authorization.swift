import Auth
import Catalogue
import HTTPServer
import JSON

/// Restricts access to homes and user records: the config's `auth`.
enum Authorization: Sendable {
    /// Every client may read, change and delete every user's record. These hosts are answered besides loopback ones.
    case open(hosts: [HostName] = [])
    /// A client needs a token, and gets only the home of the token's subject.
    case tokens(TokenVerifier)

    var requiresTokens: Bool {
        if case .tokens = self { true } else { false }
    }

    var keyNames: [String] {
        if case .tokens(let verifier) = self { verifier.keys.names } else { [] }
    }

    /// Check the token before anything else of the request, so that clients without a token see no other errors.
    /// - Returns: `nil` if no token is required.
    /// - Throws: An error (401) without a valid token.
    func principal(of request: Request) throws(TokenError) -> UserID? {
        guard case .tokens(let verifier) = self else { return nil }
        let token = try BearerToken(authorization: request.field("authorization"))
        let verified = try verifier.verify(token, at: Instant.now().seconds)
        guard let id = UserID(verified.subject) else { throw .noSubject }
        return id
    }

    /// - Parameter principal: The result of ``principal(of:)``, which is also the default user.
    /// - Throws: An error (403) if another user is named.
    static func user(_ named: UserID?, for principal: UserID?) throws(ErrorResponse) -> UserID? {
        guard let principal else { return named }
        guard named == nil || named == principal else { throw .forbidden }
        return principal
    }
}

extension Authorization {
    /// Reads `{"kind": "none", "hosts": ["hearth.test"]}` or `{"kind": "jwt", "jwks": "keys.json", "issuer": "…", "audience": "…", "leeway":
    /// 30}`.
    /// `secret` instead of `jwks` names the file of an HS256 secret.
    init?(reading value: CheckedValue, _ reader: ConfigReader) {
        let access = value.object { object -> Authorization? in
            switch object.required("kind")?.choice("kind of auth", among: ["none": false, "jwt": true]) {
            case nil:
                object.ignoreUnknownMembers()
                return nil
            case false:
                return .open(hosts: object.optional("hosts")?.hosts() ?? [])
            case true:
                return Self.tokens(reading: &object, reader)
            }
        }
        guard let access else { return nil }
        self = access
    }

    private static func tokens(reading object: inout CheckedObject, _ reader: ConfigReader) -> Authorization? {
        let jwks = object.optional("jwks")
        let secret = object.optional("secret")
        let issuer = object.optional("issuer")?.nonEmptyString()
        let audience = object.optional("audience")?.nonEmptyString()
        let leeway = object.optional("leeway")?.integer(in: TokenPolicy.leeways) ?? TokenPolicy.defaultLeeway
        guard let file = jwks ?? secret, jwks == nil || secret == nil else {
            object.report("expected either \"jwks\" or \"secret\", the file of the keys")
            return nil
        }
        guard let keys = file.keys(reader, isSecret: jwks == nil) else { return nil }
        let policy = TokenPolicy(issuer: issuer, audience: audience, leeway: leeway)
        return .tokens(TokenVerifier(keys: keys, policy: policy))
    }
}

extension CheckedValue {
    fileprivate func hosts() -> [HostName]? {
        array(of: "hosts", 0...100) { element in
            guard let text = element.string(), let host = HostName(text) else {
                return element.mismatch(HostName.expectation)
            }
            return host
        }
    }

    fileprivate func keys(_ reader: ConfigReader, isSecret: Bool) -> KeySet? {
        guard let bytes = file(reader) else { return nil }
        do {
            return try isSecret ? KeySet(secret: bytes) : KeySet(jwks: bytes)
        } catch {
            report("\(string() ?? ""): \(error.message)")
            return nil
        }
    }
}
