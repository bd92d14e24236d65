extension UserCounts {
    /// Events with less than ``idleTime`` between them.
    public struct Visit: Hashable, Sendable {
        public var start: Instant
        public var end: Instant
        /// The end of the visit before; `nil` for the first one.
        public var previousEnd: Instant?

        /// A visit ends after this time without an event, in seconds: 30 minutes.
        static let idleTime: Int64 = 30 * 60
    }

    /// The visit to which a time belongs: the current one, or one that begins then. An event that is reported late
    /// begins none.
    public func visit(at time: Instant) -> Visit {
        if let visit, time < visit.end + Visit.idleTime { return visit }
        return Visit(start: time, end: time, previousEnd: visit?.end)
    }
}
