import CheckedJSON
import HomeDocument
import PropertyStore

/// Banners that stand in the config.
struct BannersSource: Source {
    static let kind = "banners"

    let shares: Set<ItemKind> = []
    let cards: [Card]

    init?(options: inout CheckedObject) {
        let cards = options.required("items")?.list(of: "banners", 1...SourcePart.maximumItems) { banner in
            banner.object { Card(banner: &$0) }
        }
        guard let cards else { return nil }
        self.cards = cards
    }

    func load(_ context: LoadContext, limit: Int) async throws(SourceError) -> SourceContent {
        SourceContent(items: cards.prefix(limit).map { Item($0) })
    }
}

/// One card of text that stands in the config.
struct InfoCardSource: Source {
    static let kind = "infoCard"

    let shares: Set<ItemKind> = []
    let card: Card

    init?(options: inout CheckedObject) {
        guard let card = Card(infoCard: &options) else { return nil }
        self.card = card
    }

    func load(_ context: LoadContext, limit: Int) async throws(SourceError) -> SourceContent {
        SourceContent(items: limit > 0 ? [Item(card)] : [])
    }
}
