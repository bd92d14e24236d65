import CheckedJSON
import HomeDocument

/// A cell that leads to the rest of what a widget shows the beginning of.
struct LoadMoreSource: Source {
    static let kind = "loadMore"

    let shares: Set<ItemKind> = []
    let card: Card

    init?(options: inout CheckedObject) {
        guard let card = Card(loadMore: &options) else { return nil }
        self.card = card
    }

    func load(_ context: LoadContext, limit: Int) async throws(SourceError) -> SourceContent {
        SourceContent(items: limit > 0 ? [Item(card)] : [])
    }
}
