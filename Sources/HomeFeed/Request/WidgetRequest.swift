import Bytes
import Catalogue

/// A request for one widget of a home: the parameters of `GET /home/widgets/{id}` in addition to those of the home.
public struct WidgetRequest: Hashable, Sendable {
    public var id: String
    /// `nil` for the first page.
    public var cursor: String?
    /// The client's newest `shown` token for the segment: those items are left out.
    public var shown: String?
    /// The item that the widget is about, `kind:id`.
    public var item: String?
    /// The ids of the selected filters, separated by commas.
    public var filter: String?
    /// The id of the selected order; empty for the widget's own.
    public var sort: String?
}

extension WidgetRequest {
    /// - Parameter value: The parameter of this name.
    public init(id: String, value: (_ name: String) -> String?) {
        self.init(
            id: id,
            cursor: value("cursor"),
            shown: value("shown"),
            item: value("item"),
            filter: value("filter"),
            sort: value("sort")
        )
    }
}

/// The client's selection for a widget: an item, filters and an order. A class, because every stage passes it on.
final class ClientChoice: Sendable {
    let item: CatalogueItem.ID?
    /// In the config's order.
    let filters: [String]
    private let order: ClientChoices.Sort?
    /// All filters combined; `nil` if they exclude each other.
    let filter: ItemFilter?
    /// Whether the request has `filter` or `sort`, even if empty: the response replaces the widget's items.
    let isMade: Bool
    /// The choice as URL parameters: `item=listing:7&filter=cheap,open&sort=best&`.
    let query: [UInt8]

    static let none = ClientChoice(item: nil, [], nil, isMade: false)

    private init(
        item: CatalogueItem.ID?,
        _ filters: [ClientChoices.Filter],
        _ order: ClientChoices.Sort?,
        isMade: Bool
    ) {
        self.item = item
        self.filters = filters.map(\.id)
        self.order = order
        filter = filters.reduce(ItemFilter()) { $0?.narrowed(by: $1.value) }
        self.isMade = isMade
        var query: [UInt8] = []
        func add(_ name: StaticString, _ value: String) {
            query.append(addingCapacity: name.utf8CodeUnitCount + value.utf8.count + 1) {
                $0.append(name)
                $0.append(copying: value.utf8.span)
                $0.append("&")
            }
        }
        if let item { add("item=", item.description.percentEncoded) }
        if isMade { add("filter=", self.filters.joined(separator: ",")) }
        if let order { add("sort=", order.id) }
        self.query = query
    }

    var sortID: String? { order?.id }

    var sort: ItemSortOption? { order?.value }

    /// - Throws: ``ParameterError`` if the widget does not offer it.
    convenience init(_ request: WidgetRequest, of widget: WidgetConfig) throws(ParameterError) {
        let item = request.item.flatMap { CatalogueItem.ID($0) }
        if item == nil, let text = request.item {
            throw .invalid("item", "an item such as \"listing:7129300520\"", found: text)
        }
        let filters = (request.filter ?? "").split(separator: ",").map(String.init)
        let sort = request.sort.flatMap { $0.isEmpty ? nil : $0 }
        try Self.check("filter", filters, among: widget.choices.filters.map(\.id))
        try Self.check("sort", sort.map { [$0] } ?? [], among: widget.choices.sorts.map(\.id))
        self.init(
            item: item,
            widget.choices.filters.filter { filters.contains($0.id) },
            widget.choices.sorts.first { $0.id == sort },
            isMade: request.filter != nil || request.sort != nil
        )
    }

    /// Leaves out chips that the widget no longer offers.
    convenience init(of ids: [String], in widget: WidgetConfig) {
        let filters = widget.choices.filters.filter { ids.contains($0.id) }
        let order = widget.choices.sorts.first { ids.contains($0.id) }
        self.init(item: nil, filters, order, isMade: !filters.isEmpty || order != nil)
    }

    func toggling(_ choice: ClientChoices.Filter, of widget: WidgetConfig) -> ClientChoice {
        let filters = widget.choices.filters.filter { self.filters.contains($0.id) != ($0.id == choice.id) }
        return ClientChoice(item: item, filters, order, isMade: true)
    }

    /// Returns to the widget's own order if this one was selected.
    func toggling(_ choice: ClientChoices.Sort, of widget: WidgetConfig) -> ClientChoice {
        let filters = widget.choices.filters.filter { self.filters.contains($0.id) }
        return ClientChoice(item: item, filters, choice.id == sortID ? nil : choice, isMade: true)
    }

    private static func check(_ parameter: String, _ ids: [String], among known: [String]) throws(ParameterError) {
        guard let id = ids.first(where: { !known.contains($0) }) else { return }
        let expectation = known.isEmpty ? "nothing: the widget offers none" : "one of \(known.joined(separator: ", "))"
        throw .invalid(parameter, expectation, found: id)
    }
}
