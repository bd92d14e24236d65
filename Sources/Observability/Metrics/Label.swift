/// A dimension of a metric or a word of the log, with all the values that it can have. Known when the server starts, they
/// bound how many series there are; at a request, a value is named by its place among them.
public struct Label: Hashable, Sendable {
    /// What any value is called that is none of the others.
    public static let otherValue = "other"

    /// The name: a letter or `_`, then letters, digits or `_`.
    public let name: String
    /// The values; the last is ``otherValue``.
    public let values: [String]

    /// A label of the values, to which ``otherValue`` is added. It is a mistake of the program to name one twice.
    public init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values + [Self.otherValue]
        precondition(Set(self.values).count == self.values.count, "\(name): a value twice")
    }

    /// The place of ``otherValue``.
    public var other: Int { values.count - 1 }

    /// The place of `value`, or of ``otherValue``.
    public func index(of value: String) -> Int { values.firstIndex(of: value) ?? other }
}
