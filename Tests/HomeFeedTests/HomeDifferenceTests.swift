import Catalogue
import HomeLayout
import Testing

@testable import HomeFeed

@Suite struct `The difference between two homes` {
    private static let nearby =
        #"{"id": "nearby", "title": "Nearby", "layout": "HomeWidgetProductL", "source": {"kind": "nearby"}}"#
    private static let shoes = widget("shoes")
    private static let hats = widget("hats")
    private static let bags = widget("bags")
    private static let all = [nearby, shoes, hats, bags]

    private static func widget(_ category: String) -> String {
        #"""
        {"id": "\#(category)", "title": "T", "layout": "HomeWidgetProductM",
         "source": {"kind": "items", "of": "product", "filter": {"category": "\#(category)"}}}
        """#
    }

    private func difference(
        _ before: [String],
        _ after: [String],
        for user: String? = nil,
        signingKey: [UInt8] = Array(repeating: 7, count: 32)
    ) async throws -> HomeDifference {
        let products = ["shoes", "hats", "bags"].flatMap { (category: String) in
            (0..<12).map { (number: Int) in
                CatalogueItem.thing("\(category)\(number)", price: Int64(1 + number) * 10_00, category: category)
            }
        }
        let old = try World(config(before), items: CatalogueItem.houses("h", 30) + products)
        try old.store.record(.homes(market: "toledo"), by: HomeFeedTests.user("u1"))
        let new = try World(config(after), store: old.store, signingKey: signingKey)
        let request = try request(for: user, at: .town)
        return HomeDifference(
            from: try await old.feed.home(for: request, in: old.snapshot),
            to: try await new.feed.home(for: request, in: new.snapshot)
        )
    }

    @Test(arguments: ["u1", "unknown", nil])
    func `is empty for one config, whatever the tokens are`(user: String?) async throws {
        let found = try await difference(Self.all, Self.all, for: user, signingKey: Array(repeating: 8, count: 32))
        #expect(found.isEmpty && found.widgets.isEmpty && !found.bytes.isDifferent && found.bytes.before > 10_000)
    }

    @Test func `does not contain another revision of the config`() async throws {
        let found = try await difference(
            Self.all,
            Self.all.map { $0.replacing(#""source": {"#, with: #""minimum": 1, "source": {"#) }
        )
        #expect(found.isEmpty && !found.bytes.isDifferent)
    }

    @Test func `counts the items of a widget with another limit`() async throws {
        let limited = Self.nearby.replacing(#""source""#, with: #""limit": 7, "source""#)
        let found = try await difference(Self.all, [limited] + Self.all.dropFirst())
        let widget = try #require(found.widgets.first)
        #expect(found.widgets.count == 1 && widget.id == "nearby" && !widget.isMoved && !widget.hasFrameChanged)
        #expect(widget.items.common == 7 && widget.items.removed == 3 && widget.items.added == 0)
        #expect(widget.items.changed == 0 && !widget.items.isReordered && !found.height.isDifferent)
        #expect(widget.bytes.after < widget.bytes.before && found.bytes.after < found.bytes.before)
    }

    @Test func `has removed and added widgets`() async throws {
        let removed = try await difference(Self.all, [Self.nearby, Self.shoes, Self.bags])
        #expect(removed.widgets.map(\.id) == ["hats"])
        let hats = try #require(removed.widgets.first)
        #expect(hats.before?.position == 2 && hats.after == nil && hats.items.removed == 10)
        #expect(hats.height.before > 0 && hats.height.after == 0 && hats.bytes.after == 0)
        #expect(removed.height.after < removed.height.before)
        let added = try await difference([Self.nearby, Self.shoes, Self.bags], Self.all)
        #expect(added.widgets.map(\.id) == ["hats"] && added.widgets[0].before == nil)
        #expect(added.widgets[0].after?.position == 2)
    }

    @Test func `names the fewest widgets that moved`() async throws {
        let found = try await difference(Self.all, [Self.bags, Self.nearby, Self.shoes, Self.hats])
        let moved = try #require(found.widgets.first)
        #expect(found.widgets.map(\.id) == ["bags"] && moved.isMoved && moved.items.isEmpty)
        #expect(moved.before?.position == 3 && moved.after?.position == 0 && !found.height.isDifferent)
    }

    @Test func `has another layout, with the same items`() async throws {
        let grid = Self.shoes.replacing("HomeWidgetProductM", with: "HomeWidgetGrid")
        let found = try await difference(Self.all, [Self.nearby, grid, Self.hats, Self.bags])
        let widget = try #require(found.widgets.first)
        #expect(found.widgets.count == 1 && widget.hasFrameChanged && widget.items.isEmpty)
        #expect(widget.before?.layout == .productM && widget.after?.layout == .grid)
        #expect(widget.height.after > widget.height.before && found.height.after > found.height.before)
        #expect(
            widget.height.after.thousandths - widget.height.before.thousandths
                == found.height.after.thousandths - found.height.before.thousandths
        )
    }

    @Test func `has another order of the items`() async throws {
        func shoes(by sort: String) -> String {
            Self.shoes.replacing(#""kind": "items""#, with: #""kind": "items", "sort": "\#(sort)""#)
                .replacing(#""source""#, with: #""limit": 12, "source""#)
        }
        let found = try await difference([shoes(by: "price")], [shoes(by: "-price")])
        let items = try #require(found.widgets.first).items
        #expect(items.isReordered && items.common == 12 && items.removed == 0 && items.added == 0 && items.changed == 0)
    }

    @Test func `has other marks of the items`() async throws {
        let newest = Self.nearby.replacing(#""kind": "nearby""#, with: #""kind": "newest""#)
        let search = Self.nearby.replacing(#""kind": "nearby""#, with: #""kind": "lastSearch""#)
        let found = try await difference([newest], [search], for: "u1")
        let items = try #require(found.widgets.first).items
        #expect(items.common == 10 && items.changed == 10 && items.added == 0 && !items.isReordered)
    }

    @Test func `has another title of a widget or the page`() async throws {
        let titled = Self.nearby.replacing(#""title": "Nearby""#, with: #""title": "Around""#)
        let found = try await difference(Self.all, [titled] + Self.all.dropFirst())
        #expect(found.widgets.map(\.id) == ["nearby"] && found.widgets[0].hasFrameChanged && !found.hasPageChanged)
        let (old, new) = (config(Self.all), config(Self.all).replacing("Homes", with: "Houses"))
        let world = try World(old, items: CatalogueItem.houses("h", 3))
        let other = try World(new, store: world.store)
        let request = try request(at: .town)
        let page = HomeDifference(
            from: try await world.feed.home(for: request, in: world.snapshot),
            to: try await other.feed.home(for: request, in: other.snapshot)
        )
        #expect(page.hasPageChanged && page.widgets.isEmpty && !page.isEmpty)
    }

    @Test func `has another state`() async throws {
        let card = #""whenEmpty": {"id": "e", "title": "E", "text": "E."}, "source""#
        let search = Self.nearby.replacing(#""kind": "nearby""#, with: #""kind": "lastSearch""#)
        let found = try await difference([search.replacing(#""source""#, with: card)], [Self.nearby])
        let widget = try #require(found.widgets.first)
        #expect(widget.before?.state == "empty" && widget.after?.state == "loaded" && widget.hasStateChanged)
    }
}
