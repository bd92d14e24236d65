/// What was shown to a user, in numbers.
///
/// It changes with most batches of events, and is apart from the ``UserRecord``, so that recommendations are not
/// computed anew when something was shown.
public struct UserCounts: Hashable, Sendable {
    /// The number of batches that were applied. A greater one is newer.
    public var revision: Int64 = 0
    /// The shown items, brands and banners, without repetition, the latest last, at most ``itemLimit``.
    public var items: [ItemCounts] = []
    /// The widgets that were shown, at most ``widgetLimit``, the latest last.
    public var widgets: [WidgetCounts] = []
    /// The arms in which the user was, at most ``armLimit``, the latest last.
    public var arms: [ArmCounts] = []
    public var visit: Visit?
    /// How much of the day's limit is used.
    var dailyOpenings = DailyOpenings()
    /// The last batches, the latest last, at most ``batchLimit``.
    var batches: [RecentBatch] = []

    static let itemLimit = 400
    static let widgetLimit = 100
    static let armLimit = 40
    static let batchLimit = 32
    /// How long a batch is remembered, in seconds: 7 days.
    static let batchLifetime: Int64 = 7 * 24 * 60 * 60

    public static let empty = UserCounts()

    public struct ItemCounts: Hashable, Sendable {
        public let id: CatalogueItem.ID
        public var shown = 0
        public var shownSinceOpened = 0
        public var lastShown = Instant.distantPast
        /// When the user last opened it, after it was shown first.
        var lastOpened = Instant.distantPast
        /// The last times at which a banner was shown, the latest last, at most ``timeLimit``; empty for other items.
        public var times: [Instant] = []

        public static let timeLimit = 20

        mutating func countShown(at time: Instant) {
            shown += 1
            if time >= lastOpened { shownSinceOpened += 1 }
            lastShown = max(lastShown, time)
            guard id.isCard else { return }
            times.append(time)
            times.sort()
            if times.count > Self.timeLimit { times.removeFirst() }
        }

        /// An opening before the item was last shown leaves that one time: when the others were is not known.
        mutating func countOpened(at time: Instant) {
            if time < lastOpened { return }
            lastOpened = time
            shownSinceOpened = time < lastShown ? min(1, shownSinceOpened) : 0
        }
    }

    /// In how many visits a widget was shown and opened.
    public struct WidgetCounts: Hashable, Sendable {
        public let widget: WidgetID
        public var shown = 0
        public var opened = 0
        /// The start of the last visit in which an item was shown.
        public var lastShown = Instant.distantPast
        /// The start of the last visit in which an item was opened.
        public var lastOpened = Instant.distantPast

        /// Counts an event in the visit that began at a time.
        /// - Returns: what to add to the totals.
        mutating func count(_ event: EventTotal.Counts, visit start: Instant) -> EventTotal.Counts {
            var added = EventTotal.Counts.zero
            // What was opened was shown, even if that is reported later or never.
            if event.shown + event.opened > 0, lastShown != start {
                lastShown = start
                shown += 1
                added.shown = 1
            }
            if event.opened > 0, lastOpened != start {
                lastOpened = start
                opened += 1
                added.opened = 1
            }
            return added
        }
    }

    /// What the user did in an arm of an experiment.
    public struct ArmCounts: Hashable, Sendable {
        public let arm: EventOrigin.Arm
        public var visits = 0
        public var shown = 0
        public var opened = 0
        /// The start of the last visit.
        var lastVisit = Instant.distantPast

        mutating func count(_ event: EventTotal.Counts, visit start: Instant) {
            if lastVisit != start {
                lastVisit = start
                visits += 1
            }
            shown += Int(event.shown)
            opened += Int(event.opened)
        }
    }

    /// The openings of a day from which others' recommendations learn: by arrival, since clients choose the times of
    /// events.
    struct DailyOpenings: Hashable, Sendable {
        /// See ``EventTotal/Key/day``.
        var day: Int32 = 0
        var openings = 0

        static let limit = 50

        /// Counts an opening that arrives at a time.
        /// - Returns: `false` beyond the limit.
        mutating func take(at now: Instant) -> Bool {
            let today = EventTotal.day(of: now)
            if day != today { self = DailyOpenings(day: today) }
            if openings == Self.limit { return false }
            openings += 1
            return true
        }
    }

    struct RecentBatch: Hashable, Sendable {
        public let id: String
        public let at: Instant
    }

    /// - Returns: `false` for a batch that it has.
    mutating func remember(batch id: String, at now: Instant) -> Bool {
        batches.removeAll { $0.at <= now - Self.batchLifetime }
        if batches.contains(where: { $0.id == id }) { return false }
        batches.append(RecentBatch(id: id, at: now))
        if batches.count > Self.batchLimit { batches.removeFirst() }
        return true
    }

    /// How often a banner was shown after `time`: at most ``ItemCounts/timeLimit``.
    public func shownCount(ofCard id: CatalogueItem.ID, after time: Instant) -> Int {
        items.first { $0.id == id }?.times.count { $0 > time } ?? 0
    }
}
