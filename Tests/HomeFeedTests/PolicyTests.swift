import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import Recommendations

private let failures: [RecommendationError] = [.timedOut, .unavailable("502")]

@Suite struct `A source without candidates` {
    private let service = ScriptedRecommendations(.recommends(ids("listing:h5", "listing:h6", "listing:h7")))

    /// Two widgets, the first by the service and with this policy, the second by what is near.
    private func world(_ policy: String = "", budget: Int = 60_000) throws -> World {
        try World(
            """
            {"title": "Hearth", "budget": {"default": \(budget), "maximum": 60000}, "segments": [
              {"id": "homes", "title": "Homes", "widgets": [
                {"id": "picked", "layout": "HomeWidgetProductL", "limit": 3,
                 "source": {"kind": "recommendations"\(policy)}},
                {"id": "near", "layout": "HomeWidgetProductL", "limit": 3, "source": {"kind": "nearby"}}]}]}
            """,
            items: CatalogueItem.houses("h", 12) + [.thing("p", by: "ami"), .thing("q", by: "ami")],
            recommendations: service
        )
    }

    private let products = #", "fallbacks": [{"kind": "items", "of": "product"}]"#
    private let picked = ["listing:h5", "listing:h6", "listing:h7"]

    @Test(arguments: failures)
    func `is replaced by what stands in for it, and nothing else changes`(failure: RecommendationError) async throws {
        let world = try world(products)
        let before = try await world.home(at: .town)
        #expect(before.itemIDs[0] == picked && before.homeWidgets[0].fallback == nil)
        service.conduct = .fails(failure)
        let after = try await world.home(at: .town)
        #expect(after.homeWidgets[0].state == "loaded" && after.homeWidgets[0].fallback == "items")
        #expect(after.itemIDs[0] == ["product:p", "product:q"])
        #expect(after.homeWidgets[0].revision == before.homeWidgets[0].revision)
        #expect(after.homeWidgets[0].metrics == before.homeWidgets[0].metrics)
        service.conduct = .recommends(ids("listing:h5", "listing:h6", "listing:h7"))
        #expect(try await world.home(at: .town) == before)
    }

    @Test func `is replaced where it has nothing to say`() async throws {
        let world = try world(products)
        service.conduct = .recommends([])
        #expect(try await world.home().itemIDs == [["product:p", "product:q"]])
        #expect(world.failures.isEmpty)
        #expect(world.loads.map(\.state) == [.empty, .loaded, .empty])
    }

