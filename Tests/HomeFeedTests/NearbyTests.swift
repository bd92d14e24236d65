import HomeLayout
import Catalogue
import Testing

private func nearby(_ options: String = "", limit: Int = 10) -> String {
    #"""
    {"id": "nearby", "title": "Nearby", "layout": "HomeWidgetMap", "source": {"kind": "nearby"\#(options)},
     "limit": \#(limit), "href": "/map"}
    """#
}

@Suite struct `Nearby items` {
    private let listings = [
        CatalogueItem.house("far", at: .town.north(12_400)), .house("here", at: .town), .house("nowhere", at: nil),
        .house("near", at: .town.north(850)), .house("between", at: .town.north(1_240)),
        .house("beyond", at: .town.north(60_000)),
    ]

    @Test func `is shown by distance, each with its own`() async throws {
        let world = try World(config(nearby()), items: listings)
        let widget = try await world.home(at: .town).widget("nearby")
        #expect(widget.itemIDs == ["listing:here", "listing:near", "listing:between", "listing:far"])
        #expect(
            widget.items.map(\.distance) == [
                .init(meters: 0, text: "0 m"), .init(meters: 850, text: "850 m"), .init(meters: 1_240, text: "1.2 km"),
                .init(meters: 12_400, text: "12 km"),
            ]
        )
        #expect(widget.items.allSatisfy { $0.isNew == nil && $0.match == nil })
        #expect(widget.header.kind == "tappable" && widget.header.href == "/map")
    }

    @Test func `have a region with all pins on a map, and clusters of those too close to draw apart`() async throws {
        let items = listings + [.house("next door", at: .town.north(5))]
        let world = try World(config(nearby()), items: items)
        let widget = try await world.home(at: .town).widget("nearby")
        let region = try #require(widget.map?.region)
        let span = try #require(region["latitudeSpan"])
        let middle = try #require(region["latitude"])
        let places = try ["here", "far"].map { id in
            try #require(items.first { $0.id.id == id }?.place).latitude
        }
        #expect(places.allSatisfy { abs($0 - middle) < span / 2 })
        #expect(places[1] - places[0] > span / 2)
        // A pin is as high as 1.6 km here.
        let clustered = try #require(widget.map?.clusters).map { $0.items.map { widget.items[$0].id } }
        #expect(clustered == [["listing:here", "listing:next door", "listing:near", "listing:between"]])
        let list = nearby().replacing("HomeWidgetMap", with: "HomeWidgetFullWidth")
        #expect(try await World(config(list), items: items).home(at: .town).widget("nearby").map == nil)
    }

    @Test func `reaches as far as the config says`() async throws {
        let world = try World(config(nearby(#", "radius": 1000"#)), items: listings)
        #expect(try await world.home(at: .town).itemIDs == [["listing:here", "listing:near"]])
    }

    @Test func `is as much as the config says`() async throws {
        let world = try World(config(nearby(limit: 1)), items: listings)
        #expect(try await world.home(at: .town).itemIDs == [["listing:here"]])
    }

    @Test func `is left out without a place, and where nothing is near`() async throws {
        let world = try World(config(nearby()), items: listings)
        #expect(try await world.home(for: "u1").homeWidgets.isEmpty)
        #expect(try await world.home(at: Coordinate(latitude: -41, longitude: 96)).homeWidgets.isEmpty)
    }

    @Test func `is found across the antimeridian`() async throws {
        let west = try #require(Coordinate(latitude: 0, longitude: 179.995))
        let east = try #require(Coordinate(latitude: 0, longitude: -179.995))
        let world = try World(config(nearby()), items: [.house("west", at: west), .house("east", at: east)])
        let widget = try await world.home(at: east).widget("nearby")
        #expect(widget.itemIDs == ["listing:east", "listing:west"])
        #expect(widget.items[1].distance == .init(meters: 1_112, text: "1.1 km"))
    }
}
