import Catalogue
import JSON

/// The sources that a config may name. To add one, write its file and add its line here.
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

    /// The sources by the words that name them.
    static let byKind = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind, $0) })

    /// Reads `{"kind": "nearby", …}`.
    static func source(reading value: CheckedValue, _ kinds: KindTable) -> (any Source)? {
        value.object { object in
            object.sourceKind(among: byKind)?.init(options: &object, kinds)
        }
    }
}

extension CheckedObject {
    /// The source that the member `kind` names. If it names none, nothing more is reported of the object.
    mutating func sourceKind<Kind>(among kinds: [String: Kind]) -> Kind? {
        if let kind = required("kind")?.choice("source", among: kinds) { return kind }
        ignoreUnknownMembers()
        return nil
    }
}
