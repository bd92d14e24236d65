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
    var pending: [PendingOpening] = []
    var count = 0
    /// The hour of the latest opening, since 1970.
    var hour = Int.min
    /// The users of ``published``. A user who was not seen for long is forgotten, and begins anew.
    var recents: LRUCache<UInt64, RecentSlots>
    /// What was learned since the first event, in the order of positions; `nil` if users who are forgotten stay learned.
    var history: [LearnedOpening]?

    /// The most users whose last items are kept; one takes about 100 bytes.
    static let defaultUserLimit = 200_000
    /// A step is at most this share of the events so far.
    private static let stepsPerModel = 64

    init(userLimit: Int = defaultUserLimit) {
        recents = LRUCache(capacity: userLimit)
    }

    /// The position of the last event; 0 before the first.
    var position: Int64 = 0

    /// Learns an event; only openings of catalogue items teach something. Publishing takes up to 10 µs for each opening
    /// since the last model.
    mutating func learn(_ event: UserEvent) {
        position = event.position
        switch event.action {
        case .opened(let item, let since) where !item.isCard:
            pending.append(
                PendingOpening(
                    item: item.hash,
                    user: event.user.hash,
                    time: event.at,
                    since: since ?? .distantPast,
                    position: event.position
                )
            )
            count += 1
            let eventHour = ForwardDecay.hour(of: event.at)
            if eventHour > hour || count % step == 0 { publish() }
            hour = max(hour, eventHour)
        case .forgotten(let openings): takeBack(openings ?? [])
        case .searched, .opened, .saved, .unsaved, .dismissed, .restored, .dismissedWidget, .restoredWidget, .arranged:
            break
        }
    }

    private mutating func publish() {
        for opening in pending {
            var recent = recents.value(for: opening.user) ?? RecentSlots()
            let slot = published.learn(
                opening.item,
                after: recent,
                at: opening.time,
                since: opening.since,
                position: opening.position
            )
            history?.append(LearnedOpening(opening, slot, isFirst: recent.count == 0))
            recent.insert(slot)
            recents.insert(recent, for: opening.user)
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Takes back the openings of one user at these positions, as far as they were learned.
    private mutating func takeBack(_ positions: [Int64]) {
        guard history != nil, !positions.isEmpty else { return }
        publish()
        published.position = position
        guard let history else { return }
        var recent = RecentSlots()
        for position in positions {
            let index = history.indices.partitioningIndex { history[$0].position >= position }
            guard index < history.count, history[index].position == position else { continue }
            let opening = history[index]
            if opening.isFirst { recent = RecentSlots() }
            published.unlearn(Int(opening.slot), after: recent, at: Int(opening.hour), since: Int(opening.since))
            recent.insert(opening.slot)
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

struct PendingOpening: Hashable, Sendable {
    /// ``CatalogueItem/ID/hash``.
    let item: UInt64
    let user: UInt64
    let time: Instant
    /// The time until which the user counts already; ``Instant/distantPast`` for a first opening.
    let since: Instant
    let position: Int64
}

struct LearnedOpening: Sendable {
    let position: Int64
    /// ``PendingOpening/user``.
    let user: UInt64
    let slot: UInt32
    let hour: Int32
    let since: Int32
    /// Whether nothing was known of the user before it.
    let isFirst: Bool

    init(_ opening: PendingOpening, _ slot: UInt32, isFirst: Bool) {
        (position, user, self.slot, self.isFirst) = (opening.position, opening.user, slot, isFirst)
        hour = Int32(clamping: ForwardDecay.hour(of: opening.time))
        since = Int32(clamping: ForwardDecay.hour(of: opening.since))
    }
}

extension UserID {
    var hash: UInt64 { Revision { $0.combine(rawValue) }.rawValue }
}
