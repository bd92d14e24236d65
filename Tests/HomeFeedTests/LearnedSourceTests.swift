import Catalogue
import Testing

@testable import HomeFeed

/// Guards the sources that learn from what users open: popular with a half-life, trending, and similar by its title.
@Suite struct `A source that learns from openings` {
    private static let day: Int64 = 86_400

    private func world(_ source: String, title: String = "W") throws -> World {
        let widget = #"{"id": "w", "title": "\#(title)", "layout": "HomeWidgetProductL", "source": \#(source)}"#
        let items = "abcd".map { CatalogueItem.thing("\($0)", price: 10_00) }
        return try World(config(widget), items: items + CatalogueItem.houses("h", 2))
    }

    /// Opens an item so many times, each by another user.
    private func open(_ id: String, _ count: Int, onDay day: Int64, in world: World) throws {
        for number in 0..<count {
            let user = try user("\(id)-\(day)-\(number)")
            world.store.recordOpened(ids("product:\(id)"), by: user, at: Instant(seconds: day * Self.day))
        }
    }

    @Test func `shows what is popular, of which an opening counts half after the half-life`() async throws {
        for (halfLife, expected) in [(1, ["b", "c", "a"]), (7, ["b", "c", "a"]), (30, ["a", "b", "c"])] {
            let world = try world(#"{"kind": "popular", "of": "product", "halfLife": \#(halfLife)}"#)
            try open("a", 8, onDay: 0, in: world)
            try open("b", 3, onDay: 30, in: world)
            try open("c", 1, onDay: 30, in: world)
            await world.learn()
            let found = try await world.home().widget("w")
            #expect(found.itemIDs == expected.map { "product:\($0)" })
            #expect(found.loadMore == nil)
        }
    }

    @Test func `shows what is trending, that is opened more often than before`() async throws {
        let world = try world(#"{"kind": "trending", "of": "product"}"#)
        for day in 0..<300 as Range<Int64> {
            try open("a", 5, onDay: day, in: world)
            if day > 295 { try open("b", 3, onDay: day, in: world) }
            if day == 298 { try open("d", 1, onDay: day, in: world) }
            if day < 270 { try open("c", 5, onDay: day, in: world) }
        }
        await world.learn()
        let found = try await world.home().widget("w").itemIDs
        #expect(Array(found.prefix(2)) == ["product:b", "product:d"])
        #expect(!found.contains("product:c"))
    }

    @Test func `leaves out what does not pass the filter, and items without openings`() async throws {
        let world = try world(#"{"kind": "popular", "of": ["product", "listing"], "halfLife": 7}"#)
        try open("a", 1, onDay: 0, in: world)
        try world.store.recordOpened("listing:h1", by: user("u1"))
        await world.learn()
        #expect(try await Set(world.home().widget("w").itemIDs) == ["product:a", "listing:h1"])
    }

    @Test func `shows nothing before anything was learned`() async throws {
        for source in [
            #"{"kind": "trending", "of": "product"}"#, #"{"kind": "popular", "of": "product", "halfLife": 1}"#,
        ] {
            #expect(try await world(source).home().homeWidgets.isEmpty)
        }
    }

    @Test func `names the item that others are similar to in its title`() async throws {
        let world = try world(#"{"kind": "similar", "of": "product"}"#, title: "Because you viewed {item}")
        try world.store.recordOpened("product:b", by: user("u1"))
        let widget = try await world.home(for: "u1").widget("w")
        let title = try #require(try await world.home(for: "u2").homeWidgets.isEmpty ? widget.header.title : nil)
        #expect(title == "Because you viewed \(CatalogueItem.thing("b", price: 1).title)")
        #expect(Set(widget.itemIDs) == ["product:a", "product:c", "product:d"])
        try world.store.recordOpened("product:c", by: user("u1"))
        let next = try await world.home(for: "u1").widget("w").header.title
        #expect(next == "Because you viewed \(CatalogueItem.thing("c", price: 1).title)")
    }
}
