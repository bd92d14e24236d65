import Bytes
import Catalogue
import HomeDocument
import HomeLayout
import JSON
import Localization
import Recommendations
import Testing

@testable import HomeFeed

/// Guards that a home can be made again from its recording. `World` compares every home of these tests with its replay.
@Suite struct `A recorded home` {
    /// The sources that find few items come first.
    private static let widgets =
        ["priceDrops", "backInStock", "unseen", "trending", "popular"]
        + SourceTable.names.filter {
            !["priceDrops", "backInStock", "unseen", "trending", "popular", "loadMore"].contains($0)
        }

    /// A home with a source of each kind.
    private static let everything = config(widgets.map(widget))

    private static func widget(of kind: String) -> String {
        switch kind {
        case "banners":
            #"""
            {"id": "banners", "layout": "HomeWidgetBanner", "source": {"kind": "banners",
             "items": [{"id": "a", "title": "A", "href": "/a", "cap": {"shown": 1, "per": "1d"}}]}}
            """#
        case "infoCard":
            #"""
            {"id": "infoCard", "layout": "HomeWidgetInfoCard",
             "source": {"kind": "infoCard", "id": "i", "title": "I", "text": "T"}}
            """#
        case "nearby": #"{"id": "nearby", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "limit": 5}"#
        default: list(#"{"kind": "\#(kind)"}"#, id: kind, limit: 2)
        }
    }

    private static func world() throws -> World {
        let marks = #"{"saved": true, "newSinceLastVisit": true, "priceDrop": "14d", "backInStock": "14d"}"#
        let world = try World(
            #"{\#(WordFiles.all), "marks": \#(marks), \#(everything.dropFirst())"#,
            items: CatalogueItem.houses("h", 40) + (1...6).map { .thing("\($0)", by: "b\($0 % 3)") }
        )
        try world.store.record(.homes(market: "toledo", price: ClosedInterval(max: 250_000_00)), by: user("u"))
        return world
    }

    @Test(arguments: ["en", "de", "tr", "ar"])
    func `has the same bytes with every source, mark and language`(language: String) async throws {
        let world = try Self.world()
        let (day, seen) = (Int64(86_400), (1...6).map { item("listing:h\($0)") } + [item("product:1")])
        for id in seen { try world.act(.opened(id), .saved(id), by: "u", at: world.now - day) }
        try world.act(.dismissed(item("listing:h9")), .dismissed(item("brand:b1")), by: "u", at: world.now - day)
        try world.show(["banner:a"], to: "v")
        for number in 0..<30 {
            try world.act(.opened(item("listing:h\(20 + number % 6)")), by: "v\(number)", at: world.now - 3_600)
        }
        var soldOut = CatalogueItem.house("h2")
        soldOut.status = .outOfStock
        _ = world.store.upsert([soldOut, .house("h1", price: 150_000_00), .house("h3", price: 100_000_00)])
        _ = world.store.upsert([.house("h2")] + (1...4).map { .house("new\($0)", listedAt: world.now - 60) })
        world.readTotals()
        await world.learn()
        var request = try request(for: "u", at: .town)
        request.locale = LanguageTag(language)
        let home = try await world.home(request)
        #expect(home.homeWidgets.map(\.id) == Self.widgets)
        #expect(home.homeWidgets.contains { $0.map != nil })
        #expect(home.homeWidgets.contains { $0.loadMore != nil })
        #expect(home.homeWidgets.contains { $0.badge != nil })
        #expect(home.homeWidgets.flatMap(\.items).contains { $0.priceDrop != nil })
    }

    @Test func `has the same bytes without a user or a place`() async throws {
        let world = try Self.world()
        _ = try await world.home()
        #expect(try world.recordedJSON.member("user") == nil)
        _ = try await world.home(at: .town)
    }

    @Test func `has the same bytes if the user could not be read`() async throws {
        let world = try Self.world()
        world.store.conduct(.fails)
        let home = try await world.home(for: "u", at: .town)
        #expect(home.homeWidgets.contains { $0.state == "error" })
        #expect(try world.recordedJSON.member("user")?.member("unread") != nil)
    }

    @Test(arguments: [nil, .unavailable("gone"), .timedOut, .overloaded] as [RecommendationError?])
    func `has the same bytes with a recommendation service`(failure: RecommendationError?) async throws {
        let world = try FullHome.world(failure)
        let home = try await world.home(FullHome.request())
        let state = try home.widget("recommendations").state
        #expect(state == (failure == nil ? "loaded" : "error"))
    }

    @Test func `has the same bytes in a personal order`() async throws {
        let widgets = ["a", "b", "c"].map { name in
            list(#"{"kind": "items", "of": "listing", "filter": {"market": "\#(name)"}}"#, id: name)
        }
        let world = try World(
            """
            {"title": "Hearth", "segments": [{"id": "homes", "title": "Homes", "order": "personal",
            "widgets": [\(widgets.joined(separator: ", "))]}]}
            """,
            items: ["a", "b", "c"].map { .house($0, market: $0) }
        )
        for number in 0..<30 { try world.act(.opened(item("listing:b")), by: "v\(number)", in: "b") }
        world.now += 86_400
        world.readTotals()
        let home = try await world.home(for: "u")
        #expect(home.homeWidgets.map(\.id) == ["b", "a", "c"])
    }

    @Test func `keeps nothing of the user beside the inputs, and has no key`() async throws {
        let world = try Self.world()
        _ = try await world.home(for: "u", at: .town)
        guard case .object(let members) = try world.recordedJSON else { return #expect(Bool(false)) }
        #expect(
            Set(members.keys) == [
                "format", "at", "target", "config", "signingKey", "revision", "user", "widgetVisits", "loads",
                "choices", "brands", "items",
            ]
        )
        #expect(
            members["target"]
                == .string("/home?segment=homes&width=390&scale=3&user=u&lat=41.65&lon=-83.54")
        )
    }

    // MARK: Other configs

    @Test func `shows what another order of its widgets would have shown`() async throws {
        let (newest, items) = (#"{"kind": "newest", "sort": "newest"}"#, #"{"kind": "items", "of": "listing"}"#)
        let old = config(list(newest, id: "a"), list(items, id: "b"))
        let new = config(list(items, id: "b", limit: 2), list(newest, id: "a", limit: 4))
        let world = try World(old, items: CatalogueItem.houses("h", 9))
        let before = try await world.home()
        #expect(before.itemIDs == [houses(1...3), houses(4...6)])
        let after = try world.replay(with: HomeConfig(JSONValue(parsing: new.utf8)), old, new)
        #expect(after.homeWidgets.map(\.id) == ["b", "a"])
        let really = try await World(new, store: world.store).home()
        #expect(after.itemIDs == really.itemIDs)
    }

    @Test func `keeps the widgets before the first change, and the items of those after it`() async throws {
        let world = try Self.world()
        let before = try await world.home(for: "u", at: .town)
        let new = config(
            Self.widgets.map { $0 == "brands" ? list(#"{"kind": "brands"}"#, id: $0, limit: 3) : Self.widget(of: $0) }
        )
        let after = try world.replay(with: HomeConfig(JSONValue(parsing: new.utf8)), Self.everything, new)
        #expect(after.homeWidgets.map(\.id) == before.homeWidgets.map(\.id))
        for (one, other) in zip(before.homeWidgets, after.homeWidgets) where one.id != "brands" {
            #expect(one.itemIDs == other.itemIDs)
        }
        #expect(try after.widget("brands").itemIDs == ["brand:b1", "brand:b2", "brand:b0"])
    }

    @Test func `searches the recorded items for sources that are new or changed`() async throws {
        let old = config(list(#"{"kind": "newest", "sort": "newest"}"#, id: "a"))
        let new = config(
            list(#"{"kind": "newest", "sort": "newest", "filter": {"price": {"max": 15000000}}}"#, id: "a"),
            list(#"{"kind": "items", "of": "listing"}"#, id: "b")
        )
        let cheap = CatalogueItem.house("cheap", price: 100_000_00, listedAt: 9_998)
        let world = try World(old, items: CatalogueItem.houses("h", 3) + [cheap])
        _ = try await world.home()
        let other = try HomeConfig(JSONValue(parsing: new.utf8))
        let after = try world.replay(with: other, old, new)
        #expect(after.itemIDs == [["listing:cheap"], houses(1...3)])
        let recording = try world.recording
        let loads = try recording.loads(changing: JSONValue(parsing: old.utf8), to: JSONValue(parsing: new.utf8))
        #expect(recording.unrecordedSources(of: other, loads) == ["a: source 0 (newest)", "b: source 0 (items)"])
        #expect(recording.itemCount == 4)
    }

    @Test func `keeps what was recommended when the policy of a source changes`() async throws {
        let old = config(list(#"{"kind": "recommendations", "deadline": 100}"#))
        let new = config(list(#"{"kind": "recommendations", "fallbacks": [{"kind": "newest"}], "$why": "x"}"#))
        let service = ScriptedRecommendations(.recommends(ids("listing:h3", "listing:h1")))
        let world = try World(old, items: CatalogueItem.houses("h", 5), recommendations: service)
        #expect(try await world.home().itemIDs == [["listing:h3", "listing:h1"]])
        let after = try world.replay(with: HomeConfig(JSONValue(parsing: new.utf8)), old, new)
        #expect(after.itemIDs == [["listing:h3", "listing:h1"]])
    }

    @Test(arguments: [
        (#"{"format": 2}"#, "expected a recording of format 1"), (#"{"format": 1}"#, #""at" is missing"#),
    ])
    func `is refused with its errors if it is no recording`(text: String, error: String) throws {
        let json = try JSONValue(parsing: text.utf8)
        let errors = #expect(throws: ValidationErrors.self) { try HomeRecording(json, kinds: .builtIn) }
        #expect(errors?.all.contains { $0.message.contains(error) } == true)
    }

    @Test func `is refused if a reason names an opened item that the user does not have`() async throws {
        let world = try World(config(list(#"{"kind": "newest"}"#, id: "a")), items: CatalogueItem.houses("h", 3))
        _ = try await world.home()
        var damaged = try world.recordedJSON
        guard case .object(var members) = damaged, case .array(var loads)? = members["loads"],
            case .object(var load) = loads[0], case .array(var candidates)? = load["candidates"],
            case .object(var candidate) = candidates[0]
        else {
            Issue.record("no candidates")
            return
        }
        candidate["reason"] = .object(["name": .string("likeOpened"), "value": .integer(3)])
        candidates[0] = .object(candidate)
        load["candidates"] = .array(candidates)
        loads[0] = .object(load)
        members["loads"] = .array(loads)
        damaged = .object(members)
        let errors = #expect(throws: ValidationErrors.self) { try HomeRecording(damaged, kinds: .builtIn) }
        #expect(errors?.all.map(\.message) == ["a reason names opened item 3, of 0"])
    }

    private func houses(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "listing:h\($0)" } }
}

/// Guards the sampling of homes.
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
        #expect(!world.hasRecording)
    }
}

extension JSONValue {
    fileprivate func member(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }
}
