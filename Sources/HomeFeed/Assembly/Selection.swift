import HomeDocument

/// Which of the items that were loaded are shown: no item twice in a home, the widgets in their order having the choice.
struct Selection {
    private var shown: Set<String> = []

    /// Makes one content of what the parts of a widget have loaded: of each part as many items as its limit, those
    /// without a position one behind the other, then the others put in where they belong.
    ///
    /// Where anything was to be loaded and nothing of it is left to show, what stands in the config is not shown either.
    mutating func select(_ contents: [SourceContent], for parts: [SourcePart]) -> SourceContent {
        var result = SourceContent(badge: contents.lazy.compactMap(\.badge).first)
        var placed: [(position: Int, items: [Item])] = []
        var isWorthShowing = parts.allSatisfy(\.isFixed)
        for (part, content) in zip(parts, contents) {
            let items = take(content.items, for: part)
            if !part.isFixed && !items.isEmpty { isWorthShowing = true }
            if let position = part.position {
                placed.append((position, items))
            } else {
                result.items += items
            }
        }
        guard isWorthShowing else { return .empty }
        var end = 0
        for (position, items) in placed.sorted(by: { $0.position < $1.position }) {
            // A part that is to stand among the items of another one comes right behind them.
            let index = min(max(position, end), result.items.count)
            result.items.insert(contentsOf: items, at: index)
            end = index + items.count
        }
        return result
    }

    private mutating func take(_ items: [Item], for part: SourcePart) -> [Item] {
        let chosen = part.source.choose(from: items.filter { !shown.contains($0.card.id) }, limit: part.limit)
        for item in chosen { shown.insert(item.card.id) }
        return chosen
    }
}
