import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `A user's state` {
    private let names = (0..<20).map { "i\($0)" }

    /// Applies a batch in which every item exists.
    private func apply(_ events: [ReportedEvent], to state: inout UserState) -> BatchEffect {
        state.apply(EventBatch(events), at: 0) { _ in true }
    }

    @Test func `has what was shown at the same time in one order, however it was reported`() {
        let ids = names.sorted().flatMap { name in
            ["listing", "product"].map { CatalogueItem.ID(kind: $0, id: name) }
        }
        let widgets = names.sorted().flatMap { name in
            ["homes", "style"].map { WidgetID(segment: $0, widget: name) }
        }
        var random = SplitMix64(seed: 7)
        for _ in 0..<5 {
            let events = zip(ids.shuffled(using: &random), widgets.shuffled(using: &random)).map { id, widget in
                ReportedEvent(.shown(id), at: 7, origin: EventOrigin(widget: widget, rank: 0))
            }
            var state = UserState.empty
            _ = apply(events, to: &state)
            #expect(state.counts.items.map(\.id) == ids)
            #expect(state.counts.widgets.map(\.widget) == widgets)
        }
    }

    @Test func `holds no more widgets and arms than its limits, those of the last visits`() {
        var state = UserState.empty
        let count = 2 * UserCounts.widgetLimit
        for number in 0..<count {
            let arm = EventOrigin.Arm(experiment: "e\(number)", arm: "a")
            let place = EventOrigin(widget: WidgetID(segment: "homes", widget: "w\(number)"), arms: [arm], rank: 0)
            let at = Instant(seconds: Int64(number) * UserCounts.Visit.idleTime)
            _ = apply(
                [ReportedEvent(.shown(CatalogueItem.ID(kind: "listing", id: "a")), at: at, origin: place)],
                to: &state
            )
        }
        let last = (0..<count).map { "\($0)" }
        #expect(state.counts.widgets.map(\.widget.widget) == last.suffix(UserCounts.widgetLimit).map { "w" + $0 })
        #expect(state.counts.arms.map(\.arm.experiment) == last.suffix(UserCounts.armLimit).map { "e" + $0 })
    }

    @Test func `tells which items were shown often without being opened`() {
        let ids = names.map { CatalogueItem.ID(kind: "listing", id: $0) }
        func fatigued(_ state: UserState, shown: Int, after time: Instant) -> [Int] {
            let hashes = CachedUser(record: .empty, counts: state.counts).fatigued(shown: shown, after: time)
            return ids.indices.filter { hashes.contains(ids[$0].hash) }
        }
        // The item 12 is shown twelve times, the last time at 11.
        var state = UserState.empty
        _ = apply(
            ids.enumerated().flatMap { count, id in
                (0..<count).map { ReportedEvent(.shown(id), at: Instant(seconds: $0)) }
            },
            to: &state
        )
        #expect(fatigued(state, shown: 17, after: -1) == [17, 18, 19])
        #expect(fatigued(state, shown: 1, after: 16) == [18, 19])
        _ = apply([ReportedEvent(.action(.opened(ids[18])), at: 20)], to: &state)
        #expect(fatigued(state, shown: 17, after: -1) == [17, 19])
    }

    @Test func `applies the events of a batch by their times, and names unknown items by their places`() {
        let (a, b) = (CatalogueItem.ID(kind: "listing", id: "a"), CatalogueItem.ID(kind: "listing", id: "b"))
        let unknown = CatalogueItem.ID(kind: "listing", id: "x")
        func event(_ action: UserAction, at time: Instant) -> ReportedEvent { ReportedEvent(.action(action), at: time) }
        var state = UserState.empty
        let batch = EventBatch([
            event(.opened(unknown), at: 9), event(.opened(a), at: 5), event(.unsaved(b), at: 4),
            event(.saved(b), at: 3),
            event(.opened(b), at: 1), event(.saved(unknown), at: 2),
        ])
        let effect = state.apply(batch, at: 10) { $0 != unknown }
        #expect(state.record.opened == [a, b] && state.record.saved == [])
        #expect(effect.logged.map(\.at) == [1, 3, 4, 5] && effect.outcome.unknownItems == [0, 5])
    }

    @Test func `knows what was shown since an opening that is reported late`() {
        let id = CatalogueItem.ID(kind: "listing", id: "a")
        func counts(_ events: [(isOpened: Bool, at: Instant)]) -> [Int] {
            var state = UserState.empty
            for (isOpened, at) in events {
                _ = apply([ReportedEvent(isOpened ? .action(.opened(id)) : .shown(id), at: at)], to: &state)
            }
            return state.counts.items.map(\.shownSinceOpened)
        }
        // Opened after all, at the time of the last one, and before the last one.
        #expect(counts([(false, 1), (false, 2), (false, 3), (true, 4)]) == [0])
        #expect(counts([(false, 1), (false, 3), (true, 3)]) == [0])
        #expect(counts([(false, 1), (false, 2), (false, 3), (true, 2)]) == [1])
        // Shown before the opening, and reported after it; an older opening.
        #expect(counts([(false, 1), (true, 9), (false, 2), (false, 3)]) == [0])
        #expect(counts([(false, 1), (true, 9), (false, 10), (false, 11), (true, 8)]) == [2])
    }
}
