// How values stand in the columns of every engine.

extension SearchCriteria {
    /// The types as bits, one for the code of each; 0 for any.
    package var typeBits: Int { types.reduce(0) { $0 | 1 << $1.code } }
}

extension Set<ListingType> {
    /// The types of these ``SearchCriteria/typeBits``; `nil` where a bit stands for none.
    package init?(typeBits bits: Int) {
        self.init(ListingType.allCases.filter { bits & 1 << $0.code != 0 })
        guard reduce(0, { $0 | 1 << $1.code }) == bits else { return nil }
    }
}

extension Product {
    /// The product, with each of its collections once: where it stands first.
    package var withEachCollectionOnce: Product {
        var product = self
        var seen: Set<String> = []
        product.collections.removeAll { !seen.insert($0).inserted }
        return product
    }
}

extension ItemID.Kind {
    /// The number that stands for the kind where it is kept what was opened.
    package var code: Int {
        switch self {
        case .listing: 0
        case .product: 1
        }
    }
}

/// What a row of feedback is about; the number in its column.
package enum FeedbackKind: Int {
    case listing = 0
    case product = 1
    case search = 2

    /// What tells that an item of this kind was opened.
    package init(_ kind: ItemID.Kind) {
        switch kind {
        case .listing: self = .listing
        case .product: self = .product
        }
    }
}
