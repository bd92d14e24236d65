import Catalogue
import JSON

/// Which items a source looks at: `"of": ["listing"], "filter": {"price": {"max": 9000}}, "sort": "-rating"`.
struct ItemQueryOptions: Sendable {
    /// The names of the kinds; empty for all.
    let kinds: [String]
    let filter: ItemFilter
    /// The order; `nil` for the source's own.
    let sort: ItemSortOption?
    /// Whether the source has an order that can be chosen.
    let isSorted: Bool

    /// Reads the options; `nil` where one is wrong.
    /// - Parameters:
    ///   - defaultKinds: the kinds where the config names none.
    ///   - isSorted: whether `sort` is one of the options.
    init?(
        _ options: inout CheckedObject,
        _ table: KindTable,
        defaultKinds: [String] = [],
        isSorted: Bool = true
    ) {
        let known = Dictionary(uniqueKeysWithValues: table.kinds.map { ($0.name, $0.name) })
        let kinds = options.value("of", default: defaultKinds) { value in
            if case .string = value.json { return value.choice("kind of item", among: known).map { [$0] } }
            return value.array(of: "kinds", 1...max(1, table.kinds.count)) { $0.choice("kind of item", among: known) }
        }
        guard let kinds else { return nil }
        self.kinds = kinds
        let chosen = table.kinds.filter { kinds.isEmpty || kinds.contains($0.name) }
        let filter = options.value("filter", default: ItemFilter()) { value in
            value.object { ItemFilter(reading: &$0, attributesOf: chosen) }
        }
        let sort = (isSorted ? options.optional("sort") : nil).map { ItemSortOption(reading: $0, attributesOf: chosen) }
        guard let filter else { return nil }
        if case .some(nil) = sort { return nil }
        self.filter = filter
        self.isSorted = isSorted
        self.sort = sort.flatMap { $0 }
    }

    /// The conditions on the items of a page; `nil` where no item can meet the source's filter and the client's.
    func filter(_ page: CandidatePage) -> ItemFilter? {
        guard let chosen = page.filter else { return filter }
        return filter.narrowed(by: chosen)
    }

    /// The items that a page asks for, and their order; `nil` where the order needs a place and the phone's is not known, or no item
    /// can meet the source's filter and the client's.
    func query(_ context: FeedContext, _ page: CandidatePage, default sort: ItemSort) -> ItemQuery? {
        let order = page.sort ?? self.sort?.sort(from: context.place) ?? (self.sort == nil ? sort : nil)
        guard let order, let filter = self.filter(page) else { return nil }
        return ItemQuery(kinds: kinds, filter: filter, sort: order, after: page.after)
    }
}

/// The order of a source's items, as a config or a client names it.
enum ItemSortOption: Hashable, Sendable {
    /// The nearest to the phone first.
    case distance
    /// An order that does not depend on the phone.
    case fixed(ItemSort)

    /// The order; `nil` where it needs the phone's place, which is not known.
    func sort(from place: Coordinate?) -> ItemSort? {
        switch self {
        case .distance: place.map { .distance(from: $0) }
        case .fixed(let sort): sort
        }
    }

    /// Reads `newest`, `arrival`, `price`, `-price`, `distance`, `popularity`, or a numeric attribute of one of the kinds, with `-`
    /// for the greatest first.
    init?(reading value: CheckedValue, attributesOf kinds: [Kind]) {
        guard let sort = value.choice("sort", among: Self.words(attributesOf: kinds)) else { return nil }
        self = sort
    }

    /// The words that name the orders of items of these kinds.
    static func words(attributesOf kinds: [Kind]) -> [String: ItemSortOption] {
        var words: [String: ItemSortOption] = [
            "newest": .fixed(.newest), "arrival": .fixed(.arrival), "price": .fixed(.price(.ascending)),
            "-price": .fixed(.price(.descending)), "distance": .distance, "popularity": .fixed(.popularity),
        ]
        for attribute in kinds.flatMap(\.attributes) where attribute.type.isNumeric && words[attribute.name] == nil {
            words[attribute.name] = .fixed(.attribute(attribute.name, .ascending))
            words["-" + attribute.name] = .fixed(.attribute(attribute.name, .descending))
        }
        return words
    }
}

extension AttributeType {
    /// Whether items can be sorted by it, and filtered by a range.
    var isNumeric: Bool {
        switch self {
        case .number, .money, .instant: true
        case .text, .flag: false
        }
    }
}
