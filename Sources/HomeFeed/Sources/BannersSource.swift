import HomeDocument
import JSON

/// Banners that stand in the config.
struct BannersSource: ConfigSource {
    static let kind = "banners"

    let cards: [Card]

    init?(options: inout CheckedObject) {
        let cards = options.required("items")?.array(of: "banners", 1...WidgetPart.maximumItems) { banner in
            banner.object { Card(banner: &$0) }
        }
        guard let cards else { return nil }
        self.cards = cards
    }
}
