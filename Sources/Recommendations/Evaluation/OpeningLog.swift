import Catalogue

struct Opening: Hashable, Sendable {
    let user: UserID
    let item: ItemRow
    let at: Instant
}

/// The openings that an evaluation divides into training and test.
public struct OpeningLog: Sendable {
    public let items: EvaluatedItems
    public private(set) var counts = Counts()
    private var openings: [Opening] = []

    public struct Counts: Hashable, Sendable {
        /// All openings, with those that are ignored.
        public internal(set) var read = 0
        public internal(set) var otherKinds = 0
        public internal(set) var unknownItems = 0
    }

    public init(of items: EvaluatedItems) {
        self.items = items
    }

    /// Adds an event, in any order. Searches are ignored.
    public mutating func append(_ event: UserEvent) {
        guard case .opened(let id, _) = event.action else { return }
        counts.read += 1
        if id.kind != items.kind {
            counts.otherKinds += 1
        } else if let item = items.snapshot.row(of: id) {
            openings.append(Opening(user: event.user, item: item, at: event.at))
        } else {
            counts.unknownItems += 1
        }
    }

    /// The first opening of each item by each user, in the order of time; at equal times in the order of the log.
    func firstOpenings() -> [Opening] {
        var seen: [UserID: Set<ItemRow>] = [:]
        return openings.sorted { $0.at < $1.at }.filter { seen[$0.user, default: []].insert($0.item).inserted }
    }

    public mutating func append(eventsOf store: any UserEventStore, pageSize: Int = 10_000) async throws(StoreError) {
        var position: Int64 = 0
        while true {
            let events = try await store.events(after: position, limit: pageSize)
            guard let last = events.last else { return }
            for event in events { append(event) }
            position = last.position
        }
    }
}
