import Catalogue
import HomeDocument
import Localization

/// Looks up the cards of selected items, and renders those that are not in the cache.
struct CardLookup {
    private let snapshot: CatalogueSnapshot
    private let localizer: Localizer
    private let cache: CardCache
    private let tables: CardCache.Tables
    /// The number of catalogue cards.
    private(set) var count = 0
    /// The number of those that were rendered.
    private(set) var renderedCount = 0
    /// The cards to add to the cache.
    private var kept: [(key: UInt64, card: Card)] = []

    init(_ snapshot: CatalogueSnapshot, _ localizer: Localizer, _ cache: CardCache) {
        self.snapshot = snapshot
        self.localizer = localizer
        self.cache = cache
        tables = cache.tables
    }

    /// The items of each widget.
    /// - Parameter shown: Receives the catalogue items.
    mutating func items(of widgets: [SelectedWidget], adding shown: inout ShownToken) -> [[Item]] {
        var contents: [Candidate.Content] = []
        contents.reserveCapacity(widgets.reduce(0) { $0 + $1.items.count })
        for widget in widgets { for item in widget.items { contents.append(item.candidate.content) } }
        var cards = cards(of: contents, adding: &shown)
        var next = 0
        return widgets.map { widget in
            var items: [Item] = []
            items.reserveCapacity(widget.items.count)
            for selected in widget.items {
                var card = cards[next].take()
                if case .card(let index) = selected.candidate.content {
                    card = widget.config.sources[selected.source].source.cards[index]
                }
                next += 1
                guard let card else { continue }
                items.append(Item(card, selected.candidate.marks, source: selected.kind))
            }
            return items
        }
    }

    /// The cards of catalogue items; `nil` for items that cannot be decoded and for cards of the config.
    /// - Parameter shown: Receives the catalogue items.
    mutating func cards(of contents: [Candidate.Content], adding shown: inout ShownToken) -> [Card?] {
        let keys = keys(of: contents, adding: &shown)
        let cards = zip(contents, keys).map { card(of: $0, $1) }
        cache.keep(kept, found: count - renderedCount, rendered: renderedCount)
        kept = []
        return cards
    }

    /// The keys of the cards; 0 for cards of the config. Reading all cards here lets the processor fetch them in
    /// parallel; retaining them one by one would wait for each.
    private mutating func keys(of contents: [Candidate.Content], adding shown: inout ShownToken) -> [UInt64] {
        contents.map { content in
            let key: UInt64
            switch content {
            case .item(let row):
                key = CardCache.key(of: row, in: snapshot, localizer)
                shown.append(tables.hash(for: key) ?? snapshot.idHash(of: row))
            case .brand(let index):
                key = CardCache.key(of: snapshot.brands[index])
                shown.append(tables.hash(for: key) ?? snapshot.brands[index].itemID.hash)
            case .card:
                return 0
            }
            count += 1
            return key
        }
    }

    private mutating func card(of content: Candidate.Content, _ key: UInt64) -> Card? {
        if key == 0 { return nil }
        if let (card, isOld) = tables.card(for: key) {
            if isOld { kept.append((key, card)) }
            return card
        }
        let card: Card? =
            switch content {
            case .item(let row): render(row)
            case .brand(let index): Card(snapshot.brands[index])
            case .card: nil
            }
        if let card {
            renderedCount += 1
            kept.append((key, card))
        }
        return card
    }

    /// Renders the card of an item; `nil` if the item cannot be decoded.
    private func render(_ row: ItemRow) -> Card? {
        guard var item = snapshot.item(row) else { return nil }
        if let brand = snapshot.brand(of: row) { item.brand = snapshot.brands[brand] }
        return Card(item, kind: snapshot.kind(of: row), localizer)
    }
}
