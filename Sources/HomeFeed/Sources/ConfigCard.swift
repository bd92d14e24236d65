import Catalogue
import JSON

/// A card of the config, with the conditions on showing it. A class, so that each look at one counts one reference.
final class ConfigCard: Sendable {
    let card: Card
    let id: CatalogueItem.ID
    let gate: Gate?
    /// `nil` for any number of times.
    let cap: ShowLimit?

    init(_ card: Card, gate: Gate? = nil, cap: ShowLimit? = nil) {
        self.card = card
        self.gate = gate
        self.cap = cap
        guard let id = CatalogueItem.ID(card.id) else { preconditionFailure("\(card.id) is no id of a card") }
        self.id = id
    }

    convenience init?(campaign object: inout CheckedObject, _ scope: ConfigScope) {
        let card = Card(.banner, reading: &object, scope.images)
        let gate = object.optional("when").flatMap { Gate(reading: $0, scope.experiments) }
        let cap = object.optional("cap")?.object { cap in
            ShowLimit(reading: &cap, 1...UserCounts.ItemCounts.timeLimit, per: "per")
        }
        guard let card else { return nil }
        self.init(card, gate: gate, cap: cap)
    }

    func isShown(in context: FeedContext) -> Bool {
        if let gate, !gate.isOpen(in: context) { return false }
        guard let cap else { return true }
        return context.counts.shownCount(ofCard: id, after: context.now - cap.period) < cap.shown
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
