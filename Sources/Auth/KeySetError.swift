import Bytes
import JSON

/// Why a file's keys cannot be used. No case says anything of a secret but its length.
public enum KeySetError: Error, Hashable, Sendable {
    /// The secret has fewer bytes than the 32 that HS256 needs.
    case shortSecret(length: Int)
    /// The JWK Set is no JSON: what is wrong and where.
    case malformed(String)
    /// It is JSON, but no JWK Set with a key to verify with: what was expected, by its path.
    case unexpected(ValidationErrors)

    /// What is wrong, for a person to read.
    public var message: String {
        switch self {
        case .shortSecret(let length):
            "the secret has \(length) bytes: expected at least \(HMACKey.minimumLength)"
        case .malformed(let reason): "the keys are not JSON: \(reason)"
        case .unexpected(let errors): errors.all.map(\.description).joined(separator: "; ")
        }
    }
}
