import Catalogue
import JSON

/// A card of the config, with the conditions on showing it. A class, so that each look at one counts one reference.
final class ConfigCard: Sendable {
    let card: Card
    let id: CatalogueItem.ID
    /// In the config: `segments[0].widgets[2].source.items[1]`.
    let path: String
    let gate: Gate?
    let cap: ShowLimit?

    /// - Parameter kind: `banner`, `infoCard` or `loadMore`. Only banners have conditions.
    init?(_ kind: ItemKind, reading object: inout CheckedObject, _ scope: ConfigScope) {
        let card = Card(kind, reading: &object, scope.images)
        path = object.path
        gate = kind == .banner ? object.optional("when").flatMap { Gate(reading: $0, scope.experiments) } : nil
        let cap = kind == .banner ? object.optional("cap") : nil
        self.cap = cap?.object { ShowLimit(reading: &$0, 1...UserCounts.ItemCounts.timeLimit, per: "per") }
        guard let card else { return nil }
        self.card = card
        guard let id = CatalogueItem.ID(card.id) else { preconditionFailure("\(card.id) is no id of a card") }
        self.id = id
    }

    func isShown(in context: FeedContext) -> Bool {
        if let gate, !gate.isOpen(in: context) { return false }
        guard let cap else { return true }
        return context.counts.shownCount(ofCard: id, after: context.now - cap.period) < cap.shown
    }
}

extension Card {
    /// Reads `{"id", "title", "subtitle", "image", "href"}` of a banner, `{"id", "title", "text", "image", "href"}` of
    /// an info card, or `{"id", "title", "href"}` of a link to more items.
    fileprivate init?(_ kind: ItemKind, reading object: inout CheckedObject, _ templates: ImageTemplates) {
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

/// How often a card may be shown to a user in a period, or an item that the user does not open. Then the card is left out,
/// and the item comes last.
struct ShowLimit: Sendable {
    let shown: Int
    /// In seconds.
    let period: Int64

    /// Reads `{"shown": 3, "per": "1d"}`.
    /// - Parameter key: The key of the period.
    init(reading object: inout CheckedObject, _ counts: ClosedRange<Int>, per key: String) {
        shown = object.required("shown")?.count(in: counts) ?? 1
        period = object.required(key)?.timeSpan() ?? 1
    }
}
