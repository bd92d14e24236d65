import Testing

@testable import Catalogue
@testable import HomeFeed

@Suite struct `The sources of a user's own items` {
    private func world(_ kind: String, _ items: [CatalogueItem]) throws -> World {
        try World(config(list(#"{"kind": "\#(kind)"}"#, limit: 10)), items: items)
    }

    @Test func `show what was saved, the latest first`() async throws {
        let world = try world("saved", CatalogueItem.houses("h", 3))
        #expect(try await world.home(for: "u").homeWidgets == [])
        try world.act(.saved(item("listing:h1")), .saved(item("listing:h3")), .saved(item("listing:h2")), by: "u")
        try world.act(.unsaved(item("listing:h3")), by: "u")
        #expect(try await world.home(for: "u").itemIDs == [["listing:h2", "listing:h1"]])
    }

    @Test func `show what costs less than the user saw, the greatest fall first`() async throws {
        let world = try world("priceDrops", (1...4).map { .house("h\($0)", price: 100_000_00) })
        try world.act(.opened(item("listing:h1")), .saved(item("listing:h2")), .opened(item("listing:h3")), by: "u")
        #expect(try await world.home(for: "u").homeWidgets == [])
        _ = world.store.upsert([
            .house("h1", price: 95_000_00), .house("h2", price: 80_000_00), .house("h3", price: 120_000_00),
            .house("h4", price: 10_000_00),
        ])
        #expect(try await world.home(for: "u").itemIDs == [["listing:h2", "listing:h1"]])
        // The user sees the new price.
        try world.act(.opened(item("listing:h2")), by: "u")
        #expect(try await world.home(for: "u").itemIDs == [["listing:h1"]])
    }

    @Test func `show what is available again`() async throws {
        let world = try world("backInStock", CatalogueItem.houses("h", 3))
        try world.act(.opened(item("listing:h1")), .opened(item("listing:h2")), by: "u")
        func change(_ id: String, _ status: ItemStatus, at time: Instant) {
            world.store.changeItems(at: time)
            var house = CatalogueItem.house(id)
            house.status = status
            _ = world.store.upsert([house])
        }
        change("h1", .outOfStock, at: world.now + 10)
        #expect(try await world.home(for: "u").homeWidgets == [])
        change("h1", .active, at: world.now + 20)
        change("h3", .outOfStock, at: world.now + 20)
        change("h3", .active, at: world.now + 30)
        #expect(try await world.home(for: "u").itemIDs == [["listing:h1"]])
        world.now += 40
        try world.act(.opened(item("listing:h1")), by: "u")
        #expect(try await world.home(for: "u").homeWidgets == [])
    }

    @Test func `show what was listed since the last visit`() async throws {
        let world = try world("unseen", [])
        let start = world.now
        _ = world.store.upsert((0..<4).map { .house("h\($0)", listedAt: start + Int64($0) * 1_000) })
        #expect(try await world.home(for: "u").homeWidgets == [])
        try world.act(.opened(item("listing:h0")), by: "u", at: start + 1_000)
        world.now = start + 1_100
        // The first visit goes on.
        #expect(try await world.home(for: "u").homeWidgets == [])
        world.now = start + 1_000 + UserCounts.Visit.idleTime
        // The last house is not listed yet.
        #expect(try await world.home(for: "u").itemIDs == [["listing:h2"]])
        try world.show(["listing:h2"], to: "u", at: world.now)
        world.now += 60
        #expect(try await world.home(for: "u").itemIDs == [["listing:h2"]])
        world.now += UserCounts.Visit.idleTime
        // One house was listed after the second visit.
        #expect(try await world.home(for: "u").itemIDs == [["listing:h3"]])
        try world.show(["listing:h3"], to: "u", at: world.now)
        world.now += UserCounts.Visit.idleTime
        #expect(try await world.home(for: "u").homeWidgets == [])
    }
}
