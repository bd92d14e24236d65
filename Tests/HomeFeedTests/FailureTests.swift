import Catalogue
import HomeFeed
import HomeLayout
import Recommendations
import Testing

private let serviceFailures: [(failure: RecommendationError, code: String, reason: String)] = [
    (.timedOut, "upstream_timeout", "the recommendation service: timedOut"),
    (.unavailable("502"), "upstream_unavailable", #"the recommendation service: unavailable("502")"#),
    (.overloaded, "upstream_overloaded", "the recommendation service: overloaded"),
]

@Suite struct `A widget whose source fails` {
    /// The widget as it is in place of a loaded one: with one cell of its own geometry.
    private func failed(_ widget: Document.Widget, like found: Document.Widget) -> Document.Widget {
        var failed = widget
        failed.state = "error"
        (failed.revision, failed.metrics, failed.position) = (found.revision, found.metrics, found.position)
        failed.error = found.error
        failed.retry = .init(
            href: "/home/widgets/\(widget.id)?segment=homes&width=390&scale=3&user=u1&lat=39.47&lon=-0.376"
        )
        failed.badge = nil
        failed.items = found.items
        return failed
    }

    @Test(arguments: serviceFailures)
    func `says so by one cell, keeps its header, and leaves all others as they are`(
        _ example: (failure: RecommendationError, code: String, reason: String)
    ) async throws {
        let healthy = try await FullHome.world().home(FullHome.request())
        #expect(healthy.homeWidgets.map(\.state) == Array(repeating: "loaded", count: 6))
        let world = try FullHome.world(example.failure)
        let found = try await world.home(FullHome.request())
        let error = try #require(found.homeWidgets[1].error)
        #expect(error.code == example.code && error.retryAfter == 2 && !error.message.isEmpty)
        var expected = healthy
        (expected.revision, expected.shown) = (found.revision, found.shown)
        expected.homeWidgets[1] = failed(healthy.homeWidgets[1], like: found.homeWidgets[1])
        // Those below stand higher or lower, by the heights of their lists.
        expected.contentHeight = found.contentHeight
        for index in found.homeWidgets.indices {
            expected.homeWidgets[index].position = found.homeWidgets[index].position
        }
        #expect(found == expected)
        let cell = try #require(found.homeWidgets[1].items.first)
        #expect(cell.kind == "error" && cell.caption.map(\.text) == [error.message, "Try again"])
        #expect(found.revision != healthy.revision)
        #expect(world.failures.map(\.widget) == ["recommendations"])
        #expect(world.failures.map(\.failure) == [example.reason])
    }

    @Test func `has its header as high as ever, however small the text`() async throws {
        let widget = #"""
            {"id": "w", "title": "W", "href": "/w", "layout": "HomeWidgetProductL", "limit": 2,
             "source": {"kind": "recommendations"}}
            """#
        let service = ScriptedRecommendations(.recommends(ids("listing:h1", "listing:h2")))
        let world = try World(config(widget), items: CatalogueItem.houses("h", 2), recommendations: service)
        var request = try request()
        request.device = Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 800))
        let healthy = try await world.home(request)
        service.conduct = .fails(.timedOut)
        let failed = try await world.home(request)
        #expect(failed.homeWidgets[0].state == "error")
        #expect(failed.homeWidgets[0].header == healthy.homeWidgets[0].header)
        #expect(failed.contentHeight == healthy.contentHeight)
    }

    @Test func `comes back as it was where its link leads to`() async throws {
        let world = try FullHome.world()
        let healthy = try await world.home(FullHome.request())
        try await world.evictUsers()
        world.store.conduct(.fails)
        let failed = try await world.home(FullHome.request())
        world.store.conduct(.answers)
        for (failed, healthy) in zip(failed.homeWidgets, healthy.homeWidgets).prefix(2) {
            let retry = try #require(failed.retry?.href)
            #expect(try await world.page(at: retry).withoutToken == healthy.unplaced)
        }
    }

    @Test(arguments: ["Grid", "FullWidth", "ProductL", "ProductXS", "Map"])
    func `is as high as its message in a list, and elsewhere as high as its items`(layout: String) async throws {
        let service = ScriptedRecommendations(
            .recommends((0..<4).map { CatalogueItem.ID(kind: "listing", id: "h\($0)") })
        )
        let world = try World(
            config(
                #"{"id": "w", "layout": "HomeWidget\#(layout)", "source": {"kind": "recommendations"}, "limit": 4}"#
            ),
            items: CatalogueItem.houses("h", 4),
            recommendations: service
        )
        let loaded = try await world.home(for: "u1").homeWidgets[0]
        service.conduct = .fails(.timedOut)
        let failed = try await world.home(for: "u1").homeWidgets[0]
        #expect(failed.metrics.rows == 1 && failed.metrics.itemSize["width"] == 358 && failed.metrics.imageSize == nil)
        #expect(failed.metrics.itemSize["height"] == failed.metrics.height)
        let isList = loaded.metrics.scroll == "vertical"
        #expect(isList ? failed.metrics.height < 100 : failed.metrics.height == loaded.metrics.height)
        let caption = try #require(failed.metrics.caption)
        #expect(caption.height == failed.metrics.height && caption.lines.map(\.style) == ["body", "link"])
    }

    @Test func `says for each part that failed why, in a cell of the part's own`() async throws {
        let parts = #"""
            [{"source": {"kind": "recommendations", "of": "listing"}}, {"source": {"kind": "nearby"}},
             {"source": {"kind": "recommendations", "of": "product"}}]
            """#
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "composed", "parts": \#(parts)}}"#),
            items: CatalogueItem.houses("h", 2),
            recommendations: ScriptedRecommendations(
                .failsByKind(["listing": .overloaded, "product": .unavailable("502")])
            )
        )
        let items = try await world.home(for: "u1", at: .town).widget("w").items
        #expect(items.map(\.id) == ["error:w.0", "listing:h1", "listing:h2", "error:w.2"])
        #expect(items.compactMap { $0.error?.code } == ["upstream_overloaded", "upstream_unavailable"])
        #expect(items.compactMap { $0.error?.retryAfter } == [2, 2])
    }

    @Test func `shows what its other parts have, with a cell in the place of its own, and fails where none has any`()
        async throws
    {
        let parts = #"[{"source": {"kind": "nearby"}}, {"source": {"kind": "recentlyViewed"}}]"#
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "composed", "parts": \#(parts)}}"#),
            items: CatalogueItem.houses("h", 2)
        )
        world.store.conduct(.fails)
        let partial = try await world.home(for: "u1", at: .town).widget("w")
        #expect(partial.state == "loaded" && partial.items.map(\.kind) == ["listing", "listing", "error"])
        let retry = try #require(partial.items[2].retry?.href)
        #expect(retry.hasPrefix("/home/widgets/w?segment=") && partial.items[2].error?.code == "store_unavailable")
        #expect(world.failures.map(\.source) == ["user", "recentlyViewed"])
        let widget = try await world.home(for: "u1").widget("w")
        #expect(widget.state == "error" && widget.items.map(\.kind) == ["error"] && widget.metrics.rows == 1)
    }
}

@Suite struct `A home whose user cannot be looked up` {
    private static let ofUser = ["last-search", "recommendations"]

    @Test(arguments: [true, false])
    func `says so where a widget is of the user, and shows the rest`(hasService: Bool) async throws {
        let world = try hasService ? FullHome.world() : FullHome.embedded()
        let before = try await world.bytes(FullHome.request())
        let whole = try await world.home(FullHome.request())
        try await world.evictUsers()
        world.store.conduct(.fails)
        let home = try await world.home(FullHome.request())
        for id in Self.ofUser {
            let widget = try home.widget(id)
            #expect(widget.state == "error" && widget.items.map(\.kind) == ["error"])
            #expect(widget.error?.code == "store_unavailable" && widget.retry != nil)
        }
        #expect(world.failures.map(\.source) == ["user", "lastSearch", "recommendations"])
        #expect(world.failures.allSatisfy { $0.failure == "the store: unavailable(io_error: the disk is gone)" })
        let rest = home.homeWidgets.filter { !Self.ofUser.contains($0.id) }
        #expect(rest.map(\.itemIDs) == whole.homeWidgets.filter { !Self.ofUser.contains($0.id) }.map(\.itemIDs))
        #expect(rest.allSatisfy { $0.state == "loaded" })
        world.store.conduct(.answers)
        #expect(try await world.bytes(FullHome.request()) == before)
    }

    @Test func `defers widgets of the user if the store misses the deadline`() async throws {
        let late = #"{"budget": {"default": 700, "maximum": 60000},"# + FullHome.config.drop { $0 != "{" }.dropFirst()
        let world = try FullHome.embedded(config: late)
        world.store.conduct(.hangs)
        let home = try await world.home(FullHome.request())
        #expect(try Self.ofUser.map { try home.widget($0).state } == ["deferred", "deferred"])
        #expect(home.homeWidgets.dropFirst(2).allSatisfy { $0.state == "loaded" })
        #expect(world.loads.contains { $0.source == "user" && $0.state == .deferred })
        let href = try #require(home.widget("last-search").href)
        world.store.conduct(.answers)
        #expect(try await world.page(at: href).state == "loaded")
    }

    @Test func `shows what stands in for what is of the user`() async throws {
        let source = #"{"kind": "recommendations", "fallbacks": [{"kind": "newest"}]}"#
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": \#(source)}"#),
            items: CatalogueItem.houses("h", 2)
        )
        world.store.conduct(.fails)
        let widget = try await world.home(for: "u1", at: .town).widget("w")
        #expect(widget.state == "loaded" && widget.fallback == "newest" && widget.items.count == 2)
    }

    @Test func `shows nothing of the user from before, which may have been of another search`() async throws {
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "recommendations", "maxStale": 600}}"#),
            items: CatalogueItem.houses("h", 2),
            recommendations: ScriptedRecommendations(.recommends(ids("listing:h1")))
        )
        #expect(try await world.home(for: "u1", at: .town).widget("w").state == "loaded")
        try await world.evictUsers()
        world.store.conduct(.fails)
        #expect(try await world.home(for: "u1", at: .town).widget("w").state == "error")
    }

    @Test func `does not say that there is no such widget where its gate cannot be told`() async throws {
        let gate = #"{"hasLastSearch": true}"#
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "when": \#(gate), "source": {"kind": "nearby"}}"#),
            items: CatalogueItem.houses("h", 2)
        )
        world.store.conduct(.fails)
        #expect(try await world.home(for: "u1", at: .town).homeWidgets.isEmpty)
        let error = await #expect(throws: FeedError.self) { try await world.widget("w", request(for: "u1", at: .town)) }
        guard case .store(.unavailable) = error else { throw try #require(error) }
    }

    @Test func `takes no cursor, since it is not known whose it is, and gives none`() async throws {
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 2}"#),
            items: CatalogueItem.houses("h", 5)
        )
        let more = try #require(try await world.home(for: "u1", at: .town).widget("w").loadMore).href
        try await world.evictUsers()
        world.store.conduct(.fails)
        #expect(try await world.home(for: "u1", at: .town).widget("w").loadMore == nil)
        let error = await #expect(throws: FeedError.self) { try await world.page(at: more) }
        guard case .store(.unavailable) = error else { throw try #require(error) }
        world.store.conduct(.answers)
        #expect(try await world.page(at: more).items.count == 2)
    }
}

/// Guards when a home reads the user record, and when it has to wait.
@Suite struct `A home` {
    @Test func `of an unknown user needs no record`() async throws {
        let world = try FullHome.world()
        world.store.conduct(.fails)
        let home = try await world.home(at: FullHome.place)
        #expect(home.homeWidgets.map(\.state) == Array(repeating: "loaded", count: 5))
        #expect(world.store.userReads == 0)
    }

    @Test func `of a user seen for the first time reads the record once, and then needs no store`() async throws {
        let world = try FullHome.embedded()
        let first = try FullHome.request()
        #expect(try world.feed.immediateHome(for: first, in: world.snapshot) == nil)
        for _ in 0..<3 { _ = try await world.home(first) }
        #expect(world.store.userReads == 1)
        #expect(try world.feed.immediateHome(for: first, in: world.snapshot) != nil)
    }

    @Test func `that a service is asked for waits`() async throws {
        let world = try FullHome.world()
        _ = try await world.home(FullHome.request())
        #expect(try world.feed.immediateHome(for: FullHome.request(), in: world.snapshot) == nil)
        let plain = try World(
            config(FullHome.widgets.filter { !$0.contains(#""kind": "recommendations""#) }),
            items: FullHome.items,
            recommendations: ScriptedRecommendations(.fails(.timedOut))
        )
        #expect(try plain.feed.immediateHome(for: request(at: .town), in: plain.snapshot) != nil)
    }
}
