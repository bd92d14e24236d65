/// A defect of the program. It is never taken for a source that fails: the client is told that it is one.
public struct InternalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The condition that was expected not to occur.
    public let description: String

    /// A defect with this description.
    public init(_ description: String) {
        self.description = description
    }
}
