import Catalogue
import JSON
import Testing

@testable import HomeFeed

@Suite struct `An item that was shown often` {
    private static let source = #"{"kind": "newest", "sort": "newest", "fatigue": {"shown": 3, "for": "7d"}}"#

    private func world(_ count: Int = 5, limit: Int = 3) throws -> World {
        try World(config(list(Self.source, limit: limit)), items: CatalogueItem.houses("h", count))
    }

    @Test func `comes after the others for a time`() async throws {
        let world = try world()
        try world.show(["listing:h1"], to: "u", times: 2)
        #expect(try await world.home(for: "u").itemIDs == [["listing:h1", "listing:h2", "listing:h3"]])
        try world.show(["listing:h1"], to: "u")
        #expect(try await world.home(for: "u").itemIDs == [["listing:h2", "listing:h3", "listing:h4"]])
        #expect(try await world.home(for: "v").itemIDs == [["listing:h1", "listing:h2", "listing:h3"]])
        world.now += 7 * 86_400
        #expect(try await world.home(for: "u").itemIDs == [["listing:h1", "listing:h2", "listing:h3"]])
    }

    @Test func `keeps its place once it was opened`() async throws {
        let world = try world()
        try world.show(["listing:h1"], to: "u", times: 3)
        try world.act(.opened(item("listing:h1")), by: "u")
        try world.show(["listing:h1"], to: "u", times: 2)
        #expect(try await world.home(for: "u").itemIDs == [["listing:h1", "listing:h2", "listing:h3"]])
    }

    @Test func `is shown where there is no other`() async throws {
        let world = try world(3)
        try world.show(["listing:h1", "listing:h2"], to: "u", times: 3)
        #expect(try await world.home(for: "u").itemIDs == [["listing:h3", "listing:h1", "listing:h2"]])
    }

    @Test func `is shown by another widget of what is near`() async throws {
        let tired = #"{"kind": "nearby", "fatigue": {"shown": 3, "for": "7d"}}"#
        let widgets = [list(tired, id: "tired", limit: 2), list(#"{"kind": "nearby"}"#, id: "other", limit: 2)]
        let items = (1...8).map { CatalogueItem.house("h\($0)", at: .town.north(Double($0) * 100)) }
        let world = try World(config(widgets), items: items)
        try world.show(["listing:h1"], to: "u", times: 3, in: "tired")
        #expect(
            try await world.home(for: "u", at: .town).itemIDs == [
                ["listing:h2", "listing:h3"], ["listing:h1", "listing:h4"],
            ]
        )
    }

    @Test func `is on one page at most`() async throws {
        let world = try world(7, limit: 3)
        try world.show(["listing:h1", "listing:h5"], to: "u", times: 3)
        var home = try await world.home(for: "u")
        var found = home.itemIDs[0]
        while let href = home.homeWidgets[0].loadMore?.href {
            let page = try await world.page(at: href, shown: home.shown)
            found += page.itemIDs
            home.homeWidgets[0].loadMore = page.loadMore
            home.shown = try #require(page.shown)
        }
        #expect(found.count == Set(found).count)
        #expect(
            Set(found).isSuperset(of: [
                "listing:h2", "listing:h3", "listing:h4", "listing:h5", "listing:h6", "listing:h7",
            ])
        )
    }

    @Test(arguments: ["recommendations", "popular", "nearby"]) func `comes last in every order`(
        kind: String
    ) async throws {
        let source = #"{"kind": "\#(kind)", "fatigue": {"shown": 1, "for": "1h"}}"#
        let world = try World(config(list(source)), items: CatalogueItem.houses("h", 4))
        world.store.recordOpened(ids((1...4).map { "listing:h\($0)" }), by: try user("v"))
        let before = try #require(try await world.home(for: "u", at: .town).itemIDs.first)
        try world.show([before[0]], to: "u")
        let after = try #require(try await world.home(for: "u", at: .town).itemIDs.first)
        #expect(!after.contains(before[0]) && after.count == 3)
    }

    @Test(arguments: [
        #"{"shown": 0, "for": "7d"}"#, #"{"shown": 3}"#, #"{"shown": 3, "for": "7w"}"#, #"{"shown": 3, "for": 7}"#,
    ])
    func `needs a valid limit`(fatigue: String) {
        let source = #"{"kind": "newest", "fatigue": \#(fatigue)}"#
        #expect(throws: ValidationErrors.self) { try HomeConfig(JSONValue(parsing: config(list(source)).utf8)) }
    }
}
