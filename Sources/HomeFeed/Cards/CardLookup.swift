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

    /// The items of each widget, without those that cannot be decoded.
    /// - Parameter shown: Receives the catalogue items.
    mutating func items(of widgets: [SelectedWidget], adding shown: inout ShownToken) -> [[Item]] {
        let keys = keys(of: widgets, adding: &shown)
        var next = 0
        let items = widgets.indices.map { index in
            let (config, selected) = (widgets[index].config, widgets[index].items)
            var items: [Item] = []
            items.reserveCapacity(selected.count)
            for place in selected.indices {
                let (content, source) = (selected[place].candidate.content, selected[place].source)
                let card =
                    if case .card(let number) = content {
                        config.sources[source].source.cards[number]
                    } else {
                        card(of: content, keys[next])
                    }
                next += 1
                guard let card else { continue }
                items.append(Item(card, selected[place].candidate.marks, source: selected[place].kind))
            }
            return items
        }
        cache.keep(kept, found: count - renderedCount, rendered: renderedCount)
        kept = []
        return items
    }

    /// The keys of the cards; 0 for cards of the config. Reading all cards here lets the processor fetch them in
    /// parallel; retaining them one by one would wait for each.
    private mutating func keys(of widgets: [SelectedWidget], adding shown: inout ShownToken) -> [UInt64] {
        var keys: [UInt64] = []
        let itemCount = widgets.indices.reduce(0) { $0 + widgets[$1].items.count }
        keys.reserveCapacity(itemCount)
        shown.reserve(itemCount)
        for index in widgets.indices {
            let items = widgets[index].items
            for place in items.indices {
                switch items[place].candidate.content {
                case .item(let row):
                    let key = CardCache.key(of: row, in: snapshot, localizer)
                    shown.append(tables.hash(for: key) ?? snapshot.idHash(of: row))
                    keys.append(key)
                    count += 1
                case .brand(let index):
                    let key = CardCache.key(of: snapshot.brands[index])
                    shown.append(tables.hash(for: key) ?? snapshot.brands[index].itemID.hash)
                    keys.append(key)
                    count += 1
                case .card:
                    keys.append(0)
                }
            }
        }
        return keys
    }

    private mutating func card(of content: Candidate.Content, _ key: UInt64) -> Card? {
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
        guard let item = PackedItemView(snapshot.packed(row)) else { return nil }
        let brand = snapshot.brand(of: row).map { snapshot.brands[$0] }
        return Card(item, brand, kind: snapshot.kind(of: row), localizer)
    }
}
