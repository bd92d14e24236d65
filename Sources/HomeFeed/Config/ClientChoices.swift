import Bytes
import Catalogue
import JSON

/// The filters and orders that clients can select for a widget.
struct ClientChoices: Sendable {
    struct Choice<Value: Sendable>: Sendable {
        let id: String
        let title: String
        let value: Value
        /// Of the value alone, without the title.
        let revision: Revision
    }

    typealias Filter = Choice<ItemFilter>
    typealias Sort = Choice<ItemSortOption>

    let filters: [Filter]
    let sorts: [Sort]

    var isEmpty: Bool { filters.isEmpty && sorts.isEmpty }

    /// Of filters, and of orders.
    static let maximumCount = 16

    /// Reads the members `clientFilters` and `clientSorts` of a widget with these sources:
    ///
    ///     "clientFilters": [{"id": "cheap", "title": "Under $10", "filter": {"price": {"max": 1000}, "currency":
    ///     "USD"}}], "clientSorts": [{"id": "best", "title": "Best rated", "sort": "-rating"}]
    ///
    /// The widget must have exactly one source that is not fixed, and it must be an ``ItemSource``.
    init(reading object: inout CheckedObject, of sources: [WidgetSource], _ table: KindTable) {
        let (filters, sorts) = (object.optional("clientFilters"), object.optional("clientSorts"))
        let loaded = sources.filter { !$0.isStatic }
        guard loaded.count == 1, let source = loaded[0].source as? any ItemSource else {
            (filters ?? sorts)?.report("a client can filter and sort a widget of one source that takes a filter")
            (self.filters, self.sorts) = ([], [])
            return
        }
        if !source.options.isSortable { sorts?.report("the source has an order of its own") }
        let kinds = table.kinds(named: source.options.kinds)
        self.filters = Self.choices(filters, "filter") { $0.chipFilter(kinds) }
        self.sorts = Self.choices(sorts, "sort") {
            $0.choice("sort", among: ItemSortOption.byName(attributesOf: kinds))
        }
    }

    private static func choices<Value>(
        _ list: CheckedValue?,
        _ member: String,
        _ read: (CheckedValue) -> Value?
    ) -> [Choice<Value>] {
        let choices = list?.array(of: "\(member)s", 1...maximumCount) {
            $0.object { Choice(reading: &$0, member, read) }
        }
        list?.reportRepeated((choices ?? []).map(\.id), member)
        return choices ?? []
    }
}

extension ClientChoices.Choice {
    fileprivate init?(reading object: inout CheckedObject, _ member: String, _ read: (CheckedValue) -> Value?) {
        // A list separated by commas can contain it.
        id = object.required("id")?.parsed({ Kind.isValidName($0) ? $0 : nil }, Kind.nameExpectation) ?? ""
        title = object.required("title")?.text() ?? ""
        guard let json = object.required(member), let value = read(json) else { return nil }
        self.value = value
        revision = Revision { $0.combine(json.json) }
    }
}

extension CheckedValue {
    /// The source's own area or collection could not be combined with another.
    fileprivate func chipFilter(_ kinds: [Kind]) -> ItemFilter? {
        let filter = object { ItemFilter(reading: &$0, attributesOf: kinds) }
        if let filter, filter.place != nil || filter.collection != nil {
            report("a client's filter can name neither a place nor a collection")
        }
        return filter
    }

    /// An id that the parameters `known` and `choices` can contain.
    func widgetID() -> String? {
        guard let id = identifier() else { return nil }
        return id.utf8.contains { ",:".utf8.contains($0) } ? mismatch("an id without ',' and ':'") : id
    }
}
