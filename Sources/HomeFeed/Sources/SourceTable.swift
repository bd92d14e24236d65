import Catalogue
import JSON

/// The sources that a config can name.
enum SourceTable {
    static let kinds: [any Source.Type] = [
        LastSearchSource.self,
        RecommendationsSource.self,
        SimilarSource.self,
        RecentlyViewedSource.self,
        NearbySource.self,
        NewestSource.self,
        PopularSource.self,
        BrandsSource.self,
        ItemsSource.self,
        BannersSource.self,
        InfoCardSource.self,
        LoadMoreSource.self,
    ]

    /// The sources by kind.
    static let byKind = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind, $0) })

    /// Reads `{"kind": "nearby", …}`.
    static func source(reading value: CheckedValue, _ kinds: KindTable) -> (any Source)? {
        value.object { object in
            object.sourceKind(among: byKind)?.init(options: &object, kinds)
        }
    }
}

extension CheckedObject {
    /// The source that the member `kind` names. If it names none, the object's other members are not checked.
    mutating func sourceKind<Kind>(among kinds: [String: Kind]) -> Kind? {
        if let kind = required("kind")?.choice("source", among: kinds) { return kind }
        ignoreUnknownMembers()
        return nil
    }
}
