import Catalogue
import HomeFeed
import HomeLayout
import Testing

/// A home that is loaded again after its user has selected filters and an order.
@Suite struct `The choices in a home` {
    private static let widget = #"""
        {"id": "w", "title": "W", "layout": "HomeWidgetGrid", "limit": 3, "source": {"kind": "items", "of": "listing"},
         "clientFilters": [{"id": "cheap", "title": "Cheap", "filter": {"price": {"max": 15000000}}}],
         "clientSorts": [{"id": "price", "title": "Price", "sort": "price"}]}
        """#
    private static let other = #"""
        {"id": "n", "title": "N", "layout": "HomeWidgetProductL", "limit": 3, "source": {"kind": "nearby"},
         "clientFilters": [{"id": "cheap", "title": "Cheap", "filter": {"price": {"max": 15000000}}}]}
        """#

    private func world() throws -> World {
        let houses = (1...12).map {
            CatalogueItem.house("h\($0)", price: Int64(10_000_000 + 1_000_000 * ($0 * 5 % 12)))
        }
        return try World(config(Self.widget, Self.other), items: houses)
    }

    private func asked(_ choices: String) throws -> HomeRequest {
        try HomeRequest(parameters: [("width", "390"), ("lat", "41.65"), ("lon", "-83.54"), ("choices", choices)])
    }

    @Test func `have the widget as it is alone, its pages included`() async throws {
        let world = try world()
        let plain = try await world.home(asked(""))
        let chip = try #require(plain.widget("w").filters?.first)
        let sorted = try await world.page(at: #require(try await world.page(at: chip.href).sorts?.first).href)
        let home = try await world.home(asked("w:cheap,price"))
        let widget = try home.widget("w")
        #expect(try widget.itemIDs == sorted.itemIDs && widget.itemIDs != plain.widget("w").itemIDs)
        #expect(widget.filters?.map(\.selected) == [true] && widget.sorts?.map(\.selected) == [true])
        // The other widget has none.
        #expect(try home.widget("n").filters?.map(\.selected) == [false])
        let next = try #require(widget.loadMore).href
        #expect(next.contains("filter=cheap&sort=price&"))
        #expect(try await world.page(at: next).itemIDs == world.page(at: #require(sorted.loadMore).href).itemIDs)
    }

    @Test func `are of several widgets, and without those that they do not offer`() async throws {
        let world = try world()
        let both = try await world.home(asked("w:price,n:cheap"))
        #expect(try both.widget("w").sorts?.map(\.selected) == [true])
        #expect(try both.widget("n").filters?.map(\.selected) == [true])
        let gone = try await world.home(asked("w:gone,x:cheap"))
        let plain = try await world.home(asked(""))
        #expect(gone.homeWidgets == plain.homeWidgets)
    }

    @Test func `leave the chips of a widget in which they find nothing`() async throws {
        let widget = Self.widget.replacing("15000000", with: "1")
        let world = try World(config(widget), items: [.house("h1")])
        let found = try await world.home(asked("w:cheap")).widget("w")
        #expect(found.state == "empty" && found.items.isEmpty)
        #expect(found.filters?.map(\.selected) == [true])
        let without = try await world.page(at: #require(found.filters?.first).href)
        #expect(without.itemIDs == ["listing:h1"])
    }

    @Test(arguments: ["price", ":price", "w:", "w:a,:b"])
    func `are an error if they are none`(choices: String) throws {
        #expect(throws: ParameterError.self) { try asked(choices) }
    }

    @Test func `are in the links to other segments`() async throws {
        let segments = config(Self.widget).replacing(
            #""segments": ["#,
            with: #""segments": [{"id": "first", "title": "F", "widgets": [\#(Self.other)]}, "#
        )
        let world = try World(segments, items: [.house("h1", price: 1)])
        let home = try await world.home(asked("n:cheap"))
        let href = try #require(home.segments.first { !$0.active }?.href)
        #expect(href.hasSuffix("&choices=n%3Acheap"), "\(href)")
    }
}
