import CheckedJSON

/// The sources that a config may name. To add one, write its file and add its line here.
enum SourceTable {
    private static let all: [any Source.Type] = [
        LastSearchSource.self,
        RecommendationsSource.self,
        NearbySource.self,
        BrandsSource.self,
        ProductsSource.self,
        BannersSource.self,
        InfoCardSource.self,
        LoadMoreSource.self,
    ]

    /// The sources by their kinds.
    static let kinds = Dictionary(uniqueKeysWithValues: all.map { ($0.kind, $0) })

    /// Reads `{"kind": "nearby", …}`.
    static func source(reading value: CheckedValue) -> (any Source)? {
        value.object { object in
            object.kind(among: kinds)?.init(options: &object)
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
