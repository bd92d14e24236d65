import Bytes
import Catalogue

/// Learns from users' openings, one after the other.
///
/// What it publishes is a function of the events that it has learned, in their order: every process that follows the
/// same log publishes the same models.
public struct InteractionLearner: Sendable {
    /// The model to recommend by: as it was after the last event that began an hour or completed a step, so that
    /// recommendations do not change with every event, or after a user was forgotten.
    public internal(set) var published = InteractionModel()
    /// The model after the last event.
    var model = InteractionModel()
    /// The number of openings so far.
    public internal(set) var count = 0
    /// The hour of the latest opening, since 1970.
    var hour = Int.min
    /// A user who was not seen for long is forgotten, and begins anew.
    var recents: RecentUsers

    /// The most users whose last items are kept; one takes about 100 bytes.
    public static let defaultUserLimit = 200_000
    /// A step is at most this share of the events so far.
    private static let stepsPerModel = 64

    /// A learner without events.
    public init(userLimit: Int = defaultUserLimit) {
        recents = RecentUsers(limit: userLimit)
    }

    /// The position of the last event; 0 before the first.
    public internal(set) var position: Int64 = 0

    /// Learns an event; searches teach nothing.
    public mutating func learn(_ event: UserEvent) {
        position = event.position
        switch event.action {
        case .opened(let item): learn(item, openedBy: event.user.hash, at: event.at)
        case .forgotten:
            // Models from this position on are known to contain nothing of the user.
            model.position = position
            published = model
        case .searched: break
        }
    }

    private mutating func learn(_ item: CatalogueItem.ID, openedBy user: UInt64, at time: Int64) {
        var recent = recents[user]
        recent.insert(model.learn(item.hash, after: recent, at: time, position: position))
        recents[user] = recent
        count += 1
        let eventHour = ForwardDecay.hour(of: time)
        if eventHour > hour || count % step == 0 { published = model }
        hour = max(hour, eventHour)
    }

    /// The number of events between two models: a power of 2.
    private var step: Int {
        var step = 1
        while step * 2 * Self.stepsPerModel <= count { step *= 2 }
        return step
    }
}

extension UserID {
    /// A hash, the same on every machine.
    fileprivate var hash: UInt64 { Revision { $0.combine(rawValue) }.rawValue }
}
