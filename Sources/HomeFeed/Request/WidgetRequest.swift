import Catalogue

/// A request for one widget of a home: the parameters of `GET /home/widgets/{id}` beside those of the home.
public struct WidgetRequest: Hashable, Sendable {
    /// The widget's id.
    public var id: String
    /// The cursor of a page; `nil` for the first page.
    public var cursor: String?
    /// The newest `shown` token that the client has for the segment: the widget has none of those items.
    public var shown: String?
    /// The item that similar ones are wanted to, `kind:id`.
    public var item: String?
    /// The ids of the widget's filters that are switched on, with commas between them.
    public var filter: String?
    /// The id of the widget's order that is chosen; empty for its own.
    public var sort: String?

    /// A request for the widget `id` with these parameters.
    public init(
        id: String,
        cursor: String? = nil,
        shown: String? = nil,
        item: String? = nil,
        filter: String? = nil,
        sort: String? = nil
    ) {
        self.id = id
        self.cursor = cursor
        self.shown = shown
        self.item = item
        self.filter = filter
        self.sort = sort
    }
}

/// What the client of a widget has chosen: the item that it is about, filters and an order.
struct ClientChoice: Sendable {
    /// The item that similar ones are wanted to.
    private(set) var item: CatalogueItem.ID?
    /// The ids of the filters, in the config's order.
    private(set) var filters: [String] = []
    /// The id of the order.
    private(set) var sortID: String?
    /// The conditions of all filters; `nil` where no item can meet them.
    private(set) var filter: ItemFilter? = ItemFilter()
    /// The order.
    private(set) var sort: ItemSortOption?
    /// Whether the request names filters or an order, if only to switch them off: it replaces the items that the widget shows.
    private(set) var isMade = false
    /// The choice as parameters: `item=listing:7&filter=cheap,open&sort=best&`.
    private(set) var query: [UInt8] = []

    /// Nothing is chosen.
    static let none = ClientChoice()

    private init() {}

    /// The choice of a request for a widget.
    /// - Throws: ``ParameterError`` where the widget does not offer it.
    init(_ request: WidgetRequest, of widget: WidgetConfig) throws(ParameterError) {
        if let text = request.item {
            guard let item = CatalogueItem.ID(text) else {
                throw .invalid("item", "an item such as \"listing:7129300520\"", found: text)
            }
            self.item = item
        }
        for id in (request.filter ?? "").split(separator: ",") {
            guard widget.choices.filters.contains(where: { $0.id == id }) else {
                throw Self.unknown("filter", String(id), among: widget.choices.filters.map(\.id))
            }
        }
        let chosen = Set((request.filter ?? "").split(separator: ",").map(String.init))
        for choice in widget.choices.filters where chosen.contains(choice.id) { add(choice) }
        if let id = request.sort, !id.isEmpty {
            guard let choice = widget.choices.sorts.first(where: { $0.id == id }) else {
                throw Self.unknown("sort", id, among: widget.choices.sorts.map(\.id))
            }
            (sortID, sort) = (choice.id, choice.sort)
        }
        isMade = request.filter != nil || request.sort != nil
        query = makeQuery()
    }

    /// The same choice with the filter switched on, or off where it was on.
    func toggling(_ choice: ClientChoices.Filter, of widget: WidgetConfig) -> ClientChoice {
        var toggled = ClientChoice()
        (toggled.item, toggled.sortID, toggled.sort, toggled.isMade) = (item, sortID, sort, true)
        for other in widget.choices.filters where filters.contains(other.id) != (other.id == choice.id) {
            toggled.add(other)
        }
        toggled.query = toggled.makeQuery()
        return toggled
    }

    /// The same choice with this order, or with the widget's own where it was chosen.
    func toggling(_ choice: ClientChoices.Sort) -> ClientChoice {
        var toggled = self
        (toggled.sortID, toggled.sort) = choice.id == sortID ? (nil, nil) : (choice.id, choice.sort)
        toggled.isMade = true
        toggled.query = toggled.makeQuery()
        return toggled
    }

    private mutating func add(_ choice: ClientChoices.Filter) {
        filters.append(choice.id)
        filter = filter?.narrowed(by: choice.filter)
    }

    private func makeQuery() -> [UInt8] {
        var address = URLBuilder()
        if let item {
            address.append("item=")
            address.append(encoding: item.description)
            address.append("&")
        }
        if isMade {
            address.append("filter=")
            address.append(encoded: filters.joined(separator: ","))
            address.append("&")
        }
        if let sortID {
            address.append("sort=")
            address.append(encoded: sortID)
            address.append("&")
        }
        return address.bytes
    }

    private static func unknown(_ parameter: String, _ id: String, among known: [String]) -> ParameterError {
        let expectation = known.isEmpty ? "nothing: the widget offers none" : "one of \(known.joined(separator: ", "))"
        return .invalid(parameter, expectation, found: id)
    }
}
