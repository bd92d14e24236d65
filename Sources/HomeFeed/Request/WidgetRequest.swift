import Catalogue

/// A request for one widget of a home: the parameters of `GET /home/widgets/{id}` in addition to those of the home.
public struct WidgetRequest: Hashable, Sendable {
    public var id: String
    /// The cursor of a page; `nil` for the first page.
    public var cursor: String?
    /// The client's newest `shown` token for the segment: those items are left out.
    public var shown: String?
    /// The item that the widget is about, `kind:id`.
    public var item: String?
    /// The ids of the selected filters, separated by commas.
    public var filter: String?
    /// The id of the selected order; empty for the widget's own.
    public var sort: String?

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

/// The client's selection for a widget: the item that it is about, filters and an order.
struct ClientChoice: Sendable {
    /// The item that the widget is about.
    private(set) var item: CatalogueItem.ID?
    /// The ids of the filters, in the config's order.
    private(set) var filters: [String] = []
    /// The id of the order.
    private(set) var sortID: String?
    /// All filters combined; `nil` if they exclude each other.
    private(set) var filter: ItemFilter? = ItemFilter()
    private(set) var sort: ItemSortOption?
    /// Whether the request has `filter` or `sort`, even if empty: the response replaces the widget's items.
    private(set) var isMade = false
    /// The choice as URL parameters: `item=listing:7&filter=cheap,open&sort=best&`.
    private(set) var query: [UInt8] = []

    static let none = ClientChoice()

    private init() {}

    /// The choice of a request.
    /// - Throws: ``ParameterError`` if the widget does not offer it.
    init(_ request: WidgetRequest, of widget: WidgetConfig) throws(ParameterError) {
        if let text = request.item {
            guard let item = CatalogueItem.ID(text) else {
                throw .invalid("item", "an item such as \"listing:7129300520\"", found: text)
            }
            self.item = item
        }
        let chosen = (request.filter ?? "").split(separator: ",").map(String.init)
        for id in chosen {
            guard widget.choices.filters.contains(where: { $0.id == id }) else {
                throw Self.unknown("filter", id, among: widget.choices.filters.map(\.id))
            }
        }
        for choice in widget.choices.filters where chosen.contains(choice.id) { add(choice) }
        if let id = request.sort, !id.isEmpty {
            guard let choice = widget.choices.sorts.first(where: { $0.id == id }) else {
                throw Self.unknown("sort", id, among: widget.choices.sorts.map(\.id))
            }
            (sortID, sort) = (choice.id, choice.value)
        }
        isMade = request.filter != nil || request.sort != nil
        query = makeQuery()
    }

    /// The choice of these chips, without those that the widget does not offer any more.
    init(of ids: [String], in widget: WidgetConfig) {
        for choice in widget.choices.filters where ids.contains(choice.id) { add(choice) }
        if let choice = widget.choices.sorts.first(where: { ids.contains($0.id) }) {
            (sortID, sort) = (choice.id, choice.value)
        }
        isMade = !filters.isEmpty || sortID != nil
        query = makeQuery()
    }

    /// The choice with one filter switched on or off.
    func toggling(_ choice: ClientChoices.Filter, of widget: WidgetConfig) -> ClientChoice {
        var toggled = ClientChoice()
        (toggled.item, toggled.sortID, toggled.sort, toggled.isMade) = (item, sortID, sort, true)
        for other in widget.choices.filters where filters.contains(other.id) != (other.id == choice.id) {
            toggled.add(other)
        }
        toggled.query = toggled.makeQuery()
        return toggled
    }

    /// The choice with this order, or with the widget's own if it was selected.
    func toggling(_ choice: ClientChoices.Sort) -> ClientChoice {
        var toggled = self
        (toggled.sortID, toggled.sort) = choice.id == sortID ? (nil, nil) : (choice.id, choice.value)
        toggled.isMade = true
        toggled.query = toggled.makeQuery()
        return toggled
    }

    private mutating func add(_ choice: ClientChoices.Filter) {
        filters.append(choice.id)
        filter = filter?.narrowed(by: choice.value)
    }

    private func makeQuery() -> [UInt8] {
        var url = URLBuilder()
        if let item {
            url.append("item=")
            url.append(encoding: item.description)
            url.append("&")
        }
        if isMade {
            url.append("filter=")
            url.append(encoded: filters.joined(separator: ","))
            url.append("&")
        }
        if let sortID {
            url.append("sort=")
            url.append(encoded: sortID)
            url.append("&")
        }
        return url.bytes
    }

    private static func unknown(_ parameter: String, _ id: String, among known: [String]) -> ParameterError {
        let expectation = known.isEmpty ? "nothing: the widget offers none" : "one of \(known.joined(separator: ", "))"
        return .invalid(parameter, expectation, found: id)
    }
}
