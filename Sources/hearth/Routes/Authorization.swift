import Auth
import Catalogue
import Foundation
import Glibc
import HTTPServer
import JSON

/// Who may ask for what.
enum Authorization: Sendable {
    /// Anybody, for anybody's home.
    case open
    /// Who has a token, for the home of the token's subject.
    case tokens(TokenVerifier)

    /// Whether nobody is answered without a token.
    var asksForTokens: Bool {
        if case .tokens = self { true } else { false }
    }

    /// The user whom the request's token is about, to be known before anything else of the request is looked at: no other client learns
    /// what would be wrong with it.
    /// - Returns: `nil` where none is needed.
    /// - Throws: 401 without a token that counts.
    func principal(of request: Request) throws(TokenError) -> UserID? {
        guard case .tokens(let verifier) = self else { return nil }
        let token = try BearerToken(authorization: request.field("authorization"))
        let verified = try verifier.verify(token, at: Int64(time(nil)))
        // A subject that is no valid user id has no home.
        guard let id = UserID(verified.subject) else { throw .noSubject }
        return id
    }

    /// The user to answer for.
    /// - Parameters:
    ///   - named: the one that the request names; where it names none, it is for the principal.
    ///   - principal: as ``principal(of:)`` returned it.
    /// - Throws: 403 for another's.
    static func user(_ named: UserID?, for principal: UserID?) throws(ErrorResponse) -> UserID? {
        guard let principal else { return named }
        guard named == nil || named == principal else { throw .forbidden }
        return principal
    }
}

extension Authorization {
    /// Reads `{"kind": "none"}` or `{"kind": "jwt", "jwks": "keys.json", "issuer": "…", "audience": "…", "leeway": 30}`,
    /// with `secret` in place of `jwks` where the file is the secret of HS256 itself.
    init?(reading value: CheckedValue, _ files: ConfigFiles) {
        let access = value.object { object -> Authorization? in
            switch object.required("kind")?.choice("kind of auth", among: ["none": false, "jwt": true]) {
            case nil:
                object.ignoreUnknownMembers()
                return nil
            case false:
                return .open
            case true:
                return Self.tokens(reading: &object, files)
            }
        }
        guard let access else { return nil }
        self = access
    }

    private static func tokens(reading object: inout CheckedObject, _ files: ConfigFiles) -> Authorization? {
        let jwks = object.optional("jwks")
        let secret = object.optional("secret")
        let issuer = object.optional("issuer").map { $0.nonEmptyString() }
        let audience = object.optional("audience").map { $0.nonEmptyString() }
        let leeway = object.value("leeway", default: TokenPolicy.defaultLeeway) { $0.integer(in: TokenPolicy.leeways) }
        guard let file = jwks ?? secret, jwks == nil || secret == nil else {
            object.report("expected either \"jwks\" or \"secret\", the file of the keys")
            return nil
        }
        guard let keys = file.keys(files, isSecret: jwks == nil), let leeway else { return nil }
        let policy = TokenPolicy(
            issuer: issuer.flatMap { $0 },
            audience: audience.flatMap { $0 },
            leeway: leeway
        )
        return .tokens(TokenVerifier(keys: keys, policy: policy))
    }
}

extension CheckedValue {
    /// The keys in the file that is named here.
    fileprivate func keys(_ files: ConfigFiles, isSecret: Bool) -> KeySet? {
        guard let bytes = file(files) else { return nil }
        do {
            return try isSecret ? KeySet(secret: bytes) : KeySet(jwks: bytes)
        } catch {
            report("\(string() ?? ""): \(error.message)")
            return nil
        }
    }
}
