import HomeFeed
import HomeLayout
import Catalogue
import Recommendations
import Testing

/// What of a store fails, which widget that takes away, and at which place that stands.
private let storeFailures: [(question: WatchedStore.Question, widget: String, index: Int)] = [
    (.newest, "last-search", 0), (.nearby, "nearby", 2), (.topBrands, "brands", 3),
    (.products, "products", 4), (.productContents, "products", 4),
]

private let serviceFailures: [(failure: RecommendationError, code: String, reason: String)] = [
    (.timedOut, "upstream_timeout", "the recommendation service: timedOut"),
    (.unavailable("502"), "upstream_unavailable", #"the recommendation service: unavailable("502")"#),
    (.store(.busy), "store_unavailable", "the property store: busy"),
]

@Suite struct `A widget whose source fails` {
    private func expect(
        _ found: Document,
        is healthy: Document,
        butFor index: Int,
        code: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let failed = found.homeWidgets[index]
        let error = try #require(failed.error, sourceLocation: sourceLocation)
        #expect(error.code == code && error.retryAfter == 2 && !error.message.isEmpty, sourceLocation: sourceLocation)
        var expected = healthy
        (expected.revision, expected.shown) = (found.revision, found.shown)
        expected.homeWidgets[index].state = "error"
        expected.homeWidgets[index].error = error
        expected.homeWidgets[index].retry = .init(
            href: "/home/widgets/\(failed.id)?segment=homes&width=390&scale=3&user=u1&lat=39.47&lon=-0.376"
        )
        expected.homeWidgets[index].badge = nil
        expected.homeWidgets[index].items = []
        for (found, expected) in zip(found.homeWidgets, expected.homeWidgets) {
            #expect(found == expected, sourceLocation: sourceLocation)
        }
        #expect(found == expected, sourceLocation: sourceLocation)
        #expect(found.revision != healthy.revision, sourceLocation: sourceLocation)
    }

    @Test(arguments: storeFailures)
    func `says so, keeps its header and its geometry, and leaves all others as they are`(
        _ example: (question: WatchedStore.Question, widget: String, index: Int)
    ) async throws {
        let healthy = try await FullHome.world().home(FullHome.request())
        #expect(healthy.homeWidgets.map(\.state) == Array(repeating: "loaded", count: 6))
        let world = try await FullHome.world()
        world.store.fail(example.question)
        let home = try await world.home(FullHome.request())
        try expect(home, is: healthy, butFor: example.index, code: "store_unavailable")
        #expect(world.failures.map(\.widget) == [example.question == .productContents ? nil : example.widget])
        #expect(world.failures.map(\.failure) == ["the property store: unavailable(io_error: the disk is gone)"])
    }

    @Test(arguments: serviceFailures)
    func `tells a client what failed, and the log why`(
        _ example: (failure: RecommendationError, code: String, reason: String)
    ) async throws {
        let healthy = try await FullHome.world().home(FullHome.request())
        let world = try await FullHome.world(example.failure)
        try expect(try await world.home(FullHome.request()), is: healthy, butFor: 1, code: example.code)
        #expect(world.failures.map(\.widget) == ["recommendations"])
        #expect(world.failures.map(\.failure) == [example.reason])
    }

    @Test func `has its header as high as ever, however small the text`() async throws {
        var request = try FullHome.request()
        request.device = try Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 800))
        let world = try await FullHome.world()
        let healthy = try await world.home(request)
        world.store.fail(.newest)
        let failed = try await world.home(request)
        #expect(failed.homeWidgets[0].state == "error")
        #expect(failed.homeWidgets[0].header == healthy.homeWidgets[0].header)
        #expect(failed.contentHeight == healthy.contentHeight)
    }

    @Test func `comes back as it was where its link leads to`() async throws {
        let world = try await FullHome.world()
        let healthy = try await world.home(FullHome.request())
        for (question, id, index) in storeFailures {
            let failing = try await FullHome.world(over: world.store)
            world.store.fail(question)
            let failed = try await failing.home(FullHome.request()).homeWidgets[index]
            world.store.fail()
            let retry = try #require(failed.retry?.href)
            let request = try HomeRequest(parameters: parameters(of: retry))
            #expect(try await failing.widget(id, request).withoutToken == healthy.homeWidgets[index].unplaced)
        }
    }

    @Test func `takes the place of as many items as it may have, and moves those below`() async throws {
        let world = try await FullHome.world()
        var search = SearchCriteria(market: "toledo")
        search.price.min = 200_000_00
        _ = try await world.store.upsert([.house("toledo1", price: 1), .house("toledo2", price: 1)])
        try await world.store.record(search, by: user("u1"))
        let healthy = try await world.home(FullHome.request())
        #expect(healthy.homeWidgets[0].items.count == 1)
        world.store.fail(.newest)
        let failed = try await world.home(FullHome.request())
        #expect(failed.homeWidgets.dropFirst().map(\.unplaced) == healthy.homeWidgets.dropFirst().map(\.unplaced))
        let full = try await FullHome.world().home(FullHome.request())
        #expect(failed.homeWidgets[0].metrics == full.homeWidgets[0].metrics)
        #expect(failed.contentHeight == full.contentHeight && failed.contentHeight > healthy.contentHeight)
    }

    @Test func `shows what its other parts have, and fails where none has anything`() async throws {
        let parts = #"[{"source": {"kind": "nearby"}}, {"source": {"kind": "products"}}]"#
        let world = try await World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "composed", "parts": \#(parts)}}"#),
            listings: Listing.houses("h", 2)
        )
        world.store.fail(.products)
        let partial = try await world.home(at: .town).widget("w")
        #expect(partial.state == "loaded" && partial.items.count == 2)
        #expect(world.failures.map(\.source) == ["products"])
        world.store.fail(.products, .nearby)
        let widget = try await world.home(at: .town).widget("w")
        #expect(widget.state == "error" && widget.items.isEmpty && widget.metrics.rows == 10)
    }

    @Test func `needs no content that was read before`() async throws {
        let world = try await FullHome.world()
        let bytes = try await world.bytes(FullHome.request())
        world.store.fail(.listingContents, .productContents)
        #expect(try await world.bytes(FullHome.request()) == bytes)
        #expect(world.failures.isEmpty)
    }
}

