/// What happened at a place of a home on one day, for all users.
public struct EventTotal: Hashable, Sendable {
    public struct Key: Hashable, Sendable {
        /// The number of days since 1970-01-01 (UTC).
        public var day: Int32
        public var widget: WidgetID
        /// The arms of the users, sorted: `map-first=map,prices=control`; empty for none.
        public var arms: String
        /// The rank of the item, 0…``greatestRank``; ``wholeWidget`` for the widget itself.
        public var rank: Int16

        /// The rank that stands for the widget itself. It was shown, or opened, as often as in a visit one of its items
        /// was.
        public static let wholeWidget: Int16 = -1
        /// The greatest rank that is told from others; it also stands for greater ones.
        static let greatestRank = 99
    }

    public struct Counts: Hashable, Sendable {
        public var shown: Int64 = 0
        public var opened: Int64 = 0
        public var saved: Int64 = 0
        public var dismissed: Int64 = 0

        public static let zero = Self()

        public static func += (sum: inout Self, other: Self) {
            sum.shown += other.shown
            sum.opened += other.opened
            sum.saved += other.saved
            sum.dismissed += other.dismissed
        }
    }

    public var key: Key
    public var counts: Counts

    public static func day(of time: Instant) -> Int32 {
        Int32(clamping: time.seconds / 86_400 - (time.seconds % 86_400 < 0 ? 1 : 0))
    }
}

/// The users of one arm of an experiment: how often they visited and opened something. The sums of squares and products
/// are for the variance between users.
public struct ArmTotal: Hashable, Sendable {
    public var arm: EventOrigin.Arm
    public var sums: Sums

    public struct Sums: Hashable, Sendable {
        public var users: Int64 = 0
        public var visits: Int64 = 0
        public var shown: Int64 = 0
        public var opened: Int64 = 0
        public var visitsSquared: Int64 = 0
        public var openedSquared: Int64 = 0
        public var visitsOpened: Int64 = 0

        init() {}

        init(_ counts: UserCounts.ArmCounts) {
            let (visits, shown, opened) = (Int64(counts.visits), Int64(counts.shown), Int64(counts.opened))
            self.init(columns: [1, visits, shown, opened, visits * visits, opened * opened, visits * opened])
        }

        static func += (sum: inout Self, other: Self) { sum = Self(columns: zip(sum.columns, other.columns).map(+)) }

        static func -= (sum: inout Self, other: Self) { sum = Self(columns: zip(sum.columns, other.columns).map(-)) }
    }
}

package struct EventTotals: Hashable, Sendable {
    package var places: [EventTotal.Key: EventTotal.Counts] = [:]
    package var arms: [EventOrigin.Arm: ArmTotal.Sums] = [:]

    package static func += (sum: inout Self, other: Self) {
        for (key, counts) in other.places { sum.places[key, default: .zero] += counts }
        for (arm, sums) in other.arms { sum.arms[arm, default: ArmTotal.Sums()] += sums }
    }
}
