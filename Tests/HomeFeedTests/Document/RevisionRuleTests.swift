import Catalogue
import HomeLayout
import Testing

@testable import HomeFeed

/// Each change of content changes exactly the revisions that cover it.
@Suite struct `The revisions of a home` {
    private static let config = #"""
        {"title": "Hearth", "images": [{"match": "/", "resize": "{url}?w={w}"}], "layoutFallbacks": {"HomeWidgetMap": "HomeWidgetGrid"},
         "experiments": [{"id": "e", "arms": [{"id": "a", "percent": 100}]}],
         "segments": [{"id": "homes", "title": "Homes", "widgets": [
          {"id": "spring", "layout": "HomeWidgetBanner", "source": {"kind": "banners", "items": [
            {"id": "b", "title": "Spring", "image": "/spring.jpg", "href": "/spring"}]}},
          {"id": "search", "title": "New", "layout": "HomeWidgetGrid", "source": {"kind": "lastSearch"}, "limit": 2},
          {"id": "nearby", "title": "Nearby", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "limit": 2,
           "when": {"experiment": "e", "arm": "a"}}]}]}
        """#

    private static let changes = [
        Change("a header", #""title": "New""#, #""title": "Newest""#, widgets: ["search"]),
        Change(
            "a layout that stands in for another",
            layouts: [.banner, .grid],
            widgets: ["nearby"],
            items: ["listing:h3", "listing:h4"]
        ),
        Change("a place on the page", #""title": "Hearth","#, #""title": "Hearth", "page": {"top": 30},"#),
        Change(
            "a source",
            #""kind": "lastSearch""#,
            #""kind": "newest""#,
            widgets: ["search"],
            items: ["listing:h1", "listing:h2"]
        ),
        Change("the config", #""limit": 2,"#, #""limit": 2, "minimum": 2,"#),
        Change(
            "an arm",
            #"{"id": "a", "percent": 100}"#,
            #"{"id": "a", "percent": 99.999}, {"id": "b", "percent": 0}"#
        ),
        Change(
            "the time to a refresh",
            #""title": "Hearth","#,
            #""title": "Hearth", "freshness": {"refreshAfter": "1m"},"#
        ),
        // Its image has another size, and so another address.
        Change(
            "a widget that grows",
            #""layout": "HomeWidgetBanner","#,
            #""layout": "HomeWidgetBanner", "style": {"aspectRatio": "2:1"},"#,
            widgets: ["spring"],
            items: ["banner:b"]
        ),
    ]

    @Test(arguments: changes) private func `change for the document and what it covers`(change: Change) async throws {
        let items = CatalogueItem.houses("h", 6)
        let world = try World(Self.config, items: items)
        try world.store.record(.homes(market: "toledo"), by: user("u"))
        let other = try World(change.config(Self.config), store: world.store)
        var request = try request(for: "u", at: .town)
        let before = try await world.home(request)
        request.layouts = change.layouts.map { .named($0) }
        let after = try await other.home(request)
        #expect(after.revision != before.revision)
        #expect(before.homeWidgets.map(\.id) == ["spring", "search", "nearby"])
        #expect(after.homeWidgets.map(\.id) == before.homeWidgets.map(\.id))
        let widgets = zip(before.homeWidgets, after.homeWidgets)
        #expect(widgets.filter { $0.revision != $1.revision }.map(\.0.id) == change.widgets)
        let (old, new) = (before.homeWidgets.flatMap(\.items), after.homeWidgets.flatMap(\.items))
        #expect(old.map(\.id) == new.map(\.id))
        #expect(zip(old, new).filter { $0.revision != $1.revision }.map(\.0.id) == change.items)
    }

    @Test func `of an opened item are its own and the document's`() async throws {
        let world = try World(Self.config, items: CatalogueItem.houses("h", 6))
        try world.store.record(.homes(market: "toledo"), by: user("u"))
        let before = try await world.home(for: "u", at: .town)
        try world.store.recordOpened("listing:h1", by: user("u"))
        let after = try await World(Self.config, store: world.store).home(for: "u", at: .town)
        #expect(after.revision != before.revision)
        #expect(after.homeWidgets.map(\.revision) == before.homeWidgets.map(\.revision))
        let (old, new) = (before.homeWidgets.flatMap(\.items), after.homeWidgets.flatMap(\.items))
        #expect(zip(old, new).filter { $0.revision != $1.revision }.map(\.0.id) == ["listing:h1"])
    }

    @Test func `of chips change the document's and nothing else`() async throws {
        let items = CatalogueItem.houses("h", 6)
        var seen: [Document] = []
        for chips in ["", "Cheap", "Very cheap"] {
            let filters =
                chips.isEmpty
                ? ""
                : #""clientFilters": [{"id": "c", "title": "\#(chips)", "filter": {"price": {"max": 100000000}}}],"#
            let widget = #"{"id": "w", "layout": "HomeWidgetGrid", \#(filters) "source": {"kind": "nearby"}}"#
            seen.append(try await World(HomeFeedTests.config(widget), items: items).home(at: .town))
        }
        #expect(Set(seen.map(\.revision)).count == 3)
        // The header has room for chips, whatever they say.
        #expect(seen[1].homeWidgets[0].revision == seen[2].homeWidgets[0].revision)
        #expect(Set(seen.map { $0.homeWidgets[0].items.map(\.revision) }).count == 1)
    }

    @Test func `of cards tell every change of content`() {
        func card(_ title: String, image: String?) -> Card {
            Card(
                id: "product:a",
                kind: .banner,
                title: title,
                caption: [],
                images: image.map { [$0] } ?? [],
                label: title
            ) { _ in }
        }
        #expect(card("Coat", image: "a").revision == card("Coat", image: "a").revision)
        #expect(card("Coat", image: "a").revision != card("Coat", image: "b").revision)
        #expect(card("Coat", image: "a").revision != card("Coat", image: nil).revision)
        #expect(card("Coat", image: "a").revision != card("Hat", image: "a").revision)
    }

    @Test func `of a widget alone tell every change of its items`() async throws {
        func revision(_ opened: Bool) async throws -> [String] {
            let world = try World(Self.config, items: CatalogueItem.houses("h", 6))
            try world.store.record(.homes(market: "toledo"), by: user("u"))
            if opened { try world.store.recordOpened("listing:h1", by: user("u")) }
            var revisions: [String] = []
            for widget in ["spring", "search", "nearby"] {
                let request = WidgetRequest(id: widget)
                let home = try HomeFeedTests.request(for: "u", at: .town)
                revisions.append("\(try await world.feed.widget(request, for: home, in: world.snapshot).revision)")
            }
            return revisions
        }
        let (before, after) = try await (revision(false), revision(true))
        #expect(zip(before, after).map { $0 != $1 } == [false, true, false])
    }

    /// A change of a home with the ids of the widgets and items whose revisions it changes.
    private struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let replaced: (String, String)?
        let layouts: Set<Layout>?
        let widgets: [String]
        let items: [String]

        init(
            _ name: String,
            _ before: String? = nil,
            _ after: String? = nil,
            layouts: Set<Layout>? = nil,
            widgets: [String] = [],
            items: [String] = []
        ) {
            testDescription = name
            replaced = before.flatMap { before in after.map { (before, $0) } }
            self.layouts = layouts
            self.widgets = widgets
            self.items = items
        }

        func config(_ config: String) -> String {
            replaced.map { config.replacing($0.0, with: $0.1) } ?? config
        }
    }
}
