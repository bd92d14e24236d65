import HomeDocument
import JSON

/// A cell that leads to the rest of what a widget shows the beginning of.
struct LoadMoreSource: ConfigSource {
    static let kind = "loadMore"

    let cards: [Card]

    init?(options: inout CheckedObject) {
        guard let card = Card(loadMore: &options) else { return nil }
        cards = [card]
    }
}
