import JSON

/// A request's body that cannot be used.
public enum BodyError: Error, Hashable, Sendable {
    /// It is no JSON: what is wrong and where.
    case malformed(String)
    /// It is JSON, but not what was expected.
    case unexpected(ValidationErrors)

    /// What is wrong, for a person to read.
    public var message: String {
        switch self {
        case .malformed(let reason): "the body is not JSON: \(reason)"
        case .unexpected(let errors): errors.all.map(\.description).joined(separator: "; ")
        }
    }

    static func reading<Value>(
        _ body: some Sequence<UInt8>,
        _ read: (CheckedValue) -> Value?
    ) throws(BodyError) -> Value {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body)
        } catch {
            throw .malformed(error.reason)
        }
        do {
            return try CheckedValue.read(json, read)
        } catch {
            throw .unexpected(error)
        }
    }
}
