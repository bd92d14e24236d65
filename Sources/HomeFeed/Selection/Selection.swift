import Catalogue
import HomeDocument

/// Selects the items of a home's widgets: no item twice, and earlier widgets first.
struct Selection {
    private let context: FeedContext
    private let answers: ServiceResults
    /// The items shown so far, and those that the client shows already.
    private var excluded: ExcludedItems
    /// The work of the sources, in order.
    private(set) var loads: [SourceLoad] = []

    /// - Parameter shown: The items that the client shows already.
    init(_ context: FeedContext, _ answers: ServiceResults, excluding shown: ShownToken) {
        self.context = context
        self.answers = answers
        excluded = shown.excluded
    }

    /// Selects the items of a widget: of each part as many as its limit, those without a position one after the other, then the
    /// others inserted at their positions.
    ///
    /// Where fewer items from the catalogue remain than the widget's minimum, it shows none, cards of the config included, and
    /// what it found is left to the widgets after it.
    mutating func select(_ widget: WidgetConfig, _ choice: ClientChoice = .none) -> SelectedWidget {
        var selected = SelectedWidget(widget)
        let hasMore = select(widget.parts, choice, &selected)
        selected.finish()
        if hasMore { selected.next = nextPosition(of: selected) }
        guard selected.items.count(where: { !widget.sources[$0.source].isFixed }) >= widget.minimum || widget.isFixed
        else {
            for item in selected.items { putBack(item) }
            selected.removeItems()
            return selected
        }
        return selected
    }

    /// Selects a page of a widget: of one source, behind `position`.
    mutating func select(
        pageOf widget: WidgetConfig,
        _ source: Int,
        behind position: SortPosition,
        _ choice: ClientChoice
    ) -> SelectedWidget {
        var selected = SelectedWidget(widget)
        let hasMore = take(source, choice, after: position, &selected)
        selected.finish()
        if hasMore { selected.next = nextPosition(of: selected) }
        return selected
    }

    /// The position of the last item that is shown of the paged source.
    private func nextPosition(of selected: SelectedWidget) -> SortPosition? {
        let last = selected.items.last { $0.source == selected.config.pagedSource }
        return last?.found.map { context.snapshot.position(of: $0) }
    }

    /// Selects the items of parts.
    /// - Returns: whether the widget's paged source is among them and has more items than are selected.
    private mutating func select(_ parts: [WidgetPart], _ choice: ClientChoice, _ selected: inout SelectedWidget)
        -> Bool
    {
        var hasMore = false
        let first = selected.items.count
        var placed: [(position: Int, items: [SelectedItem])] = []
        for part in parts {
            let start = selected.items.count
            switch part.content {
            case .source(let source):
                if take(source, choice, after: nil, &selected) { hasMore = true }
            case .composed(let parts):
                if select(parts, choice, &selected) { hasMore = true }
                let surplus = selected.items.dropFirst(start + part.limit)
                for item in surplus {
                    putBack(item)
                    if item.source == selected.config.pagedSource, item.found != nil { hasMore = true }
                }
                selected.items.removeLast(surplus.count)
            }
            guard let position = part.position else { continue }
            placed.append((first + position, Array(selected.items[start...])))
            selected.items.removeSubrange(start...)
        }
        if placed.isEmpty { return hasMore }
        var end = first
        placed.sort { $0.position < $1.position }
        for (position, items) in placed {
            // Items placed among those of another placed part come right behind them.
            let index = min(max(position, end), selected.items.count)
            selected.items.insert(contentsOf: items, at: index)
            end = index + items.count
        }
        return hasMore
    }

    /// Takes the items of one source.
    /// - Returns: whether it is the widget's paged source and has more items.
    private mutating func take(
        _ number: Int,
        _ choice: ClientChoice,
        after position: SortPosition?,
        _ selected: inout SelectedWidget
    ) -> Bool {
        let widget = selected.config
        let limit = widget.sources[number].limit
        let isPaged = widget.pagedSource == number
        let result: SourceResult
        if let page = page(choice, after: position, limit: isPaged ? limit + 1 : limit) {
            result = SourceResult(of: widget, number, context, page, answers, without: excluded) { loads.append($0) }
        } else {
            result = SourceResult(notAsked: widget, number)
        }
        selected.results.append(result)
        let candidates = result.candidates.items
        for index in 0..<min(limit, candidates.count) {
            let candidate = candidates[index]
            switch candidate.content {
            case .item(let row): excluded.rows.insert(row)
            case .brand(let brand): excluded.brands.insert(brand)
            case .card: break
            }
            selected.items.append(
                SelectedItem(
                    content: candidate.content,
                    marks: candidate.marks,
                    source: number,
                    kind: result.kind,
                    found: isPaged && result.fallback == nil ? candidate.found : nil
                )
            )
        }
        return isPaged && candidates.count > limit && result.fallback == nil
    }

    /// The page of a source; `nil` where the client's filters exclude each other, or its order needs a place.
    private func page(_ choice: ClientChoice, after position: SortPosition?, limit: Int) -> CandidatePage? {
        var page = CandidatePage(after: position, limit: limit)
        guard choice.isMade else { return page }
        guard let filter = choice.filter else { return nil }
        page.filter = filter
        if let sort = choice.sort {
            guard let order = sort.sort(from: context.place) else { return nil }
            page.sort = order
        }
        return page
    }

    private mutating func putBack(_ item: SelectedItem) {
        switch item.content {
        case .item(let row): excluded.rows.remove(row)
        case .brand(let brand): excluded.brands.remove(brand)
        case .card: break
        }
    }
}
