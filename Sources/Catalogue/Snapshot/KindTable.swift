/// The kinds of item that a catalogue has.
public struct KindTable: Hashable, Sendable {
    /// The kinds, sorted by name.
    public let kinds: [Kind]
    /// The attributes of each kind, sorted by name.
    private let attributes: [[Attribute]]

    /// A table of these kinds; of several with one name the last counts.
    public init(_ kinds: [Kind]) {
        let byName = Dictionary(kinds.map { ($0.name, $0) }) { $1 }
        self.kinds = byName.values.sorted { $0.name < $1.name }
        attributes = self.kinds.map { $0.attributes.sorted { $0.name < $1.name } }
    }

    /// The number of the kind `name`, or `nil`.
    package func code(of name: String) -> Int? { kinds.indices.first { kinds[$0].name == name } }

    /// The number of the kind whose name these bytes are, or `nil`.
    func code(of name: Span<UInt8>) -> Int? {
        for code in kinds.indices where kinds[code].name.utf8.span.isEqual(to: name) { return code }
        return nil
    }

    /// The attributes of a kind, sorted by name, which is the order of its columns.
    func sortedAttributes(of code: Int) -> [Attribute] { attributes[code] }

    /// The kind called `name`, or `nil`.
    public subscript(name: String) -> Kind? { kinds.first { $0.name == name } }
}
