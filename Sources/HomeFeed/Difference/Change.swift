/// A value in two homes.
public struct Change<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value in the first home.
    public let before: Value
    /// The value in the second home.
    public let after: Value

    public init(_ before: Value, _ after: Value) {
        self.before = before
        self.after = after
    }

    /// Whether the values differ.
    public var isDifferent: Bool { before != after }
}
