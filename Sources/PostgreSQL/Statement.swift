/// A statement that is prepared once on each connection and then run by its name.
package struct Statement: Hashable, Sendable {
    /// What it is prepared as: no two statements have the same.
    package let name: String
    /// Its text, with `$1` and so on for its parameters.
    package let text: String

    /// A statement of this name and text.
    package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    /// The statement with values for its parameters, from the first on.
    package func callAsFunction(_ values: Value...) -> BoundStatement {
        BoundStatement(self, values)
    }
}

/// A statement, and the values that it is to be run with.
package struct BoundStatement: Sendable {
    let statement: Statement
    let values: [Value]

    /// The statement with these values for its parameters, from the first on.
    package init(_ statement: Statement, _ values: [Value]) {
        self.statement = statement
        self.values = values
    }
}
