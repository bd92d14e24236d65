import Catalogue
import HomeLayout
import JSON

/// A source whose cards are in the config: the same for every user who gets them.
protocol ConfigSource: Source {}

extension ConfigSource {
    var isPaged: Bool { false }

    /// Nothing: a widget takes the cards themselves.
    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool { false }
}

/// Banners: `{"items": [{"id", "title", "subtitle", "image", "href", "when": {…}, "cap": {"shown": 3, "per": "1d"}}]}`.
struct BannersSource: ConfigSource {
    static let kind: StaticString = "banners"

    let cards: [ConfigCard]

    init?(options: inout CheckedObject, _ scope: ConfigScope) {
        let cards = options.required("items")?.array(of: "banners", 1...WidgetPart.maximumItems) { banner in
            banner.object { ConfigCard(campaign: &$0, scope) }
        }
        guard let cards else { return nil }
        self.cards = cards
    }
}

/// A card of text: `{"id", "title", "text", "image", "href"}`.
struct InfoCardSource: ConfigSource {
    static let kind: StaticString = "infoCard"

    let cards: [ConfigCard]

    init?(options: inout CheckedObject, _ scope: ConfigScope) {
        guard let card = Card(.infoCard, reading: &options, scope.images) else { return nil }
        cards = [ConfigCard(card)]
    }
}

/// A cell that links to more items: `{"id", "title", "href"}`.
struct LoadMoreSource: ConfigSource {
    static let kind: StaticString = "loadMore"

    let cards: [ConfigCard]

    init?(options: inout CheckedObject, _ scope: ConfigScope) {
        guard let card = Card(.loadMore, reading: &options, scope.images) else { return nil }
        cards = [ConfigCard(card)]
    }
}

extension Card {
    /// - Parameter kind: `banner`, `infoCard` or `loadMore`.
    init?(_ kind: ItemKind, reading object: inout CheckedObject, _ templates: ImageTemplates) {
        let id = object.required("id")?.identifier()
        let title = object.required("title")?.text()
        let subtitle = kind == .banner ? object.optional("subtitle")?.text() : nil
        let text = kind == .infoCard ? object.required("text")?.text() : nil
        let image = kind == .loadMore ? nil : object.optional("image")?.nonEmptyString()
        let link = kind == .infoCard ? object.optional("href") : object.required("href")
        let href = link?.nonEmptyString()
        guard let id, let title, kind != .infoCard || text != nil else { return nil }
        let texts = [title, subtitle, text].compactMap(\.self)
        self.init(
            id: "\(kind.rawValue):\(id)",
            kind: kind,
            title: title,
            caption: texts,
            images: image.map { [$0] } ?? [],
            resizedBy: templates,
            label: texts.joined(separator: object.languages?.listSeparator ?? ", ")
        ) {
            if let href { $0.member("href", href) }
        }
    }
}
