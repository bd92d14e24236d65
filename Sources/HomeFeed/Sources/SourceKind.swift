import Catalogue
import JSON
import Recommendations

/// A kind of source that a config can name.
struct SourceKind: Sendable {
    /// Such as `lastSearch`. Tokens contain it, which are written without allocating memory.
    let name: StaticString
    /// Reads the options beside `kind`.
    let read: @Sendable (inout CheckedObject, ConfigScope) -> any Source

    /// A source whose only options are those of ``ItemQueryOptions``.
    private static func items(
        _ name: StaticString,
        of kinds: [String] = [],
        isSortable: Bool = true,
        _ source: @escaping @Sendable (ItemQueryOptions) -> any Source
    ) -> SourceKind {
        SourceKind(name: name) { object, scope in
            source(ItemQueryOptions(reading: &object, scope.kinds, of: kinds, isSortable: isSortable))
        }
    }

    static let all: [SourceKind] = [
        SourceKind(name: "lastSearch") { _, _ in LastSearchSource() },
        SourceKind(name: "recommendations") { RecommendationsSource(reading: &$0, $1) },
        .items("similar", isSortable: false) { SimilarSource(options: $0) },
        .items("recentlyViewed", isSortable: false) { UserItemsSource(options: $0) { $0.rows(of: $0.record.opened) } },
        .items("saved", isSortable: false) { UserItemsSource(options: $0) { $0.rows(of: $0.record.saved) } },
        .items("priceDrops", isSortable: false) { UserItemsSource(options: $0) { $0.changes?.priceDrops.map(\.row) } },
        .items("backInStock", isSortable: false) { UserItemsSource(options: $0) { $0.changes?.restocked } },
        .items("unseen", of: ["listing"], isSortable: false) { AreaSource(options: $0, isUnseen: true) },
        SourceKind(name: "nearby") { NearbySource(reading: &$0, $1) },
        .items("newest", of: ["listing"]) { AreaSource(options: $0) },
        SourceKind(name: "popular") { AreaSource(popular: &$0, $1) },
        .items("trending", of: ["listing"], isSortable: false) { AreaSource(options: $0, openings: .trending) },
        SourceKind(name: "brands") { _, _ in BrandsSource() },
        .items("items") { ItemsSource(options: $0) },
        SourceKind(name: "banners") { CardsSource(banners: &$0, $1) },
        SourceKind(name: "infoCard") { CardsSource(.infoCard, reading: &$0, $1) },
        SourceKind(name: "loadMore") { CardsSource(.loadMore, reading: &$0, $1) },
    ]

    static let names = all.map { "\($0.name)" }

    static let literals = all.map(\.name)

    static let banners = names.firstIndex(of: "banners")
}

extension CheckedObject {
    /// - Returns: One of ``SourceKind/names`` or `others`. Without it, the object's other members are not checked.
    mutating func sourceKind(or others: String...) -> String? {
        if let kind = required("kind")?.choice("source", among: SourceKind.names + others) { return kind }
        ignoreUnknownMembers()
        return nil
    }
}
