import Bytes
import Catalogue

/// Learns from users' openings, one after the other.
///
/// What it publishes is a function of the events that it has learned, in their order: every process that follows the
/// same log publishes the same models.
///
/// The model is only needed when it is published, so openings are collected until then. This way there is one model
/// instead of two that share memory, of which each change would copy some.
struct InteractionLearner: Sendable {
    /// The model to recommend by: as it was after the last event that began an hour or completed a step, so that
    /// recommendations do not change with every event, or after the openings of a user were taken back.
    var published = InteractionModel()
    private var pending: [LearnedOpening] = []
    /// The users of ``published``. A user who was not seen for long is forgotten, and begins anew.
    var recents: LRUCache<UInt64, RecentSlots>
    /// What was learned since the first event, in the order of positions; `nil` if users who are forgotten stay learned.
    var history: [LearnedOpening]?
    var position: Int64 = 0

    /// The most users whose last items are kept; one takes about 100 bytes.
    static let defaultUserLimit = 200_000
    /// A step is at most this share of the events so far.
    private static let stepsPerModel = 64

    init(userLimit: Int = defaultUserLimit) {
        recents = LRUCache(capacity: userLimit)
    }

    var count: Int { published.count + pending.count }

    /// Learns an event; only openings of catalogue items teach something. Publishing takes up to 10 µs for each opening
    /// since the last model.
    mutating func learn(_ event: UserEvent) {
        position = event.position
        if let opening = LearnedOpening(event) {
            pending.append(opening)
            if Int(opening.hour) > published.latest || count % step == 0 { publish() }
        } else if case .forgotten(let openings?) = event.action {
            takeBack(openings)
        }
    }

    private mutating func publish() {
        for var opening in pending {
            var recent = recents.value(for: opening.user) ?? RecentSlots()
            opening.isFirst = recent.count == 0
            recent.insert(published.learn(opening, after: recent))
            recents.insert(recent, for: opening.user)
            history?.append(opening)
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Takes back the openings of one user at these positions, as far as they were learned. The model has the event's
    /// position even if there are none, so that its checkpoint replaces those that may have learned from the user.
    private mutating func takeBack(_ positions: [Int64]) {
        guard history != nil else { return }
        publish()
        published.position = position
        guard let history else { return }
        var recent = RecentSlots()
        for position in positions {
            let index = history.indices.partitioningIndex { history[$0].position >= position }
            guard index < history.count, history[index].position == position else { continue }
            let opening = history[index]
            if opening.isFirst { recent = RecentSlots() }
            recent.insert(published.unlearn(opening, after: recent))
            recents.remove(opening.user)
        }
    }

    /// The number of events between two models: a power of 2.
    private var step: Int {
        var step = 1
        while step * 2 * Self.stepsPerModel <= count { step *= 2 }
        return step
    }
}

struct LearnedOpening: Sendable {
    let position: Int64
    /// ``CatalogueItem/ID/hash``.
    let item: UInt64
    let user: UInt64
    /// Since 1970.
    let hour: Int32
    /// The hour until which the user counts for the item already; the first one for a first opening.
    let since: Int32
    /// Whether nothing was known of the user before it.
    var isFirst = false

    /// `nil` if the event is no opening of a catalogue item.
    init?(_ event: UserEvent) {
        guard case .opened(let id, let since) = event.action, !id.isCard else { return nil }
        (position, item, user) = (event.position, id.hash, event.user.hash)
        hour = Int32(clamping: event.at.hour)
        self.since = Int32(clamping: (since ?? .distantPast).hour)
    }
}

extension UserID {
    var hash: UInt64 { Revision { $0.combine(rawValue) }.rawValue }
}
