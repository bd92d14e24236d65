import Catalogue
import JSON
import Testing

@testable import HomeFeed

@Suite struct `A banner` {
    private func world(_ members: String) throws -> World {
        let source =
            #"{"kind": "banners", "items": [{"id": "a", "title": "A", "href": "/a"\#(members)}, {"id": "b", "title": "B", "href": "/b"}]}"#
        return try World(
            """
            {"title": "Hearth", "experiments": [{"id": "sale", "arms": [{"id": "x", "percent": 50},
            {"id": "y", "percent": 50}]}], "segments": [{"id": "homes", "title": "Homes", "widgets":
            [\(list(source))]}]}
            """
        )
    }

    private func isShown(_ world: World, to user: String? = "u") async throws -> Bool {
        try await world.home(for: user).itemIDs.joined().contains("banner:a")
    }

    @Test func `is shown within its time`() async throws {
        let world = try world(#", "when": {"window": {"from": "2023-11-15T00:00:00Z", "to": "2023-11-16T00:00:00Z"}}"#)
        #expect(try await !isShown(world))
        world.now = 1_700_006_400
        #expect(try await isShown(world))
        world.now += 86_400
        #expect(try await !isShown(world))
    }

    @Test func `is shown to its share of the users`() async throws {
        let world = try world(#", "when": {"share": {"experiment": "sale-banner", "percent": 30}}"#)
        var count = 0
        for number in 0..<200 where try await isShown(world, to: "u\(number)") { count += 1 }
        #expect((40...80).contains(count))
    }

    @Test func `notes the user's arm of its experiment`() async throws {
        let world = try world(#", "when": {"experiment": "sale", "arm": "x"}"#)
        for number in 0..<20 {
            let home = try await world.home(for: "u\(number)")
            let arm = try #require(home.experiments.first)
            #expect(arm.id == "sale" && home.itemIDs[0].contains("banner:a") == (arm.arm == "x"))
        }
    }

    @Test func `is shown to a user as often as its cap permits`() async throws {
        let world = try world(#", "cap": {"shown": 2, "per": "1d"}"#)
        try world.show(["banner:a"], to: "u")
        #expect(try await isShown(world))
        try world.show(["banner:a", "banner:b"], to: "u", at: world.now + 100)
        #expect(try await !isShown(world))
        #expect(try await isShown(world, to: "v"))
        #expect(try await isShown(world, to: nil))
        world.now += 86_400
        #expect(try await isShown(world))
    }

    @Test(arguments: [
        #", "cap": {"shown": 0, "per": "1d"}"#, #", "cap": {"shown": 21, "per": "1d"}"#, #", "cap": {"shown": 2}"#,
        #", "when": {"sun": true}"#, #", "cap": {"shown": 2, "per": "1d", "for": "2d"}"#,
    ])
    func `has valid conditions`(members: String) {
        #expect(throws: ValidationErrors.self) { try world(members) }
    }
}
