import CheckedJSON

/// The sources that a config may name. To add one, write its file and add its line here.
enum SourceTable {
    static let kinds: [any Source.Type] = [
        LastSearchSource.self,
        RecommendationsSource.self,
        NearbySource.self,
        NewestSource.self,
        PopularSource.self,
        BrandsSource.self,
        ProductsSource.self,
        BannersSource.self,
        InfoCardSource.self,
        LoadMoreSource.self,
    ]

    /// The same by the words that name them.
    static let byKind = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind, $0) })

    /// Reads `{"kind": "nearby", …}`.
    static func source(reading value: CheckedValue) -> (any Source)? {
        value.object { object in
            object.kind(among: byKind)?.init(options: &object)
        }
    }
}

extension CheckedObject {
    /// What the member `kind` stands for. Where it stands for nothing, no more is said of the object.
    mutating func kind<Kind>(among kinds: [String: Kind]) -> Kind? {
        if let kind = required("kind")?.word("source", among: kinds) { return kind }
        ignoreOthers()
        return nil
    }
}
