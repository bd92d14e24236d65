public struct ReportedEvent: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case shown(CatalogueItem.ID)
        case action(UserAction)
    }

    public var content: Content
    public var at: Instant
    public var origin: EventOrigin?
    public var price: Money?

    public init(_ content: Content, at: Instant, origin: EventOrigin? = nil, price: Money? = nil) {
        self.content = content
        self.at = at
        self.origin = origin
        self.price = price
    }

    /// The item that must exist for the event to be stored. Whether shown items exist does not matter.
    public var requiredItem: CatalogueItem.ID? {
        switch content {
        case .action(.opened(let id, _)), .action(.saved(let id)), .action(.dismissed(let id)): id.isCard ? nil : id
        default: nil
        }
    }
}

/// Where a widget or an item of it was shown, as tracking tokens tell.
public struct EventOrigin: Hashable, Sendable {
    public var widget: WidgetID
    /// The user's arms of the experiments that affect the segment.
    public var arms: [Arm]
    /// The number of items before it in the widget, on all pages; `nil` for the widget itself.
    public var rank: Int?

    public struct Arm: Hashable, Sendable {
        public let experiment: String
        public let arm: String

        public init(experiment: String, arm: String) {
            self.experiment = experiment
            self.arm = arm
        }
    }

    public init(widget: WidgetID, arms: [Arm] = [], rank: Int? = nil) {
        self.widget = widget
        self.arms = arms
        self.rank = rank
    }
}

public struct EventBatch: Hashable, Sendable {
    /// Identifies the batch among the user's: a repeated one has no effect. `nil` for a batch that is never repeated.
    public var id: String?
    /// The events, in the order in which they were reported.
    public var events: [ReportedEvent]

    public init(id: String? = nil, _ events: [ReportedEvent]) {
        self.id = id
        self.events = events
    }

    public init(_ actions: [UserAction], at time: Instant) {
        self.init(actions.map { ReportedEvent(.action($0), at: time) })
    }

    /// The items of the catalogue that must exist for the events to be stored.
    package var requiredItems: [CatalogueItem.ID] { events.compactMap(\.requiredItem) }
}

public struct BatchOutcome: Hashable, Sendable {
    /// Whether the batch was stored before, and has had no effect now.
    public var isRepeated = false
    /// The indices of the events whose items the store does not have. The others are stored.
    public var unknownItems: [Int] = []
    public var hasChangedRecord = false
    public var counts: UserCounts
}
