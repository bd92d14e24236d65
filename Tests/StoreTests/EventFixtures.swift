import Catalogue
import Testing

/// An item that was shown.
func shown(_ item: CatalogueItem.ID, at time: Instant = now, in place: EventOrigin? = nil) -> ReportedEvent {
    ReportedEvent(.shown(item), at: time, origin: place)
}

/// A listing that was shown.
func shown(_ name: String, at time: Instant = now, in place: EventOrigin? = nil) -> ReportedEvent {
    shown(id(name), at: time, in: place)
}

/// An action that a client reports.
func event(
    _ action: UserAction,
    at time: Instant = now,
    in place: EventOrigin? = nil,
    price: Money? = nil
) -> ReportedEvent {
    ReportedEvent(.action(action), at: time, origin: place, price: price)
}

func widget(_ name: String) -> WidgetID { WidgetID(segment: "homes", widget: name) }

func arm(_ name: String, of experiment: String = "order") -> EventOrigin.Arm {
    EventOrigin.Arm(experiment: experiment, arm: name)
}

extension UserEventStore {
    /// Stores the events in one batch, at the time of the last one.
    @discardableResult
    func append(_ events: ReportedEvent..., by user: UserID) async throws(StoreError) -> BatchOutcome {
        try await append(EventBatch(events), by: user, at: events.map(\.at).max() ?? now)
    }

    /// The user's counts.
    func counts(of user: UserID) async throws(StoreError) -> UserCounts { try await state(of: user).counts }
}

extension UserCounts {
    /// How often an item was shown: ever, and since the user opened it.
    func shown(_ item: CatalogueItem.ID) -> [Int] {
        items.first { $0.id == item }.map { [$0.shown, $0.shownSinceOpened] } ?? []
    }
}
