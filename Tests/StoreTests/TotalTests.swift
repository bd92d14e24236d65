import SeededRandom
import Testing

@testable import Catalogue

/// Guards the totals of all users, compared with sums over the same events.
@Suite struct `The totals of a store` {
    private static let users = ["u", "v", "w", "x", "y"]

    /// Stores random batches through two stores, those of different users at the same time.
    /// - Returns: The stored events of each user.
    private func fill(_ stores: [any CatalogueStore], seed: UInt64) async throws -> [[ReportedEvent]] {
        try await withThrowingTaskGroup { group in
            for (number, name) in Self.users.enumerated() {
                group.addTask {
                    var random = SplitMix64(seed: seed * 100 + UInt64(number))
                    var (stored, time) = ([ReportedEvent](), now)
                    let user = try user(name)
                    for _ in 0..<20 {
                        let events = (0..<random.pick(1, 3, 8)).map { _ in
                            time += random.pick(0, 1, 60, 2_000, 40_000)
                            return Self.randomEvent(of: number, at: time - random.pick(0, 0, 100, 100_000), &random)
                        }
                        let outcome = try await random.pick(stores[0], stores[1]).append(
                            EventBatch(events),
                            by: user,
                            at: time
                        )
                        // A batch is stored in the order of times.
                        for index in events.indices.sorted(by: { (events[$0].at, $0) < (events[$1].at, $1) }) {
                            let event = events[index]
                            let isUnknown = event.requiredItem == id("unknown")
                            #expect(outcome.unknownItems.contains(index) == isUnknown)
                            if !isUnknown { stored.append(event) }
                        }
                    }
                    return stored
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static func randomEvent(
        of user: Int,
        at time: Instant,
        _ random: inout SplitMix64
    ) -> ReportedEvent {
        let item = id(random.pick("a", "b", "unknown"))
        let arms = [arm(user % 2 == 0 ? "map" : "control"), arm("b\(user % 3)", of: "bar")]
        let place = EventOrigin(
            widget: WidgetID(segment: random.pick("homes", "style"), widget: random.pick("w", "v")),
            arms: user == 4 ? [] : arms,
            rank: random.pick(nil, 0, 1, 2, 150)
        )
        let content: ReportedEvent.Content =
            switch random.next() % 9 {
            case 0...3: .shown(item)
            case 4, 5: .action(.opened(item))
            case 6: .action(.saved(item))
            case 7: .action(random.pick(.dismissed(item), .dismissedWidget(place.widget, until: time)))
            default: .action(random.pick(.unsaved(item), .restored(item), .restoredWidget(place.widget), search("m")))
            }
        return ReportedEvent(content, at: time, origin: random.pick(nil, place, place, place))
    }

    @Test(arguments: Engine.all, 1...3 as ClosedRange<UInt64>)
    func `are the sums over the events of all users`(engine: Engine, seed: UInt64) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        let users = try await fill([store, place.open()], seed: seed)
        var expected = Sums()
        for events in users { expected.add(events) }

        let totals = try await store.eventTotals(since: .min)
        #expect(totals.count == expected.places.count && totals.count > 100)
        for total in totals { #expect(expected.places[total.key] == total.counts, "seed \(seed): \(total.key)") }
        let day = EventTotal.day(of: now) + 3
        let recent = try await place.open().eventTotals(since: day)
        #expect(Set(recent) == Set(totals.filter { $0.key.day >= day }) && recent.count < totals.count)

        let arms = try await store.armTotals()
        #expect(arms.count == 5 && Set(arms.map(\.arm)).count == 5)
        for total in arms { #expect(expected.arms[total.arm] == total.sums, "seed \(seed): \(total.arm)") }
        // The same follows from the counts of the users.
        var counted: [EventOrigin.Arm: ArmTotal.Sums] = [:]
        for name in Self.users {
            for arm in try await store.counts(of: user(name)).arms {
                counted[arm.arm, default: ArmTotal.Sums()].add(visits: arm.visits, arm.shown, opened: arm.opened)
            }
        }
        #expect(counted == expected.arms)
    }

    @Test(arguments: Engine.all) func `are deleted by the day, and counts by the end of the last visit`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let (day, at) = (86_400 as Instant, EventOrigin(widget: widget("w"), arms: [arm("map")], rank: 0))
        for number in 0..<4 as Range<Int64> {
            try await store.append(shown("a", at: 100 + number * 86_400, in: at), by: user("u\(number)"))
        }
        func days() async throws -> [Int32] { try await place.open().eventTotals(since: .min).map(\.key.day).sorted() }
        #expect(try await days() == [0, 0, 1, 1, 2, 2, 3, 3])
        #expect(try await store.delete(.totals, before: day - 1) == 0)
        // A day is deleted once it is over.
        #expect(try await store.delete(.totals, before: day + 86_500) == 4)
        #expect(try await days() == [2, 2, 3, 3])

        #expect(try await store.delete(.counts, before: day + 100) == 1)
        #expect(try await store.delete(.counts, before: day + 101) == 1)
        #expect(try await store.delete(.counts, before: day + 101) == 0)
        for number in 0..<4 {
            #expect(try await store.counts(of: user("u\(number)")).shown(id("a")) == (number < 2 ? [] : [1, 1]))
        }
        // The sums of arms stay.
        #expect(try await store.armTotals().map(\.sums.users) == [4])
        #expect(try await store.delete(.events, before: .distantFuture) == 0)
    }

    @Test(arguments: Engine.all) func `keep what was counted of a user who is forgotten`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a")])
        let at = EventOrigin(widget: widget("w"), arms: [arm("map")], rank: 0)
        try await store.append(shown("a", in: at), event(opened("a"), in: at), by: user("u"))
        try await store.append(shown("a", in: at), by: user("v"))
        let (totals, arms) = (try await store.eventTotals(since: .min), try await store.armTotals())
        #expect(totals.count == 2 && arms.map(\.sums.users) == [2])
        for name in ["u", "v"] {
            try await place.open().forget(user(name))
            #expect(try await store.state(of: user(name)) == .empty)
        }
        #expect(try await Set(store.eventTotals(since: .min)) == Set(totals))
        #expect(try await store.armTotals() == arms)
        // Nothing is learned from counts alone, so that nothing has to be learned again.
        #expect(try await store.events(after: 0, limit: 9).map(\.action.isForgotten) == [true])
    }

    @Test(arguments: Engine.all) func `are written once for batches that are stored together`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let stores = [store, try place.open()]
        let at = EventOrigin(widget: widget("w"), arms: [arm("map")], rank: 0)
        try await withThrowingTaskGroup { group in
            for number in 0..<120 {
                group.addTask {
                    _ = try await stores[number % 2].append(shown("a", in: at), by: user("u\(number % 7)"))
                }
            }
            try await group.waitForAll()
        }
        let totals = try await store.eventTotals(since: .min)
        #expect(totals.first { $0.key.rank == 0 }?.counts == EventTotal.Counts(shown: 120))
        let whole = totals.first { $0.key.rank == EventTotal.Key.wholeWidget }
        #expect(whole?.counts == EventTotal.Counts(shown: 7) && totals.count == 2)
        #expect(whole?.key.arms == "order=map" && whole?.key.widget == widget("w"))
        var expected = ArmTotal.Sums()
        for number in 0..<7 { expected.add(visits: 1, number == 0 ? 18 : 17, opened: 0) }
        #expect(try await store.armTotals() == [ArmTotal(arm: arm("map"), sums: expected)])
    }
}
