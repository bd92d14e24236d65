import HomeDocument
import JSON

/// One card of text that stands in the config.
struct InfoCardSource: ConfigSource {
    static let kind = "infoCard"

    let cards: [Card]

    init?(options: inout CheckedObject) {
        guard let card = Card(infoCard: &options) else { return nil }
        cards = [card]
    }
}
