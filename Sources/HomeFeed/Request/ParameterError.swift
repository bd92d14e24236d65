/// A parameter of a request that cannot be used: which one, and what was expected.
public struct ParameterError: Error, Hashable, Sendable {
    /// What is wrong with it.
    public enum Problem: Sendable {
        /// It is required and not there.
        case missing
        /// Its value is not what was expected.
        case invalid
    }

    /// What is wrong with it.
    public let problem: Problem
    /// The parameter's name.
    public let parameter: String
    /// What was expected and what was found, for a person to read.
    public let message: String

    static func missing(_ parameter: String, _ expectation: String) -> Self {
        Self(problem: .missing, parameter: parameter, message: "\(parameter) is missing: expected \(expectation)")
    }

    static func invalid(_ parameter: String, _ expectation: String, found value: String) -> Self {
        let shown = value.count > 40 ? "\(value.prefix(40))…" : value
        return Self(
            problem: .invalid,
            parameter: parameter,
            message: "\(parameter) is \"\(shown)\": expected \(expectation)"
        )
    }
}
