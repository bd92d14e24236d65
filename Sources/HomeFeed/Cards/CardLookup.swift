import Catalogue
import HomeDocument
import Words

/// Finds the cards of selected items, and renders those that the cache does not have.
struct CardLookup {
    private let snapshot: CatalogueSnapshot
    private let words: Wording
    private let cache: CardCache
    /// How many cards of the catalogue there are.
    private(set) var count = 0
    /// How many of them had to be rendered.
    private(set) var renderedCount = 0

    init(_ snapshot: CatalogueSnapshot, _ words: Wording, _ cache: CardCache) {
        self.snapshot = snapshot
        self.words = words
        self.cache = cache
    }

    /// The items of a widget.
    /// - Parameter shown: gets the items of the catalogue.
    mutating func items(of widget: SelectedWidget, adding shown: inout ShownToken) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(widget.items.count)
        for selected in widget.items {
            let card: Card
            switch selected.content {
            case .item(let row):
                guard let found = cache.card(of: row, in: snapshot, words: words, rendered: &renderedCount) else {
                    continue
                }
                card = found
                shown.append(snapshot.idHash(of: row))
                count += 1
            case .brand(let index):
                let brand = snapshot.brands[index]
                guard let found = cache.card(of: brand, rendered: &renderedCount) else { continue }
                card = found
                shown.append(brand.itemID.hash)
                count += 1
            case .card(let index):
                card = widget.config.sources[selected.source].source.cards[index]
            }
            items.append(Item(card, selected.marks, source: selected.kind))
        }
        return items
    }
}