@Suite struct `A home whose user cannot be looked up` {
    private static let ofUser = ["last-search", "recommendations"]

    @Test func `says so where a widget is of the user, and shows the rest`() async throws {
        let world = try await FullHome.world()
        let whole = try await world.home(FullHome.request())
        world.store.fail(.record)
        let home = try await world.home(FullHome.request())
        for id in Self.ofUser {
            let widget = try home.widget(id)
            #expect(widget.state == "error" && widget.items.isEmpty)
            #expect(widget.error?.code == "store_unavailable" && widget.retry != nil)
        }
        #expect(world.failures.map(\.source) == ["user", "lastSearch", "recommendations"])
        let rest = home.homeWidgets.filter { !Self.ofUser.contains($0.id) }
        #expect(rest.map(\.itemIDs) == whole.homeWidgets.filter { !Self.ofUser.contains($0.id) }.map(\.itemIDs))
        #expect(rest.allSatisfy { $0.state == "loaded" })
        world.store.fail()
        #expect(try await world.bytes(FullHome.request()) == FullHome.world().bytes(FullHome.request()))
    }

    @Test func `defers what is of the user where nobody answers in time`() async throws {
        let budget = #"{"budget": {"default": 700, "maximum": 60000},"#
        let late = budget + FullHome.config.drop { $0 != "{" }.dropFirst()
        let world = try await World(late, listings: FullHome.listings, products: FullHome.products)
        // What is of everybody is known by now.
        var patient = try request(at: FullHome.place)
        patient.budget = .seconds(60)
        _ = try await world.home(patient)
        world.store.hang(.record)
        let home = try await world.home(FullHome.request())
        #expect(try Self.ofUser.map { try home.widget($0).state } == ["deferred", "deferred"])
        #expect(try home.widget("nearby").state == "loaded")
        #expect(world.loads.contains { $0.source == "user" && $0.state == .deferred })
        let href = try #require(home.widget("last-search").href)
        world.store.hang()
        try await world.store.record(SearchCriteria(market: "toledo"), by: user("u1"))
        #expect(try await world.page(at: href).state == "loaded")
    }

    @Test func `shows what stands in for what is of the user`() async throws {
        let source = #"{"kind": "recommendations", "fallbacks": [{"kind": "newest"}]}"#
        let world = try await World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": \#(source)}"#),
            listings: Listing.houses("h", 2)
        )
        world.store.fail(.record)
        let widget = try await world.home(for: "u1", at: .town).widget("w")
        #expect(widget.state == "loaded" && widget.fallback == "newest" && widget.items.count == 2)
    }

    @Test func `shows nothing of the user from before, which may have been of another search`() async throws {
        let world = try await World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "recommendations", "staleFor": 600}}"#),
            listings: Listing.houses("h", 2)
        )
        #expect(try await world.home(for: "u1", at: .town).widget("w").state == "loaded")
        world.store.fail(.record, .newest, .nearby, .popular, .listingHits)
        #expect(try await world.home(for: "u1", at: .town).widget("w").state == "error")
    }

    @Test func `does not say that there is no such widget where its gate cannot be told`() async throws {
        let gate = #"{"hasLastSearch": true}"#
        let world = try await World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "when": \#(gate), "source": {"kind": "nearby"}}"#),
            listings: Listing.houses("h", 2)
        )
        world.store.fail(.record)
        #expect(try await world.home(for: "u1", at: .town).homeWidgets.isEmpty)
        let error = await #expect(throws: FeedError.self) { try await world.widget("w", request(for: "u1", at: .town)) }
        guard case .store(.unavailable) = error else { throw try #require(error) }
    }

    @Test func `takes no cursor, of which nobody knows whose it is, and gives none`() async throws {
        let world = try await World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 2}"#),
            listings: Listing.houses("h", 5)
        )
        let more = try #require(try await world.home(for: "u1", at: .town).widget("w").loadMore).href
        world.store.fail(.record)
        #expect(try await world.home(for: "u1", at: .town).widget("w").loadMore == nil)
        let error = await #expect(throws: FeedError.self) { try await world.page(at: more) }
        guard case .store(.unavailable) = error else { throw try #require(error) }
        world.store.fail()
        #expect(try await world.page(at: more).items.count == 2)
    }
}

@Suite struct `A home` {
    @Test func `of somebody unknown needs no look at users`() async throws {
        let world = try await FullHome.world()
        world.store.fail(.record, .opened)
        let home = try await world.home(at: FullHome.place)
        #expect(home.homeWidgets.map(\.state) == Array(repeating: "loaded", count: 5))
    }
}
