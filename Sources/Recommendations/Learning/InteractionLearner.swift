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
    /// recommendations do not change with every event, or after a user was forgotten.
    var published = InteractionModel()
    var pending: [PendingOpening] = []
    var count = 0
    /// The hour of the latest opening, since 1970.
    var hour = Int.min
    /// The users of ``published``. A user who was not seen for long is forgotten, and begins anew.
    var recents: RecentUsers

    /// The most users whose last items are kept; one takes about 100 bytes.
    static let defaultUserLimit = 200_000
    /// A step is at most this share of the events so far.
    private static let stepsPerModel = 64

    init(userLimit: Int = defaultUserLimit) {
        recents = RecentUsers(limit: userLimit)
    }

    /// The position of the last event; 0 before the first.
    var position: Int64 = 0

    /// Learns an event; only openings of catalogue items teach something. Publishing takes up to 10 µs for each opening since the last model.
    mutating func learn(_ event: UserEvent) {
        position = event.position
        switch event.action {
        case .opened(let item) where !item.isCard:
            pending.append(
                PendingOpening(item: item.hash, user: event.user.hash, time: event.at, position: event.position)
            )
            count += 1
            let eventHour = ForwardDecay.hour(of: event.at)
            if eventHour > hour || count % step == 0 { publish() }
            hour = max(hour, eventHour)
        case .forgotten:
            publish()
            // Models from this position on are known to contain nothing of the user.
            published.position = position
        case .searched, .opened, .saved, .unsaved, .dismissed, .restored, .dismissedWidget, .restoredWidget, .arranged:
            break
        }
    }

    private mutating func publish() {
        for opening in pending {
            var recent = recents[opening.user]
            let slot = published.learn(opening.item, after: recent, at: opening.time, position: opening.position)
            recent.insert(slot)
            recents[opening.user] = recent
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// The number of events between two models: a power of 2.
    private var step: Int {
        var step = 1
        while step * 2 * Self.stepsPerModel <= count { step *= 2 }
        return step
    }
}

struct PendingOpening: Hashable, Sendable {
    /// ``CatalogueItem/ID/hash``.
    let item: UInt64
    let user: UInt64
    /// Unix seconds (UTC).
    let time: Int64
    let position: Int64
}

extension UserID {
    /// A hash, the same on every machine.
    fileprivate var hash: UInt64 { Revision { $0.combine(rawValue) }.rawValue }
}
