import Recommendations
import Testing

@testable import Catalogue
@testable import HomeFeed

@Suite struct `An item with a start` {
    private static let start: Instant = 1_700_000_100

    /// Three houses of which the second begins at ``start``, a minute after the world's time.
    private func world(_ source: String, title: String = "W") throws -> World {
        var items = CatalogueItem.houses("h", 3)
        items[1].startsAt = Self.start
        let world = try World(
            config(#"{"id": "w", "title": "\#(title)", "layout": "HomeWidgetProductL", "source": \#(source)}"#),
            items: items
        )
        world.now = Self.start - 60
        try world.store.record(.homes(market: "toledo"), by: user("u"))
        return world
    }

    @Test(arguments: [
        "lastSearch", "recommendations", "nearby", "newest", "items", "popular", "recentlyViewed", "saved",
    ])
    func `appears when the time comes, in widgets of every source, and not before`(kind: String) async throws {
        let world = try world(#"{"kind": "\#(kind)"}"#)
        if kind != "recommendations" {
            try world.store.recordOpened("listing:h1", "listing:h2", "listing:h3", by: user("u"))
            try world.act(.saved(item("listing:h1")), .saved(item("listing:h2")), by: "u")
        }
        let request = try request(for: "u", at: .town)
        let before = try await world.home(request)
        #expect(!before.homeWidgets.flatMap(\.itemIDs).contains("listing:h2"))
        #expect(before.homeWidgets.flatMap(\.itemIDs).contains("listing:h1"))
        world.now = Self.start - 1
        #expect(try await world.home(request).itemIDs == before.itemIDs)
        world.now = Self.start
        #expect(try await world.home(request).homeWidgets.flatMap(\.itemIDs).contains("listing:h2"))
    }

    @Test func `ends the time for which a home is current`() async throws {
        let world = try world(#"{"kind": "newest"}"#)
        func seconds() async throws -> Int {
            try await world.home().refreshAfter
        }
        #expect(try await seconds() == 60)
        world.now = Self.start
        #expect(try await seconds() == 300)
    }

    @Test func `is not what others are similar to before`() async throws {
        let world = try world(#"{"kind": "similar"}"#, title: "Like {item}")
        func widget() async throws -> Document.Widget {
            try await world.widget(WidgetRequest(id: "w", item: "listing:h2"), request())
        }
        let error = await #expect(throws: FeedError.self) { try await widget() }
        guard case .unknownItem("listing:h2") = error else { throw try #require(error) }
        world.now = Self.start
        #expect(try await widget().header.title == "Like A house")
    }

    @Test func `is new since a visit that ended before it began`() async throws {
        let world = try world(#"{"kind": "unseen"}"#)
        try world.act(.opened(item("listing:h1")), by: "u", at: world.now)
        world.now += 100_000
        try world.act(.opened(item("listing:h1")), by: "u", at: world.now)
        #expect(try await world.home(for: "u").itemIDs == [["listing:h2"]])
    }

    @Test func `is counted beside the last search when it began`() async throws {
        let world = try world(#"{"kind": "lastSearch"}"#)
        #expect(try await world.home(for: "u").homeWidgets[0].badge?.count == 2)
        world.now = Self.start
        #expect(try await world.home(for: "u").homeWidgets[0].badge?.count == 3)
    }
}

@Suite struct `An item that is listed in the future` {
    private func world(_ source: String) throws -> World {
        let now: Instant = 1_700_000_000
        let world = try World(
            #"{"marks": {"newSinceLastVisit": true}, "#
                + config(#"{"id": "w", "title": "W", "layout": "HomeWidgetProductL", "source": \#(source)}"#)
                .dropFirst(),
            items: [.house("old"), .house("soon", listedAt: now + 7_200)]
        )
        try world.store.record(.homes(market: "toledo"), by: user("u"))
        world.now = now
        return world
    }

    @Test func `is not new beside the last search`() async throws {
        let world = try world(#"{"kind": "lastSearch"}"#)
        let widget = try await world.home(for: "u").homeWidgets[0]
        #expect(widget.itemIDs == ["listing:soon", "listing:old"] && widget.badge?.count == 1)
        #expect(widget.items.map(\.isNew) == [nil, true])
        world.now += 7_200
        let later = try await world.home(for: "u").homeWidgets[0]
        #expect(later.badge?.count == 2 && later.items.map(\.isNew) == [true, true])
    }

    @Test func `is not new since the last visit`() async throws {
        let source = #"{"kind": "composed", "parts": [{"source": {"kind": "newest"}}]}"#
        let (marked, unseen) = (try world(source), try world(#"{"kind": "unseen"}"#))
        for world in [marked, unseen] {
            try world.act(.opened(item("listing:old")), by: "u", at: world.now)
            try world.act(.opened(item("listing:old")), by: "u", at: world.now + 3_600)
            world.now += 3_600
        }
        #expect(try await marked.home(for: "u").homeWidgets[0].items.map(\.newSinceLastVisit) == [nil, nil])
        #expect(try await unseen.home(for: "u").homeWidgets == [])
        marked.now += 3_600
        unseen.now += 3_600
        #expect(try await marked.home(for: "u").homeWidgets[0].items.map(\.newSinceLastVisit) == [true, nil])
        #expect(try await unseen.home(for: "u").itemIDs == [["listing:soon"]])
    }

    @Test func `is not recommended for being new`() async throws {
        let world = try world(#"{"kind": "recommendations"}"#)
        let items = try await world.home().homeWidgets[0].items
        #expect(items.first { $0.id == "listing:soon" }?.reason == nil)
        world.now += 7_200
        let later = try await world.home().homeWidgets[0].items
        #expect(later.first { $0.id == "listing:soon" }?.reason?.kind == "new")
    }
}
