import Catalogue

/// Selects the items of a home's widgets. Each item appears once; earlier widgets take precedence.
///
/// Sources get the items shown so far as ``ExcludedItems`` and leave them out: queries in `TopRows.offer`, brands and
/// recommendations in their sources.
struct Selection {
    private let context: FeedContext
    private let gates: GateContext
    private let outcomes: ServiceOutcomes
    /// The items selected so far, and those that the client already shows: the basis of deduplication.
    private var excluded: ExcludedItems
    /// The loads of the sources, in order.
    private(set) var loads: [SourceLoad] = []
    /// The number of loads of most homes.
    private static let usualLoads = 16
    /// The end of the last load.
    private var time = ContinuousClock.now

    /// - Parameter shown: The items that the client already shows.
    init(_ context: FeedContext, _ gates: GateContext, _ outcomes: ServiceOutcomes, excluding shown: ShownToken) {
        self.context = context
        self.gates = gates
        self.outcomes = outcomes
        loads.reserveCapacity(Self.usualLoads)
        excluded = shown.excluded
        for hash in context.cached.dismissedHashes { excluded.insert(hash: hash) }
    }

    /// Selects the items of a widget: those of the parts without a position in order, then the others at their
    /// positions.
    ///
    /// With fewer catalogue items than the widget's minimum, the widget has none, and later widgets may show them.
    mutating func select(_ widget: WidgetConfig, _ choice: ClientChoice = .none) -> SelectedWidget {
        var selected = SelectedWidget(widget)
        if select(widget.parts, choice, &selected) { selected.next = nextPosition(of: selected) }
        if selected.foundCount < widget.minimum, !widget.isFixed {
            for item in selected.items { putBack(item) }
            selected.removeItems()
        }
        return selected
    }

    /// Selects a page of a widget: items of one source after `position`.
    mutating func select(
        pageOf widget: WidgetConfig,
        _ source: Int,
        after position: SortPosition,
        _ choice: ClientChoice
    ) -> SelectedWidget {
        var selected = SelectedWidget(widget)
        if take(source, choice, after: position, &selected) { selected.next = nextPosition(of: selected) }
        return selected
    }

    /// The position of the paged source's last selected item.
    private func nextPosition(of selected: SelectedWidget) -> SortPosition? {
        selected.items.last { $0.isPaged && $0.candidate.found != nil }?.candidate.found
            .map { context.snapshot.position(of: $0) }
    }

    /// Selects the items of parts.
    /// - Returns: Whether the widget's paged source is among them and has more items.
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
                    if item.isPaged { hasMore = true }
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
            // Items placed among those of another placed part follow them.
            let index = min(max(position, end), selected.items.count)
            selected.items.insert(contentsOf: items, at: index)
            end = index + items.count
        }
        return hasMore
    }

    /// Selects the items of one source.
    /// - Returns: Whether it is the widget's paged source and has more items.
    private mutating func take(
        _ number: Int,
        _ choice: ClientChoice,
        after position: SortPosition?,
        _ selected: inout SelectedWidget
    ) -> Bool {
        let widget = selected.config
        let source = widget.sources[number]
        if source.isFixed {
            takeCards(of: source, number, &selected)
            return false
        }
        let limit = source.limit
        let isPaged = widget.pagedSource == number
        var page = CandidatePage(after: position, limit: isPaged ? limit + 1 : limit)
        guard choice.add(to: &page, from: context.place) else {
            selected.add(SourceResult(skipping: number, of: widget))
            return false
        }
        let result = result(of: number, in: widget, page)
        selected.add(result)
        if result.isMissing, widget.isComposed, position == nil {
            selected.items.append(
                SelectedItem(candidate: Candidate(.failure), kind: result.kind, source: number, isPaged: false)
            )
        }
        let isPagedResult = isPaged && result.fallback == nil
        for candidate in result.candidates.items.prefix(limit) {
            switch candidate.content {
            case .item(let row): excluded.rows.insert(row)
            case .brand(let brand): excluded.brands.insert(brand)
            case .card, .failure: break
            }
            selected.items.append(
                SelectedItem(candidate: candidate, kind: result.kind, source: number, isPaged: isPagedResult)
            )
        }
        return isPagedResult && result.candidates.items.count > limit
    }

    /// Selects the cards of a source whose cards are in the config, which loads nothing.
    private func takeCards(of source: WidgetSource, _ number: Int, _ selected: inout SelectedWidget) {
        var count = 0
        for (index, card) in source.cards.enumerated() where count < source.limit {
            guard !context.cached.hasDismissed(card.id), card.isShown(in: gates, context.counts) else { continue }
            selected.items.append(
                SelectedItem(candidate: Candidate(.card(index)), kind: source.kind, source: number, isPaged: false)
            )
            count += 1
        }
        selected.addCards(count)
    }

    /// The result of a source, or of its first fallback with items. Only the first page has fallbacks.
    private mutating func result(of number: Int, in widget: WidgetConfig, _ page: CandidatePage) -> SourceResult {
        var result = load(widget.sources[number].source, number, in: widget, page, outcomes[widget, number])
        if page.after != nil || !result.needsFallback { return result }
        for fallback in widget.sources[number].policy.fallbacks {
            let found = load(fallback, number, in: widget, page)
            if found.needsFallback { continue }
            result.replace(by: found)
            break
        }
        return result
    }

    /// The result of a source, or of a fallback for the source with this number.
    private mutating func load(
        _ source: any Source,
        _ number: Int,
        in widget: WidgetConfig,
        _ page: CandidatePage,
        _ service: ServiceOutcomes.Call? = nil
    ) -> SourceResult {
        let fatigued = page.after == nil ? context.fatigued(by: widget.sources[number].fatigue) : []
        let found = SourceResult(
            number,
            source,
            service?.outcome,
            context,
            page,
            without: excluded,
            fatigued: fatigued
        )
        let end = ContinuousClock.now
        let duration = end - time + (service?.duration ?? .zero)
        loads.append(SourceLoad(of: widget, source, found, duration))
        time = end
        return found
    }

    /// Leaves an item to later widgets.
    private mutating func putBack(_ item: SelectedItem) {
        switch item.candidate.content {
        case .item(let row): excluded.rows.remove(row)
        case .brand(let brand): excluded.brands.remove(brand)
        case .card, .failure: break
        }
    }
}
