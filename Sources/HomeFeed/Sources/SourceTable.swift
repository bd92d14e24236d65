import CheckedJSON

/// The sources that a config may name. To add one, write its file and add its line here.
enum SourceTable {
    static let kinds: [any Source.Type] = [
        LastSearchSource.self,
        RecommendationsSource.self,
        NearbySource.self,
        BrandsSource.self,
        ProductsSource.self,
        BannersSource.self,
        InfoCardSource.self,
        LoadMoreSource.self,
    ]

    /// Reads `{"kind": "nearby", …}`.
    static func source(reading value: CheckedValue) -> (any Source)? {
        value.object { object in
            let types = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind, $0) })
            guard let type = object.required("kind")?.word("source", among: types) else {
                object.ignoreOthers()
                return nil
            }
            return type.init(options: &object)
        }
    }
}
