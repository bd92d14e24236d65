/// A statement that each connection prepares once and then runs by its name, with the values of its parameters.
package struct Statement: Hashable, Sendable {
    /// What it is prepared as: a hash of the text.
    let name: String
    /// Its text, with `$1` and so on for its parameters.
    let text: String
    /// The values of its parameters, from the first on.
    private(set) var values: [Value]

    /// A statement of this text.
    package init(_ text: String, _ values: [Value] = []) {
        name = "hearth_\(String(UInt(bitPattern: text.hashValue), radix: 36))"
        self.text = text
        self.values = values
    }

    /// The statement with these values for its parameters, from the first on.
    package func callAsFunction(_ values: Value...) -> Statement {
        var statement = self
        statement.values = values
        return statement
    }
}

extension Statement: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}