    @Test func `is replaced by the first of several that has something`() async throws {
        let fallbacks =
            #"{"kind": "nearby"}, {"kind": "lastSearch"}, {"kind": "brands"}, {"kind": "items", "of": "product"}"#
        let world = try world(#", "fallbacks": [\#(fallbacks)]"#)
        service.conduct = .fails(.timedOut)
        let home = try await world.home()
        #expect(home.itemIDs == [["brand:ami"]])
        #expect(home.homeWidgets[0].fallback == "brands")
    }

    @Test func `is an error for its own reason where nothing stands in for it either`() async throws {
        let world = try world(#", "fallbacks": [{"kind": "lastSearch"}, {"kind": "recentlyViewed"}]"#)
        service.conduct = .fails(.unavailable("502"))
        #expect(try await world.home().homeWidgets[0].error?.code == "upstream_unavailable")
        #expect(world.loads.map(\.source) == ["recommendations", "lastSearch", "recentlyViewed", "nearby"])
        #expect(world.failures.map(\.source) == ["recommendations"])
    }

    // MARK: What was loaded before

    @Test(arguments: failures)
    func `is shown as it was, for as long as that may be`(failure: RecommendationError) async throws {
        let world = try world(#", "maxStale": 60"# + products)
        let before = try await world.home(at: .town)
        service.conduct = .fails(failure)
        world.now += 40
        var stale = try await world.home(at: .town)
        #expect(stale.homeWidgets[0].state == "stale" && stale.homeWidgets[0].age == 40)
        stale.homeWidgets[0].state = "loaded"
        stale.homeWidgets[0].age = nil
        stale.revision = before.revision
        #expect(stale == before)
        world.now += 20
        #expect(try await world.home(at: .town).homeWidgets[0].age == 60)
        world.now += 1
        let replaced = try await world.home(at: .town).homeWidgets[0]
        #expect(replaced.state == "loaded" && replaced.fallback == "items")
    }

    @Test func `is shown as it was to those alone who asked for the same`() async throws {
        let world = try world(#", "maxStale": 60"#)
        _ = try await world.home(for: "u1", at: .town)
        service.conduct = .fails(.timedOut)
        #expect(try await world.home(for: "u1", at: .town).homeWidgets[0].state == "stale")
        #expect(try await world.home(for: "u2", at: .town).homeWidgets[0].state == "error")
        #expect(try await world.home(at: .town).homeWidgets[0].state == "error")
        #expect(try await world.home(for: "u1", at: .town.north(10)).homeWidgets[0].state == "error")
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        #expect(try await world.home(for: "u1", at: .town).homeWidgets[0].state == "error")
    }

    @Test func `is shown as it was by every widget that asks the same`() async throws {
        func widget(_ id: String, _ filter: String) -> String {
            #"""
            {"id": "\#(id)", "layout": "HomeWidgetGrid", "limit": 2, "source":
              {"kind": "recommendations", "maxStale": 60, "filter": \#(filter)}}
            """#
        }
        let first = config(widget("a", "{}"))
        let answer = ids("listing:h5", "listing:h6", "listing:h7", "listing:h8")
        let service = ScriptedRecommendations(.recommends(answer))
        let world = try World(
            config(widget("a", "{}"), widget("b", "{}"), widget("c", #"{"bedrooms": {"min": 3}}"#)),
            items: CatalogueItem.houses("h", 9),
            recommendations: service
        )
        let before = try await world.home().itemIDs
        #expect(before == [["listing:h5", "listing:h6"], ["listing:h7", "listing:h8"]])
        #expect(Set(service.asked.map(\.query.filter)).count == 2)
        service.conduct = .fails(.timedOut)
        let stale = try await world.home()
        #expect(stale.itemIDs == before && stale.homeWidgets.allSatisfy { $0.state == "stale" })
        #expect(
            try await World(first, store: world.store, recommendations: service).home().homeWidgets[0].state == "error"
        )
    }

    @Test func `is shown as it was, without what was sold or hidden since`() async throws {
        let world = try world(#", "maxStale": 60"#)
        _ = try await world.home(at: .town)
        var sold = CatalogueItem.houses("h", 12)[4]
        #expect(sold.id.id == "h5")
        sold.status = .sold
        _ = world.store.upsert([sold])
        service.conduct = .fails(.timedOut)
        let stale = try await world.home(at: .town)
        #expect(stale.homeWidgets[0].state == "stale" && stale.itemIDs[0] == Array(picked.dropFirst()))
        #expect(!stale.itemIDs.joined().contains("listing:h5"))
    }

    // MARK: Time

    @Test func `is no longer waited for at its deadline`() async throws {
        let world = try world(#", "deadline": 20"#)
        service.conduct = .hangs
        let home = try await world.home(at: .town)
        #expect(home.homeWidgets.map(\.state) == ["error", "loaded"])
        #expect(home.homeWidgets[0].error?.code == "source_timeout")
        #expect(service.abandoned == 1)
        #expect(world.failures.map(\.failure) == ["not done by the source's deadline"])
    }

    @Test func `is replaced or shown as it was at its deadline too`() async throws {
        let world = try world(#", "deadline": 20, "maxStale": 60"# + products)
        service.conduct = .hangs
        #expect(try await world.home().homeWidgets[0].fallback == "items")
        service.conduct = .recommends(ids("listing:h5"))
        _ = try await world.home()
        service.conduct = .hangs
        #expect(try await world.home().homeWidgets[0].state == "stale")
    }

    @Test func `is deferred where the home has to be sent, and comes where its link leads to`() async throws {
        let world = try world(products, budget: 1000)
        let ready = try await world.home(at: .town)
        service.conduct = .hangs
        var home = try await world.home(at: .town)
        let deferred = home.homeWidgets[0]
        #expect(deferred.state == "deferred" && deferred.items.isEmpty)
        #expect(deferred.metrics == ready.homeWidgets[0].metrics)
        #expect(service.abandoned == 1 && world.failures.isEmpty)
        home.homeWidgets[0] = ready.homeWidgets[0]
        home.revision = ready.revision
        // What it would have shown, others show now.
        #expect(home.homeWidgets[1].items.count == 3)
        service.conduct = .recommends(ids("listing:h5", "listing:h6", "listing:h7"))
        let link = try #require(deferred.href)
        let alone = try await world.widget("picked", HomeRequest(parameters: parameters(of: link)))
        #expect(alone.withoutToken == ready.homeWidgets[0].unplaced)
    }

    @Test func `is shown as it was where the home has to be sent`() async throws {
        let world = try world(#", "maxStale": 60"#, budget: 1000)
        _ = try await world.home(at: .town)
        service.conduct = .hangs
        #expect(try await world.home(at: .town).homeWidgets[0].state == "stale")
    }

    @Test func `has as much time as the client asks for, within what the config allows`() async throws {
        let world = try world(budget: 60_000)
        service.conduct = .hangs
        var request = try request(at: .town)
        request.budget = .seconds(1)
        #expect(try await world.home(request).homeWidgets.map(\.state) == ["deferred", "loaded"])
        let bounded = try World(
            config(#"{"id": "picked", "layout": "HomeWidgetGrid", "source": {"kind": "recommendations"}}"#).replacing(
                #""title": "Hearth""#,
                with: #""title": "Hearth", "budget": {"default": 500, "maximum": 1000}"#
            ),
            recommendations: service
        )
        request.budget = .seconds(3600)
        #expect(try await bounded.home(request).homeWidgets.map(\.state) == ["deferred"])
        #expect(try await bounded.widget("picked", request).state == "deferred")
    }

    @Test func `leaves the others the time that it takes`() async throws {
        // Were they loaded one after the other, the second would have no time left.
        let hanging = #"{"kind": "recommendations", "deadline": 700}"#
        let world = try World(
            """
            {"title": "Hearth", "budget": {"default": 1200, "maximum": 60000}, "segments": [
              {"id": "homes", "title": "Homes", "widgets": [
                {"id": "a", "layout": "HomeWidgetGrid", "source": \(hanging)},
                {"id": "b", "layout": "HomeWidgetGrid", "source": \(hanging)}]}]}
            """,
            recommendations: service
        )
        service.conduct = .hangs
        #expect(try await world.home().homeWidgets.map(\.error?.code) == ["source_timeout", "source_timeout"])
    }

    // MARK: Whether there is a home

    @Test func `is what there is no home without, where it is essential`() async throws {
        let world = try world(#", "failure": "essential""#, budget: 1000)
        #expect(try await world.home(at: .town).homeWidgets.count == 2)
        for conduct in [ScriptedRecommendations.Conduct.fails(.timedOut), .hangs] {
            service.conduct = conduct
            let error = await #expect(throws: FeedError.self) { try await world.home(at: .town) }
            guard case .essential("picked") = error else { throw try #require(error) }
        }
        // Nothing is not a failure.
        service.conduct = .recommends([])
        #expect(try await world.home(at: .town).homeWidgets.map(\.id) == ["near"])
    }

    @Test func `is what there is a home without, where something stands in for it`() async throws {
        let world = try world(#", "failure": "essential""# + products)
        service.conduct = .fails(.timedOut)
        #expect(try await world.home(at: .town).homeWidgets[0].fallback == "items")
    }
}

@Suite struct `A widget with a minimum` {
    private func world(_ count: Int, _ members: String = "") async throws -> World {
        try World(
            config(
                """
                {"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "lastSearch"}, "minimum": 3\(members)}
                """,
                #"{"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}}"#
            ),
            items: CatalogueItem.houses("h", count)
        )
    }

    private func home(_ world: World) async throws -> Document {
        try world.store.record(.homes(), by: user("u1"))
        return try await world.home(for: "u1", at: .town)
    }

    @Test func `is shown with that many`() async throws {
        #expect(try await home(world(3)).itemIDs.map(\.count) == [3])
    }

    @Test func `is left out with fewer, and leaves what it had to the others`() async throws {
        let home = try await home(world(2))
        #expect(home.homeWidgets.map(\.id) == ["b"])
        #expect(home.itemIDs.map(\.count) == [2])
    }

    @Test func `gives way to its card with fewer`() async throws {
        let card = #", "whenEmpty": {"id": "none", "title": "None", "text": "None yet."}"#
        let home = try await home(world(2, card))
        #expect(home.itemIDs == [["infoCard:none"], ["listing:h1", "listing:h2"]])
        #expect(home.homeWidgets.map(\.state) == ["empty", "loaded"])
    }
}
