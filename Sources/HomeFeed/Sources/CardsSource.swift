import Catalogue
import JSON

/// Cards of the config: the same for every user who gets them.
struct CardsSource: Source {
    let cards: [ConfigCard]
    let isPaged = false

    /// Nothing: a widget takes the cards themselves.
    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool { false }
}

extension CardsSource {
    /// `{"items": [{"id", "title", "subtitle", "image", "href", "when": {…}, "cap": {"shown": 3, "per": "1d"}}]}`.
    init(banners object: inout CheckedObject, _ scope: ConfigScope) {
        let cards = object.required("items")?.array(of: "banners", 1...WidgetPart.maximumItems) { banner in
            banner.object { ConfigCard(.banner, reading: &$0, scope) }
        }
        self.cards = cards ?? []
    }

    /// Reads the members of one card.
    init(_ kind: ItemKind, reading object: inout CheckedObject, _ scope: ConfigScope) {
        cards = ConfigCard(kind, reading: &object, scope).map { [$0] } ?? []
    }
}
