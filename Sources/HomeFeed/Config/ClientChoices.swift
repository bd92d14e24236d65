import Bytes
import Catalogue
import JSON

/// The filters and orders that clients can select for a widget.
struct ClientChoices: Sendable {
    /// A filter that clients can switch on and off.
    struct Filter: Sendable {
        let id: String
        let title: String
        let filter: ItemFilter
        /// The revision of its filter in the config.
        let revision: Revision
    }

    /// An order that clients can select.
    struct Sort: Sendable {
        let id: String
        let title: String
        let sort: ItemSortOption
        /// The revision of its order in the config.
        let revision: Revision
    }

    let filters: [Filter]
    let sorts: [Sort]

    /// Whether clients have nothing to select.
    var isEmpty: Bool { filters.isEmpty && sorts.isEmpty }

    /// The most filters and the most orders of a widget.
    static let maximumCount = 16

    /// Reads the members `clientFilters` and `clientSorts` of a widget with these sources:
    ///
    ///     "clientFilters": [{"id": "cheap", "title": "Under $10", "filter": {"price": {"max": 1000}, "currency":
    ///     "USD"}}], "clientSorts": [{"id": "best", "title": "Best rated", "sort": "-rating"}]
    ///
    /// The widget must have exactly one source that is not fixed, and it must be an ``ItemSource``.
    init?(reading object: inout CheckedObject, of sources: [WidgetSource], _ table: KindTable) {
        let (filters, sorts) = (object.optional("clientFilters"), object.optional("clientSorts"))
        let loaded = sources.filter { !$0.isFixed }
        let source = loaded.count == 1 ? loaded[0].source as? any ItemSource : nil
        if let value = filters ?? sorts, source == nil {
            value.report("a client can filter and sort a widget of one source that takes a filter")
            return nil
        }
        if let sorts, let source, !type(of: source).isSortable {
            sorts.report("the source has an order of its own")
            return nil
        }
        let kinds = table.kinds.filter { kind in
            source.map { $0.options.kinds.isEmpty || $0.options.kinds.contains(kind.name) } ?? false
        }
        self.filters = filters.flatMap { Self.list($0, "filters") { Filter(reading: &$0, attributesOf: kinds) } } ?? []
        self.sorts = sorts.flatMap { Self.list($0, "sorts") { Sort(reading: &$0, attributesOf: kinds) } } ?? []
        filters?.reportRepeated(self.filters.map(\.id), "filter")
        sorts?.reportRepeated(self.sorts.map(\.id), "sort")
    }

    private static func list<Choice>(
        _ value: CheckedValue,
        _ name: String,
        _ read: (inout CheckedObject) -> Choice?
    ) -> [Choice]? {
        value.array(of: name, 1...maximumCount) { $0.object(read) }
    }
}

extension ClientChoices.Filter {
    fileprivate init?(reading object: inout CheckedObject, attributesOf kinds: [Kind]) {
        let id = object.required("id")?.choiceID()
        let title = object.required("title")?.text()
        let value = object.required("filter")
        let filter = value.flatMap { value in
            value.object { members -> ItemFilter? in
                let filter = ItemFilter(reading: &members, attributesOf: kinds)
                // The source's own area or collection could not be combined with another.
                if filter?.areaAndCollection != ItemFilter() {
                    value.report("a client's filter can name neither a place nor a collection")
                }
                return filter
            }
        }
        guard let id, let title, let value, let filter else { return nil }
        (self.id, self.title, self.filter) = (id, title, filter)
        revision = Revision { $0.combine(value.json) }
    }
}

extension ClientChoices.Sort {
    fileprivate init?(reading object: inout CheckedObject, attributesOf kinds: [Kind]) {
        let id = object.required("id")?.choiceID()
        let title = object.required("title")?.text()
        let value = object.required("sort")
        let sort = value.flatMap { ItemSortOption(reading: $0, attributesOf: kinds) }
        guard let id, let title, let value, let sort else { return nil }
        (self.id, self.title, self.sort) = (id, title, sort)
        revision = Revision { $0.combine(value.json) }
    }
}

extension CheckedValue {
    /// An id that the parameters `known` and `choices` can contain.
    func widgetID() -> String? {
        guard let id = identifier() else { return nil }
        return id.utf8.contains { ",:".utf8.contains($0) } ? mismatch("an id without ',' and ':'") : id
    }

    /// An id that a list separated by commas can contain.
    fileprivate func choiceID() -> String? {
        guard case .string(let text) = json, Kind.isValidName(text) else { return mismatch(Kind.nameExpectation) }
        return text
    }
}
