/// How alike an item's type is to the preferred ones: 1 for one of them, ½ for one of the same family (houses; flats), else 0.
struct TypeLikeness {
    private static let families: [[String]] = [
        ["house", "townhouse"], ["apartment", "studio", "duplex", "penthouse"],
    ]

    private let types: [String]
    /// Those of the same families.
    private let related: [String]

    /// The likeness to any of `types`; neutral where there is none.
    init(_ types: [String]) {
        self.types = types
        related = Self.families.filter { family in types.contains(where: family.contains) }.flatMap { $0 }
    }

    /// How alike `type` is; neutral where there is none.
    func likeness(of type: String?) -> Double {
        guard let type, !types.isEmpty else { return Likeness.neutral }
        if types.contains(type) { return 1 }
        return related.contains(type) ? 0.5 : 0
    }
}
