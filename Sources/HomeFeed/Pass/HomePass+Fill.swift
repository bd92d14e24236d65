import Catalogue

// Selects the items of the widgets. Each item appears once; earlier widgets take precedence.
//
// Sources leave out ``Candidates/excluded``: queries in `ShardScan.offer`, brands and recommendations in their sources.
extension HomePass {
    /// Selects the items of the requested page, or else of all parts: those without a position in order, then the
    /// others at their positions.
    ///
    /// With fewer catalogue items than the widget's minimum, the widget has none, and later widgets may show them.
    mutating func fill(_ plan: WidgetPlan, _ choice: ClientChoice) {
        let (index, first) = (widgets.count, candidates.items.count)
        widgets.append(PassWidget(plan: plan, choice: choice))
        candidates.found.removeAll(keepingCapacity: true)
        let hasMore: Bool
        if let page, let source = plan.config.pagedSource {
            hasMore = take(source, after: page.cursor.position, index)
        } else {
            hasMore = select(plan.config.parts, index)
        }
        // The cursor is signed for the user's last search, which must be known.
        if hasMore, context.unread == nil { widgets[index].next = lastPosition(from: first) }
        let foundCount = candidates.items[first...].count { $0.content != .card && $0.content != .standIn }
        if page == nil, !plan.config.isStatic, foundCount < plan.config.minimum {
            removeItems(from: first)
            widgets[index].next = nil
        }
        widgets[index].items = first..<candidates.items.count
        widgets[index].selectedCount = candidates.items[first...].count { $0.content != .standIn }
    }

    /// Of the last item that a query of the paged source has found.
    private func lastPosition(from first: Int) -> SortPosition? {
        for index in (first..<candidates.items.count).reversed() where candidates.items[index].isPaged {
            guard case .item(let row) = candidates.items[index].content else { continue }
            let found = candidates.found.last { $0.row == row }
            if let found { return context.snapshot.position(of: found) }
        }
        return nil
    }

    /// - Returns: Whether the widget's paged source is among them and has more items.
    private mutating func select(_ parts: [WidgetPart], _ widget: Int) -> Bool {
        var hasMore = false
        let first = candidates.items.count
        var placed: [(position: Int, items: [PassItem])] = []
        for part in parts {
            let start = candidates.items.count
            switch part.content {
            case .source(let source):
                if take(source, after: nil, widget) { hasMore = true }
            case .composed(let parts):
                if select(parts, widget) { hasMore = true }
                let end = min(start + part.limit, candidates.items.count)
                if candidates.items[end...].contains(where: \.isPaged) { hasMore = true }
                removeItems(from: end)
            }
            guard let position = part.position else { continue }
            placed.append((first + position, Array(candidates.items[start...])))
            candidates.items.removeSubrange(start...)
        }
        if placed.isEmpty { return hasMore }
        var end = first
        placed.sort { $0.position < $1.position }
        for (position, items) in placed {
            // Items placed among those of another placed part follow them.
            let index = min(max(position, end), candidates.items.count)
            candidates.items.insert(contentsOf: items, at: index)
            end = index + items.count
        }
        return hasMore
    }

    /// - Returns: Whether it is the widget's paged source and has more items.
    private mutating func take(_ number: Int, after position: SortPosition?, _ widget: Int) -> Bool {
        let (config, choice) = (widgets[widget].plan.config, widgets[widget].choice)
        let source = config.sources[number]
        if source.isStatic {
            takeCards(of: source, widget)
            return false
        }
        let isPaged = config.pagedSource == number
        var page = CandidateRequest(after: position, limit: isPaged ? source.limit + 1 : source.limit)
        guard choice.add(to: &page, from: context.place) else {
            widgets[widget].hadQuery = true
            return false
        }
        let start = candidates.items.count
        var result = load(source.source, source.kind, number, of: config, page, outcomes[ObjectIdentifier(source)])
        var fallback: Int?
        if position == nil, result.needsFallback {
            for (kind, other) in source.policy.fallbacks {
                var found = load(other, kind, number, of: config, page)
                if found.needsFallback { continue }
                if found.state == .loaded { fallback = found.kind }
                found.hadQuery = result.hadQuery
                result = found
                break
            }
        }
        widgets[widget].add(result, of: number, fallback: fallback)
        if widgets[widget].badge == nil { widgets[widget].badge = candidates.badge }
        let isMissing = result.error != nil
        if isMissing, config.isComposed, position == nil {
            candidates.items.append(PassItem(.standIn, errorCard(of: widget, source: number)))
        }
        let count = candidates.items.count - start
        widgets[widget].candidateCount += isMissing ? 0 : count
        if count > source.limit { candidates.items.removeSubrange((start + source.limit)...) }
        let isPagedResult = isPaged && fallback == nil
        for index in start..<candidates.items.count {
            candidates.items[index].set(kind: result.kind, isPaged: isPagedResult)
            switch candidates.items[index].content {
            case .item(let row):
                candidates.excluded.rows.insert(row)
                context.snapshot.readAhead(row)
            case .brand(let brand): candidates.excluded.brands.insert(Int(brand))
            case .card, .standIn: break
            }
        }
        return isPagedResult && count > source.limit
    }

