import Catalogue
import JSON
import Testing

@testable import HomeFeed

/// Guards what recordings say of a home. `World` compares the recorded document of each home with the sent one.
@Suite struct `A recorded home` {
    private static func world() throws -> World {
        let world = try World(
            config(list(#"{"kind": "lastSearch"}"#, id: "search"), list(#"{"kind": "newest"}"#, id: "newest")),
            items: CatalogueItem.houses("h", 3)
        )
        try world.store.record(.homes(market: "toledo"), by: user("u"))
        return world
    }

    @Test func `names its instant, request, user, config and snapshot`() async throws {
        let world = try Self.world()
        _ = try await world.home(for: "u", at: .town)
        let recording = try world.recording
        #expect(Set(recording.keys) == ["at", "target", "user", "config", "snapshot", "home"])
        #expect(recording["at"] == .string(world.now.text))
        #expect(
            recording["target"]
                == .string("/home?segment=homes&width=390&scale=3&user=u&lat=41.65&lon=-83.54")
        )
        #expect(recording["user"] == .string("u"))
        #expect(recording["config"] == .string("\(world.config.revision)"))
        let version = try world.snapshot.version
        #expect(recording["snapshot"]?.member("version") == .integer(version.number))
        #expect(world.recorded?.state == (try await world.store.state(of: user("u"))))
    }

    @Test func `explains each widget`() async throws {
        let world = try Self.world()
        _ = try await world.home(for: "u")
        let explanation = try #require(try world.recording["home"]?.member("explain"))
        guard case .array(let widgets)? = explanation.member("widgets") else { throw ExpectedMember() }
        #expect(widgets.map { $0.member("id") } == [.string("search"), .string("newest")])
    }

    @Test func `has no user without one, and no state if the user could not be read`() async throws {
        let world = try Self.world()
        _ = try await world.home()
        #expect(try world.recording["user"] == nil)
        world.store.conduct(.fails)
        _ = try await world.home(for: "u")
        #expect(try world.recording["user"] == .string("u"))
        #expect(world.recorded?.state == nil)
    }

    private struct ExpectedMember: Error {}
}

@Suite struct `A sampler of homes` {
    @Test(arguments: [0, 0.01, 0.3, 1]) func `selects its share`(share: Double) {
        let sampler = HomeSampler(share: share) { _ in }
        let start = ContinuousClock.now
        let selected = (0..<100_000).count { sampler.selects(start + .nanoseconds($0 * 1_013)) }
        #expect(abs(Double(selected) / 100_000 - share) < 0.005)
    }

    @Test func `takes no home that failed or that has an explanation`() async throws {
        let essential = #"{"kind": "lastSearch", "failure": "essential"}"#
        let world = try World(#"{"explain": true, \#(config(list(essential)).dropFirst())"#)
        world.store.conduct(.fails)
        await #expect(throws: FeedError.self) { try await world.home(for: "u") }
        var request = try request()
        request.explains = true
        _ = try await world.feed.home(for: request, in: world.snapshot)
        #expect(world.recorded == nil)
    }
}

extension JSONValue {
    fileprivate func member(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }
}
