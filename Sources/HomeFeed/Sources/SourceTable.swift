import Catalogue
import JSON

/// The sources that a config can name.
enum SourceTable {
    static let kinds: [any Source.Type] = [
        LastSearchSource.self,
        RecommendationsSource.self,
        SimilarSource.self,
        RecentlyViewedSource.self,
        SavedSource.self,
        PriceDropsSource.self,
        BackInStockSource.self,
        UnseenSource.self,
        NearbySource.self,
        NewestSource.self,
        PopularSource.self,
        TrendingSource.self,
        BrandsSource.self,
        ItemsSource.self,
        BannersSource.self,
        InfoCardSource.self,
        LoadMoreSource.self,
    ]

    static let names = kinds.map { "\($0.kind)" }

    static let byName = Dictionary(uniqueKeysWithValues: zip(names, kinds))

    /// For tokens, which are written without allocating memory.
    static let literals: [StaticString] = kinds.map { $0.kind }

    static let bannersKind = kinds.firstIndex { $0 == BannersSource.self }

    /// An index in ``kinds``.
    static func index(of source: any Source) -> Int {
        let id = ObjectIdentifier(type(of: source))
        guard let index = kinds.firstIndex(where: { ObjectIdentifier($0) == id }) else {
            preconditionFailure("\(source) is not in the table")
        }
        return index
    }
}

extension CheckedObject {
    /// Without a known `kind`, the object's other members are not checked.
    mutating func sourceKind<Kind>(among kinds: [String: Kind]) -> Kind? {
        if let kind = required("kind")?.choice("source", among: kinds) { return kind }
        ignoreUnknownMembers()
        return nil
    }
}