    /// Loads nothing, because the cards are in the config.
    private mutating func takeCards(of source: WidgetSource, _ widget: Int) {
        let start = candidates.items.count
        for card in source.cards where candidates.items.count - start < source.limit {
            if context.cached.hasDismissed(card.id) || !card.isShown(in: context) { continue }
            // The plan keeps the card.
            var item = PassItem(.card, card.card)
            item.set(kind: source.kind, isPaged: false)
            candidates.items.append(item)
        }
        widgets[widget].candidateCount += candidates.items.count - start
    }

    /// Loads a source, or a fallback for the source with this number.
    private mutating func load(
        _ source: any Source,
        _ kind: Int,
        _ number: Int,
        of widget: WidgetConfig,
        _ page: CandidateRequest,
        _ service: ServiceOutcome? = nil
    ) -> SourceLoad {
        var load = SourceLoad(widget: widget.id, kind: kind)
        candidates.badge = nil
        if let unread = context.unread, source.needsUser(context) {
            load.fail(unread)
        } else if case .failure(let error) = service?.result {
            load.fail(error)
        } else {
            var (page, age) = (page, nil as Int?)
            if case .success(let ranking) = service?.result { (page.ranked, age) = ranking }
            let start = candidates.items.count
            let fatigued = context.fatigued(by: page.after == nil ? widget.sources[number].fatigue : nil)
            load.hadQuery =
                fatigued.isEmpty
                ? source.find(page, context, into: &candidates) : find(source, page, last: fatigued)
            if candidates.items.count > start { (load.state, load.age) = (age == nil ? .loaded : .stale, age) }
        }
        let end = ContinuousClock.now
        load.duration = end - time + (service?.duration ?? .zero)
        time = end
        loads.append(load)
        return load
    }

    /// Finds candidates that are not fatigued, and the others only if these are too few.
    private mutating func find(_ source: any Source, _ page: CandidateRequest, last fatigued: [UInt64]) -> Bool {
        let start = candidates.items.count
        let excluded = candidates.excluded
        for hash in fatigued { candidates.excluded.insert(hash: hash) }
        let hadQuery = source.find(page, context, into: &candidates)
        candidates.excluded = excluded
        // The shared query lacks the fatigued items, which other widgets may show.
        candidates.nearest = nil
        guard hadQuery else { return false }
        var missing = page.limit - (candidates.items.count - start)
        if missing == 0 { return true }
        let known = Set(candidates.items[start...].map(\.content))
        // These items have no position, because the next page begins after the others.
        var all = Candidates()
        all.excluded = excluded
        guard source.find(page, context, into: &all) else { return true }
        for item in all.items where missing > 0 && !known.contains(item.content) {
            candidates.items.append(item)
            missing -= 1
        }
        return true
    }

    /// Leaves the last items to later widgets.
    private mutating func removeItems(from first: Int) {
        if first == candidates.items.count { return }
        // The shared query lacks the items that were taken before it ran.
        candidates.nearest = nil
        for item in candidates.items[first...] {
            switch item.content {
            case .item(let row): candidates.excluded.rows.remove(row)
            case .brand(let brand): candidates.excluded.brands.remove(Int(brand))
            case .card, .standIn: break
            }
        }
        candidates.items.removeSubrange(first...)
    }
}
