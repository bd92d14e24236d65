import HomeLayout
import Catalogue
import Testing

@testable import HomeFeed

@Suite struct `A card` {
    private let world: World

    init() async throws {
        world = try await World(
            config(
                #"{"id": "nearby", "layout": "HomeWidgetProductL", "source": {"kind": "nearby"}, "limit": 5}"#,
                #"{"id": "products", "layout": "HomeWidgetProductL", "source": {"kind": "products"}, "limit": 5}"#
            ),
            listings: Listing.houses("h", 3),
            products: [.thing("p1"), .thing("p2")]
        )
    }

    @Test func `is rendered once, whoever asks for it on whatever device`() async throws {
        _ = try await world.home(at: .town)
        #expect(world.store.contentsRead().count == 5)
        _ = try await world.home(at: .town)
        _ = try await world.home(for: "u1", at: .town.north(10), on: Device(width: 320))
        #expect(world.store.contentsRead().isEmpty)
    }

    @Test func `shows what has changed at once, and only that is read again`() async throws {
        let before = try await world.home(at: .town)
        _ = world.store.contentsRead()
        _ = try await world.store.upsert([.house("h2", listedAt: 9_998, title: "A better house")])
        let after = try await world.home(at: .town)
        #expect(world.store.contentsRead().count == 1)
        let index = try #require(after.homeWidgets[0].items.firstIndex { $0.id == "listing:h2" })
        #expect(after.homeWidgets[0].items[index].title == "A better house")

        var expected = before
        expected.revision = after.revision
        expected.homeWidgets[0].items[index] = after.homeWidgets[0].items[index]
        #expect(after == expected)
        #expect(after.homeWidgets[0].items[index].revision != before.homeWidgets[0].items[index].revision)
    }

    @Test func `shows the new name of a product's brand at once`() async throws {
        _ = try await world.home()
        var product = Product.thing("p3")
        product.brand.name = "Ami Paris"
        _ = try await world.store.upsert([product])
        let labels = try await world.home().widget("products").items.map(\.accessibilityLabel)
        #expect(labels.count == 3 && labels.allSatisfy { $0.hasPrefix("Ami Paris, ") })
    }

    @Test func `leads to its listing by an address that holds any id`() async throws {
        let world = try await World(
            config(#"{"id": "nearby", "layout": "HomeWidgetProductL", "source": {"kind": "nearby"}}"#),
            listings: [.house("a?b#c%20&")]
        )
        let item = try #require(try await world.home(at: .town).widget("nearby").items.first)
        #expect(item.id == "listing:a?b#c%20&")
        #expect(item.href == "/listings/a%3Fb%23c%2520%26")
    }
}
