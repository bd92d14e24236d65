import Testing

@testable import Catalogue

private func item(_ id: String, kind: String = "listing") -> CatalogueItem.ID { CatalogueItem.ID(kind: kind, id: id) }

private func widget(_ id: String) -> WidgetID { WidgetID(segment: "homes", widget: id) }

private let arrangement = WidgetArrangement(hidden: ["a", "b"], pinned: [], order: ["c", ""])

private func readRecord(_ bytes: [UInt8]) -> UserRecord? { try? UserRecord(stored: bytes.span) }

private func readCounts(_ bytes: [UInt8]) -> UserCounts? { try? UserCounts(stored: bytes.span) }

private func readAction(_ code: UInt8, _ bytes: [UInt8]) -> UserAction? { UserAction(code: code, packed: bytes.span) }

@Suite struct `The stored bytes of a user record` {
    /// A record with something in every list.
    fileprivate static let full: UserRecord = {
        var record = UserRecord(lastSearch: `A packed search`.full, opened: [item("a"), item("b", kind: "product")])
        record.cardOpenings = RecentList(
            [item("nike", kind: "brand"), item("sale", kind: "banner")],
            at: [9, .distantPast]
        )
        record.saves = RecentList([item("s")], at: [.distantFuture])
        record.unsaves = RecentList([item("t")], at: [-1])
        record.dismissals = RecentList([item("d"), item("nike", kind: "brand")], at: [2, 1])
        record.restorations = RecentList([item("e")], at: [0])
        record.dismissedWidgets = [
            UserRecord.DismissedWidget(widget: widget("w"), at: 3, until: .distantFuture),
            UserRecord.DismissedWidget(widget: widget("v"), at: -1, until: -1),
        ]
        record.arrangements = ["homes": arrangement, "style": .none, "": arrangement]
        record.seen = [
            UserRecord.SeenItem(id: item("a"), at: 7, price: nil),
            UserRecord.SeenItem(id: item("s"), at: .distantPast, price: Money(amount: -1, currency: "EUR")),
        ]
        return record
    }()

    @Test func `have all its values`() {
        for record in [UserRecord.empty, Self.full] { #expect(readRecord(record.packed) == record) }
        #expect(Self.full.packed == Self.full.packed)
    }

    @Test func `are refused if they are truncated or extended, or of another version`() {
        let (bytes, longer) = (Self.full.packed, Self.full.packed + [0])
        #expect(bytes.indices.allSatisfy { readRecord(Array(bytes.prefix($0))) == nil })
        #expect(readRecord(longer) == nil)
        for version: UInt8 in [0, 2, 255] {
            let other = [version] + bytes.dropFirst()
            #expect(readRecord(other) == nil)
        }
    }
}

@Suite struct `The stored bytes of a user's counts` {
    /// Counts with something in every list.
    fileprivate static let full: UserCounts = {
        var counts = UserCounts()
        counts.revision = .max
        for (number, id) in [item("a"), item("sale", kind: "banner")].enumerated() {
            var item = UserCounts.ItemCounts(id: id)
            (item.shown, item.shownSinceOpened, item.lastShown) = (300 + number, 7, -5)
            item.times = number == 0 ? [] : [.distantPast, 0, .distantFuture]
            counts.items.append(item)
        }
        var shown = UserCounts.WidgetCounts(widget: widget("w"))
        (shown.shown, shown.opened, shown.lastShown) = (9, 8, 7)
        counts.widgets = [shown, UserCounts.WidgetCounts(widget: widget("v"))]
        var arm = UserCounts.ArmCounts(arm: EventOrigin.Arm(experiment: "order", arm: "map"))
        (arm.visits, arm.shown, arm.opened, arm.lastVisit) = (1, 1 << 30, 3, 4)
        counts.arms = [arm]
        counts.visit = UserCounts.Visit(start: 1, end: 2, previousEnd: -3)
        counts.dailyOpenings = UserCounts.DailyOpenings(day: -1, openings: 50)
        counts.batches = [UserCounts.RecentBatch(id: "b1", at: 1), UserCounts.RecentBatch(id: "é", at: 2)]
        return counts
    }()

    @Test func `have all their values`() {
        var withoutEnd = Self.full
        withoutEnd.visit?.previousEnd = nil
        for counts in [UserCounts.empty, Self.full, withoutEnd] {
            #expect(readCounts(counts.packed) == counts)
        }
    }

    @Test func `are refused if they are truncated or extended, or of another version`() {
        let (bytes, longer) = (Self.full.packed, Self.full.packed + [0])
        #expect(bytes.indices.allSatisfy { readCounts(Array(bytes.prefix($0))) == nil })
        #expect(readCounts(longer) == nil)
        for version: UInt8 in [0, 2, 255] {
            let other = [version] + bytes.dropFirst()
            #expect(readCounts(other) == nil)
        }
    }
}

@Suite struct `The stored bytes of an action` {
    private static let actions: [UserAction] = [
        .searched(`A packed search`.full), .opened(item("a")), .opened(item("a"), since: -1), .forgotten(openings: nil),
        .forgotten(openings: []),
        .forgotten(openings: [1, 300, 1 << 40]), .saved(item("b")), .unsaved(item("c")),
        .dismissed(item("nike", kind: "brand")), .restored(item("d")),
        .dismissedWidget(widget("w"), until: .distantFuture),
        .restoredWidget(widget("v")), .arranged(arrangement, segment: "homes"),
    ]

    @Test func `have its type, which never changes, and its values`() {
        #expect(Self.actions.map(\.code) == [0, 1, 1, 2, 2, 2] + Array(3...9))
        for action in Self.actions { #expect(readAction(action.code, action.packed) == action) }
    }

    @Test func `are refused if they are truncated or extended, or of an unknown type`() {
        for action in Self.actions {
            let (code, bytes) = (action.code, action.packed)
            for count in bytes.indices {
                #expect(readAction(code, Array(bytes.prefix(count))) == nil, "\(action)")
            }
            #expect(readAction(code, bytes + [0]) == nil, "\(action)")
        }
        #expect(readAction(0, Self.actions[1].packed) == nil && readAction(1, Self.actions[0].packed) == nil)
        #expect(readAction(10, []) == nil)
    }

    @Test func `may be damaged in any way`() {
        // Nothing is expected of damaged bytes except an answer.
        let samples: [(UInt8, [UInt8])] =
            Self.actions.map { ($0.code, $0.packed) } + [
                (0, `The stored bytes of a user record`.full.packed),
                (0, `The stored bytes of a user's counts`.full.packed),
            ]
        for (code, bytes) in samples {
            for index in bytes.indices {
                for value: UInt8 in [0, 0x7f, 0x80, 0xff] {
                    var damaged = bytes
                    damaged[index] = value
                    _ = readAction(code, damaged)
                    _ = readRecord(damaged)
                    _ = readCounts(damaged)
                }
            }
        }
    }
}
