/// A brand of items.
public struct Brand: Hashable, Sendable {
    /// An ``Identifier``, unique among brands: `comme-des-garcons`.
    public var id: String
    /// The name as the brand writes it: `Comme des Garçons`.
    public var name: String

    /// The brand `id`, called `name`.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
