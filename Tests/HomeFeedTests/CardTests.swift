import HomeLayout
import PropertyStore
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

@Suite struct `A cache of two generations` {
    @Test(arguments: [2, 3, 10, 101])
    func `holds no more than its capacity, and the latest half of it for sure`(capacity: Int) {
        var cache = GenerationalCache<Int, Int>(capacity: capacity)
        var generator = Seeded(UInt64(capacity))
        var latest: [Int] = []
        for _ in 0..<5_000 {
            let key = Int.random(in: 0..<3 * capacity, using: &generator)
            if let value = cache.value(for: key) { #expect(value == -key) } else { cache.insert(-key, for: key) }
            latest = (latest.filter { $0 != key } + [key]).suffix(capacity / 2)
            #expect(cache.count <= capacity)
        }
        for key in latest.reversed() { #expect(cache.value(for: key) == -key) }
    }

    @Test func `keeps what is in use, however much else comes by`() {
        var cache = GenerationalCache<Int, Int>(capacity: 10)
        cache.insert(1, for: 0)
        for key in 1...1_000 {
            cache.insert(2, for: key)
            #expect(cache.value(for: 0) == 1)
        }
        #expect(cache.value(for: 500) == nil)
    }

    @Test func `gives the latest value of a key`() {
        var cache = GenerationalCache<Int, Int>(capacity: 4)
        for value in 0..<20 {
            cache.insert(value, for: 0)
            cache.insert(value, for: value % 3 + 1)
            #expect(cache.value(for: 0) == value)
        }
    }
}
