import Catalogue
import HomeLayout
import SeededRandom
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

    @Test func `are the nearest that no widget above shows, whatever the radius and the limit of each`() async throws {
        var random = SplitMix64(seed: 50)
        for _ in 0..<40 {
            let items = (0..<Int.random(in: 0...60, using: &random)).map { number in
                CatalogueItem.house("h\(number)", at: .town.north(Double(number) * 499))
            }
            let sources = (0..<3).map { _ in
                (radius: Int.random(in: 1...40, using: &random) * 1_000, limit: Int.random(in: 1...12, using: &random))
            }
            let minimum = Int.random(in: 1...6, using: &random)
            let widgets = sources.enumerated().map { index, source in
                #"""
                {"id": "w\#(index)", "layout": "HomeWidgetGrid", "limit": \#(source.limit), "minimum": \#(minimum),
                 "source": {"kind": "nearby", "radius": \#(source.radius)}}
                """#
            }
            var (rest, expected) = (Array(items.indices), [] as [[String]])
            for source in sources {
                let found = rest.filter { $0 * 499 <= source.radius }.prefix(source.limit)
                if found.count < minimum { continue }
                rest.removeAll(where: found.contains)
                expected.append(found.map { "listing:h\($0)" })
            }
            #expect(try await World(config(widgets), items: items).home(at: .town).itemIDs == expected)
        }
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
