import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `A user record` {
    private func item(_ id: String, kind: String = "listing") -> CatalogueItem.ID {
        CatalogueItem.ID(kind: kind, id: id)
    }

    /// Applies actions, one second after another.
    private func record(after actions: [UserAction]) -> UserRecord {
        var record = UserRecord.empty
        for (time, action) in actions.enumerated() { _ = record.apply(action, at: Instant(seconds: time)) }
        return record
    }

    @Test func `has saved and dismissed items once, the latest first`() {
        let (a, b) = (item("a"), item("b"))
        let record = record(after: [.saved(a), .saved(b), .saved(a), .dismissed(a), .dismissed(b), .dismissed(a)])
        #expect(record.saved == [a, b] && record.dismissed == [a, b])
        #expect(record.seen.map(\.id) == [a, b] && record.seen.map(\.at) == [2, 1])
    }

    @Test func `holds no more of anything than its limits`() {
        func limited(_ limit: Int, _ action: (Int) -> UserAction) -> UserRecord {
            record(after: (0...limit).map(action))
        }
        let saved = limited(UserRecord.savedLimit) { .saved(item("\($0)")) }
        #expect(saved.saved.count == UserRecord.savedLimit && !saved.saved.contains(item("0")))
        #expect(saved.seen.count == UserRecord.seenLimit && saved.seen.first?.id == saved.saved.first)
        let dismissed = limited(UserRecord.dismissedLimit) { .dismissed(item("\($0)")) }.dismissed
        #expect(dismissed.count == UserRecord.dismissedLimit && !dismissed.contains(item("0")))
        let cards = limited(UserRecord.openedCardLimit) { .opened(item("\($0)", kind: "brand")) }
        #expect(cards.openedCards.count == UserRecord.openedCardLimit && cards.opened.isEmpty && cards.seen.isEmpty)
        let widgets = limited(UserRecord.dismissedWidgetLimit) {
            .dismissedWidget(WidgetID(segment: "homes", widget: "\($0)"), until: 9)
        }.dismissedWidgets
        #expect(widgets.count == UserRecord.dismissedWidgetLimit && widgets.last?.widget.widget == "1")
        let arrangement = WidgetArrangement(hidden: ["w"], pinned: [], order: [])
        let arrangements = limited(UserRecord.arrangementLimit) {
            .arranged(arrangement, segment: String(UnicodeScalar(UInt8(97 + $0))))
        }.arrangements
        #expect(arrangements.count == UserRecord.arrangementLimit && arrangements["a"] == nil)
    }

    @Test func `has each opened item once, the latest first, and no more than its limit`() {
        var record = UserRecord.empty
        let ids = (0...UserRecord.openedLimit).map { CatalogueItem.ID(kind: "listing", id: "l\($0)") }
        let changes = ids.dropLast().map { record.apply(.opened($0), at: 0) }
        #expect(changes == ids.dropLast().map { UserRecord.Change(firstOpened: $0, forgotten: nil) })
        #expect(record.apply(.opened(ids[0]), at: 0) == UserRecord.Change(firstOpened: nil, forgotten: nil))
        #expect(record.opened.first == ids[0])
        #expect(
            record.apply(.opened(ids[UserRecord.openedLimit]), at: 0)
                == UserRecord.Change(firstOpened: ids[UserRecord.openedLimit], forgotten: ids[1])
        )
        #expect(record.opened.count == UserRecord.openedLimit)
    }

    @Test func `is not changed by the same search again`() {
        var record = UserRecord.empty
        #expect(record.apply(.searched(`A packed search`.full), at: 0) != nil)
        #expect(record.apply(.searched(`A packed search`.full), at: 0) == nil)
        #expect(record.lastSearch == `A packed search`.full)
    }

    @Test func `knows the latest price of an item that the user opened`() {
        var record = UserRecord.empty
        for (time, amount) in [(1, 100), (2, 90)] as [(Instant, Int64)] {
            let price = Money(amount: amount, currency: "EUR")
            #expect(record.apply(.opened(item("a")), at: time, price: price) != nil)
        }
        let price = Money(amount: 90, currency: "EUR")
        #expect(record.seen == [UserRecord.SeenItem(id: item("a"), at: 2, price: price)])
        #expect(record.apply(.forgotten(openings: nil), at: 3) == nil)
    }

    /// Every order of reports leads to the record of the actions in the order of their times.
    @Test(arguments: 0..<20 as Range<UInt64>) func `is the same in whichever order actions are reported`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (a, b, brand) = (item("a"), item("b"), item("nike", kind: "brand"))
        let widget = WidgetID(segment: "homes", widget: "w")
        let all: [UserAction] = [
            .opened(a), .opened(b), .opened(brand), .saved(a), .unsaved(a), .saved(b), .unsaved(b), .dismissed(a),
            .restored(a), .dismissed(brand), .restored(brand), .dismissedWidget(widget, until: 100),
            .restoredWidget(widget),
        ]
        let actions = (0..<40).map { (action: all.randomElement(using: &random)!, at: Instant(seconds: $0)) }
        func record(_ actions: [(action: UserAction, at: Instant)]) -> UserRecord {
            var record = UserRecord.empty
            for (action, at) in actions {
                _ = record.apply(action, at: at, price: Money(amount: at.seconds, currency: "EUR"))
            }
            return record
        }
        let (found, expected) = (record(actions.shuffled(using: &random)), record(actions))
        #expect(found.openings == expected.openings && found.cardOpenings == expected.cardOpenings)
        #expect(found.saves == expected.saves && found.unsaves == expected.unsaves)
        #expect(found.dismissals == expected.dismissals && found.restorations == expected.restorations)
        #expect(found.dismissedWidgets == expected.dismissedWidgets)
        // The last one to be saved or opened has the last price.
        for id in [a, b] {
            let opened = actions.last { $0.action == .opened(id) }?.at ?? -1
            let seen = found.seen.first { $0.id == id }
            #expect(seen.map { $0.at >= opened } ?? (opened < 0))
        }
    }

    @Test func `has the last report of actions of one time`() {
        let (a, b) = (item("a"), item("b"))
        var record = UserRecord.empty
        for action in [.opened(a), .opened(b), .saved(a), .unsaved(a), .unsaved(b), .saved(b)] as [UserAction] {
            #expect(record.apply(action, at: 7) != nil)
        }
        #expect(record.opened == [b, a] && record.saved == [b])
    }

    @Test func `ignores openings that are too old for it, and counts no user`() {
        var record = UserRecord.empty
        for number in 0..<UserRecord.openedLimit { _ = record.apply(.opened(item("\(number)")), at: 100) }
        let before = record.opened
        #expect(record.apply(.opened(item("old")), at: 99) == UserRecord.Change())
        #expect(record.opened == before)
        let change = UserRecord.Change(firstOpened: item("new"), forgotten: item("0"))
        #expect(record.apply(.opened(item("new")), at: 100) == change)
    }
}

@Suite struct `The day of an event` {
    @Test func `begins at midnight, also before 1970`() {
        #expect([-86_401, -86_400, -1, 0, 86_399, 86_400].map { EventTotal.day(of: $0) } == [-2, -1, -1, 0, 0, 1])
        #expect(EventTotal.day(of: .distantPast) == .min && EventTotal.day(of: .distantFuture) == .max)
    }
}
