import Catalogue
import JSON
import Testing

@testable import HomeFeed

@Suite struct `What a user dismisses` {
    private static let newest = #"{"kind": "newest", "sort": "newest"}"#

    @Test func `is in no widget until it is restored`() async throws {
        let world = try World(
            config(list(Self.newest), list(#"{"kind": "items", "of": "listing"}"#, id: "other")),
            items: CatalogueItem.houses("h", 5)
        )
        try world.act(.dismissed(item("listing:h1")), .dismissed(item("listing:h3")), by: "u")
        #expect(try await world.home(for: "u").itemIDs == [["listing:h2", "listing:h4", "listing:h5"]])
        #expect(try await world.home(for: "v").itemIDs[0] == ["listing:h1", "listing:h2", "listing:h3"])
        try world.act(.restored(item("listing:h1")), by: "u")
        #expect(
            try await world.home(for: "u").itemIDs == [["listing:h1", "listing:h2", "listing:h4"], ["listing:h5"]]
        )
    }

    @Test func `is on no further page`() async throws {
        let world = try World(config(list(Self.newest, limit: 2)), items: CatalogueItem.houses("h", 5))
        try world.act(.dismissed(item("listing:h4")), by: "u")
        let home = try await world.home(for: "u")
        let next = try await world.page(at: #require(home.homeWidgets[0].loadMore?.href), shown: home.shown)
        #expect(next.itemIDs == ["listing:h3", "listing:h5"])
    }

    @Test func `may be a brand or a banner`() async throws {
        let banners =
            #"{"kind": "banners", "items": [{"id": "a", "title": "A", "href": "/a"}, {"id": "b", "title": "B", "href": "/b"}]}"#
        let world = try World(
            config(list(#"{"kind": "brands"}"#), list(banners, id: "banners")),
            items: [.thing("1", by: "ami"), .thing("2", by: "bode")]
        )
        try world.act(.dismissed(item("brand:ami")), .dismissed(item("banner:b")), by: "u")
        #expect(try await world.home(for: "u").itemIDs == [["brand:bode"], ["banner:a"]])
    }

    @Test func `may be a widget, for a time`() async throws {
        let world = try World(
            config(list(Self.newest, #", "dismissFor": "1h""#), list(#"{"kind": "items"}"#, id: "other")),
            items: CatalogueItem.houses("h", 2)
        )
        let widget = WidgetID(segment: "homes", widget: "list")
        #expect(world.feed.dismissalTime(of: widget) == 3_600)
        try world.act(.dismissedWidget(widget, until: world.now + 3_600), by: "u")
        #expect(try await world.home(for: "u").homeWidgets.map(\.id) == ["other"])
        world.now += 3_600
        #expect(try await world.home(for: "u").homeWidgets.map(\.id) == ["list"])
        try world.act(.dismissedWidget(widget, until: world.now + 3_600), .restoredWidget(widget), by: "u")
        #expect(try await world.home(for: "u").homeWidgets.map(\.id) == ["list"])
    }

    @Test func `is said in the document, for users`() async throws {
        let parts = """
            {"kind": "composed", "parts": [{"source": \(Self.newest)}, {"source": {"kind": "loadMore", "id": "all",
            "title": "All", "href": "/all"}}]}
            """
        let world = try World(
            config(
                list(parts, #", "dismissItems": true, "dismissFor": "7d""#),
                list(#"{"kind": "items"}"#, id: "other")
            ),
            items: CatalogueItem.houses("h", 5)
        )
        let home = try await world.home(for: "u")
        #expect(home.homeWidgets.map(\.dismissible) == [true, nil])
        #expect(home.homeWidgets[0].items.map(\.dismissible) == [true, true, true, nil])
        #expect(home.homeWidgets[1].items.map(\.dismissible) == [nil, nil])
        let anonymous = try await world.home()
        #expect(
            anonymous.homeWidgets.flatMap { [$0.dismissible] + $0.items.map(\.dismissible) }.allSatisfy { $0 == nil }
        )
        #expect(anonymous.homeWidgets[0].items[0].revision != home.homeWidgets[0].items[0].revision)
    }

    @Test func `lowers what is like it`() async throws {
        // The brands take turns, and are equally popular and old.
        let things = (0..<12).map { CatalogueItem.thing("\($0)", by: $0 % 2 == 0 ? "ami" : "bode") }
        let world = try World(
            config(list(#"{"kind": "recommendations", "of": "product", "perGroup": {"max": 100}}"#, limit: 6)),
            items: things
        )
        #expect(Set(try await world.home(for: "u").homeWidgets[0].items.map(\.id)).count == 6)
        try world.act(.dismissed(item("product:0")), .dismissed(item("product:2")), by: "u")
        let odd = (0..<12).filter { $0 % 2 == 1 }.map { "product:\($0)" }
        #expect(Set(try await world.home(for: "u").homeWidgets[0].itemIDs) == Set(odd))
    }
}
