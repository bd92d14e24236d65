import Catalogue
import HomeDocument
import JSON

/// A source whose cards stand in the config itself: the same for every user.
protocol ConfigSource: Source {
    init?(options: inout CheckedObject)
}

extension ConfigSource {
    var isPaged: Bool { false }

    init?(options: inout CheckedObject, _ kinds: KindTable) { self.init(options: &options) }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        Candidates(cards.indices.prefix(page.limit).map { Candidate(.card($0)) })
    }
}

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

/// One card of text that stands in the config.
struct InfoCardSource: ConfigSource {
    static let kind = "infoCard"

    let cards: [Card]

    init?(options: inout CheckedObject) {
        guard let card = Card(infoCard: &options) else { return nil }
        cards = [card]
    }
}

/// A cell that leads to the rest of what a widget shows the beginning of.
struct LoadMoreSource: ConfigSource {
    static let kind = "loadMore"

    let cards: [Card]

    init?(options: inout CheckedObject) {
        guard let card = Card(loadMore: &options) else { return nil }
        cards = [card]
    }
}

extension Card {
    /// Reads a banner: `{"id", "title", "subtitle", "image", "href"}`.
    convenience init?(banner object: inout CheckedObject) {
        self.init(.banner, reading: &object)
    }

    /// Reads a card of text: `{"id", "title", "text", "image", "href"}`.
    convenience init?(infoCard object: inout CheckedObject) {
        self.init(.infoCard, reading: &object)
    }

    /// Reads a cell that leads to more: `{"id", "title", "href"}`.
    convenience init?(loadMore object: inout CheckedObject) {
        self.init(.loadMore, reading: &object)
    }

    private convenience init?(_ kind: ItemKind, reading object: inout CheckedObject) {
        let id = object.required("id")?.identifier()
        let title = object.required("title")?.text()
        let subtitle = kind == .banner ? object.optional("subtitle")?.text() : nil
        let text = kind == .infoCard ? object.required("text")?.text() : nil
        let image = kind == .loadMore ? nil : object.optional("image")?.nonEmptyString()
        let link = kind == .infoCard ? object.optional("href") : object.required("href")
        let href = link?.nonEmptyString()
        guard let id, let title, kind != .infoCard || text != nil else { return nil }
        let label = [title, subtitle, text].compactMap(\.self).joined(
            separator: object.languages?.listSeparator ?? ", "
        )
        self.init(id: "\(kind.rawValue):\(id)", kind: kind, image: image, label: Array(label.utf8)) {
            $0.member("title", title)
            if let subtitle { $0.member("subtitle", subtitle) }
            if let text { $0.member("text", text) }
            if let href { $0.member("href", href) }
        }
    }
}
