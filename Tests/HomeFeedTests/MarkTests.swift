import Localization
import Testing

@testable import Catalogue
@testable import HomeFeed

@Suite struct `The marks of an item's history` {
    private func world(
        _ marks: String = #"{"saved": true, "newSinceLastVisit": true, "priceDrop": "14d", "backInStock": "14d"}"#
    ) throws -> World {
        let segments = config(list(#"{"kind": "newest"}"#)).dropFirst()
        return try World(
            #"{\#(WordFiles.all), "marks": \#(marks), \#(segments)"#,
            items: [.house("h1", price: 200_000_00)]
        )
    }

    private func item(_ world: World, for user: String? = "u", in language: String = "en") async throws -> Document.Item
    {
        var request = try request(for: user)
        request.locale = LanguageTag(language)
        return try await world.home(request).homeWidgets[0].items[0]
    }

    @Test func `say that the user saved it`() async throws {
        let world = try world()
        try world.act(.saved(ids("listing:h1")[0]), by: "u")
        let found = try await item(world)
        #expect(found.saved == true && found.accessibilityValue == "Saved")
        #expect(try await item(world, for: "v").saved == nil)
        try world.act(.unsaved(ids("listing:h1")[0]), by: "u")
        let later = try await item(world)
        #expect(later.saved == nil && later.accessibilityValue == nil && later.revision != found.revision)
    }

    @Test(arguments: [
        ("en", "25% less than when you saw it"),
        ("de", "25\u{a0}% günstiger als zuletzt gesehen"),
        ("tr", "son gördüğünüzden %25 daha ucuz"),
        ("ar", "أقل بنسبة 25% مما رأيته"),
    ])
    func `say how far the price fell since the user saw it`(language: String, text: String) async throws {
        let world = try world()
        try world.act(.opened(ids("listing:h1")[0]), by: "u")
        _ = world.store.upsert([.house("h1", price: 150_000_00)])
        let found = try await item(world, in: language)
        let drop = try #require(found.priceDrop)
        #expect(drop.percent == 25 && drop.seen && drop.from.amount == 200_000_00 && drop.to.amount == 150_000_00)
        func plain(_ text: String) -> String { text.replacing(/[\u{200e}\u{200f}\u{61c}]/, with: "") }
        #expect(plain(drop.text) == text && found.accessibilityValue?.contains(drop.text) == true)
        #expect(drop.to.formatted == found.price?.formatted)
    }

    @Test func `say for some days to all users that the price fell`() async throws {
        let world = try world()
        world.store.changeItems(at: world.now)
        _ = world.store.upsert([.house("h1", price: 199_000_00)])
        let drop = try #require(try await item(world, for: nil).priceDrop)
        #expect(!drop.seen && drop.percent == 0 && drop.text == "less than 1% less than before")
        world.now += 14 * 86_400
        #expect(try await item(world, for: nil).priceDrop == nil)
    }

    @Test func `do not say that a price fell that has risen since`() async throws {
        let world = try world()
        _ = world.store.upsert([.house("h1", price: 150_000_00)])
        _ = world.store.upsert([.house("h1", price: 160_000_00)])
        #expect(try await item(world, for: nil).priceDrop == nil)
    }

    @Test func `say that it is available again`() async throws {
        let world = try world()
        var house = CatalogueItem.house("h1")
        for status in [ItemStatus.outOfStock, .active] {
            house.status = status
            _ = world.store.upsert([house])
        }
        let found = try await item(world)
        #expect(found.backInStock == true && found.accessibilityValue == "Back in stock")
        world.now += 14 * 86_400
        #expect(try await item(world).backInStock == nil)
    }

    @Test func `say that it is new since the last visit`() async throws {
        let world = try world()
        try world.act(.opened(ids("listing:h1")[0]), by: "u")
        _ = world.store.upsert([.house("h2", listedAt: world.now + 60)])
        #expect(try await item(world).newSinceLastVisit == nil)
        world.now += UserCounts.Visit.idleTime
        let found = try await item(world)
        #expect(found.id == "listing:h2" && found.newSinceLastVisit == true)
        #expect(found.accessibilityValue == "New since your last visit")
        #expect(try await item(world, for: "v").newSinceLastVisit == nil)
    }

    @Test func `are there only where the config asks for them`() async throws {
        let world = try world("{}")
        try world.act(.saved(ids("listing:h1")[0]), by: "u")
        _ = world.store.upsert([.house("h1", price: 150_000_00)])
        let found = try await item(world)
        #expect(found.saved == nil && found.priceDrop == nil && found.accessibilityValue == nil)
    }
}
