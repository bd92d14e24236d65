import Catalogue
import JSON

/// A card of the config, with the conditions on showing it. A class, so that each look at one counts one reference.
final class ConfigCard: Sendable {
    let card: Card
    let id: CatalogueItem.ID
    let gate: Gate?
    /// `nil` for any number of times.
    let cap: FrequencyCap?

    init(_ card: Card, gate: Gate? = nil, cap: FrequencyCap? = nil) {
        self.card = card
        self.gate = gate
        self.cap = cap
        guard let id = CatalogueItem.ID(card.id) else { preconditionFailure("\(card.id) is no id of a card") }
        self.id = id
    }

    convenience init?(campaign object: inout CheckedObject, _ scope: SourceScope) {
        let card = Card(.banner, reading: &object, scope.images)
        let gate = object.optional("when").flatMap { value in
            var reader = GateReader(experiments: scope.experiments)
            return reader.gate(value)
        }
        let cap = object.optional("cap")?.object(FrequencyCap.init)
        guard let card else { return nil }
        self.init(card, gate: gate, cap: cap)
    }

    func isShown(in context: GateContext, _ counts: CachedUserCounts) -> Bool {
        if let gate, !gate.isOpen(in: context) { return false }
        guard let cap else { return true }
        return counts.shownCount(ofCard: id, after: context.now - cap.period) < cap.shown
    }
}

/// How often a card is shown to a user: `{"shown": 3, "per": "1d"}`.
struct FrequencyCap: Sendable {
    /// 1…``UserCounts/ItemCounts/timeLimit``.
    let shown: Int
    /// In seconds.
    let period: Int64

    init?(reading object: inout CheckedObject) {
        let shown = object.required("shown")?.integer(in: 1...Int64(UserCounts.ItemCounts.timeLimit))
        let period = object.required("per")?.timeSpan()
        guard let shown, let period else { return nil }
        self.shown = Int(shown)
        self.period = period
    }
}

/// When an item was shown too often without being opened, so that it comes last: `{"shown": 5, "for": "7d"}`.
struct Fatigue: Sendable {
    let shown: Int
    /// How long it comes last after it was shown, in seconds.
    let period: Int64

    init?(reading object: inout CheckedObject) {
        let shown = object.required("shown")?.integer(in: 1...1_000)
        let period = object.required("for")?.timeSpan()
        guard let shown, let period else { return nil }
        self.shown = Int(shown)
        self.period = period
    }
}
