/// A mistake of the program. It is never taken for a source that fails: whoever asks is told that it is one.
public struct Defect: Error, Hashable, Sendable, CustomStringConvertible {
    /// What must not be, and is.
    public let description: String

    /// `description` must not be.
    public init(_ description: String) {
        self.description = description
    }
}
