import HomeDocument

/// Which of the items that were loaded are shown: no item twice in a home, the widgets in their order having the choice.
struct Selection {
    private var shown: Set<String> = []

    /// Makes one content of what the parts of a widget have loaded: of each part as many items as its limit, those
    /// without a position one behind the other, then the others put in where they belong.
    mutating func select(_ contents: [SourceContent], for parts: [SourcePart]) -> SourceContent {
        var result = SourceContent(
            badge: contents.lazy.compactMap(\.badge).first,
            words: contents.reduce(into: [:]) { words, content in words.merge(content.words) { first, _ in first } },
            href: contents.lazy.compactMap(\.href).first
        )
        var placed: [(position: Int, items: [Item])] = []
        for (part, content) in zip(parts, contents) {
            let items = take(content.items, for: part)
            if let position = part.position {
                placed.append((position, items))
            } else {
                result.items += items
            }
        }
        // A widget that has nothing but what was to stand among other things has nothing to show.
        if result.items.isEmpty && parts.contains(where: { $0.position == nil }) { return .empty }
        for (position, items) in placed.sorted(by: { $0.position < $1.position }) {
            result.items.insert(contentsOf: items, at: min(position, result.items.count))
        }
        return result
    }

    private mutating func take(_ items: [Item], for part: SourcePart) -> [Item] {
        let chosen = part.source.choose(from: items.filter { !shown.contains($0.card.id) }, limit: part.limit)
        for item in chosen { shown.insert(item.card.id) }
        return chosen
    }
}
