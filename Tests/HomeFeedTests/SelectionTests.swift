import HomeLayout
import Catalogue
import Testing

/// A part of a widget: a source with a limit, and where it is to stand.
private struct Part {
    let source: String
    let isFixed: Bool
    let limit: Int
    let position: Int?

    init(_ number: Int, _ generator: inout Seeded) {
        let banners = (0..<3).map { #"{"id": "b\#(number)-\#($0)", "title": "B", "href": "/"}"# }
        let (source, isFixed) = generator.pick(
            (#"{"kind": "lastSearch"}"#, false),
            (#"{"kind": "nearby"}"#, false),
            (#"{"kind": "nearby", "radius": 4000}"#, false),
            (#"{"kind": "products"}"#, false),
            (#"{"kind": "products", "collection": "sale"}"#, false),
            (#"{"kind": "brands"}"#, false),
            (#"{"kind": "banners", "items": [\#(banners.joined(separator: ", "))]}"#, true)
        )
        self.source = source
        self.isFixed = isFixed
        limit = .random(in: 1...8, using: &generator)
        position = generator.pick(nil, nil, .random(in: 0...6, using: &generator))
    }

    var json: String {
        #"{"source": \#(source), "limit": \#(limit)\#(position.map { #", "at": \#($0)"# } ?? "")}"#
    }
}

private struct Scene {
    let widgets: [[Part]]
    let listings: [Listing]
    let products: [Product]

    init(seed: UInt64) {
        var generator = Seeded(seed)
        listings = (0..<Int.random(in: 0...40, using: &generator)).map { Listing.random($0, &generator) }
        products = (0..<Int.random(in: 0...20, using: &generator)).map {
            .thing("\($0)", by: generator.pick("ami", "bode", "cos"), in: generator.pick([], ["sale"]))
        }
        widgets = (0..<Int.random(in: 1...8, using: &generator)).map { widget in
            (0..<generator.pick(1, 1, 2, 3)).map { Part(10 * widget + $0, &generator) }
        }
    }

    var config: String {
        HomeFeedTests.config(
            widgets.enumerated().map { index, parts in
                let source =
                    #"{"kind": "composed", "parts": [\#(parts.map(\.json).joined(separator: ", "))]}"#
                return #"{"id": "w\#(index)", "layout": "HomeWidgetProductM", "source": \#(source)}"#
            }
        )
    }

    /// What the home is to show: each part the first of its items that do not stand elsewhere, up to its limit.
    ///
    /// `available` tells all that a source has to give.
    func expected(_ available: (Part) async throws -> [String]) async throws -> [String: Set<String>] {
        var shown: Set<String> = []
        var expected: [String: Set<String>] = [:]
        for (index, parts) in widgets.enumerated() {
            var items: Set<String> = []
            var isWorthShowing = parts.allSatisfy(\.isFixed)
            for part in parts {
                let chosen = try await available(part).filter { !shown.contains($0) }.prefix(part.limit)
                shown.formUnion(chosen)
                items.formUnion(chosen)
                if !part.isFixed && !chosen.isEmpty { isWorthShowing = true }
            }
            if isWorthShowing { expected["w\(index)"] = items }
        }
        return expected
    }
}

@Suite struct `In any home` {
    @Test(arguments: 0..<60)
    func `each widget shows the first of its items that stand nowhere else, as many as its limit`(
        seed: UInt64
    ) async throws {
        let scene = Scene(seed: seed)
        let world = try await World(scene.config, listings: scene.listings, products: scene.products)
        var generator = Seeded(seed)
        try await world.store.record(.random(&generator), by: user("u1"))
        for request in [try request(for: "u1", at: .town), try request(for: "u1"), try request(at: .town)] {
            let home = try await world.home(request)
            let ids = home.itemIDs.flatMap(\.self)
            #expect(Set(ids).count == ids.count)
            let expected = try await scene.expected { part in
                let alone = #"{"id": "w", "layout": "HomeWidgetProductM", "source": \#(part.source), "limit": 100}"#
                return try await World(config(alone), store: world.store).home(request).itemIDs.first ?? []
            }
            let found = Dictionary(uniqueKeysWithValues: home.homeWidgets.map { ($0.id, Set($0.itemIDs)) })
            #expect(found == expected, "\(scene.config)")
        }
    }

    @Test func `a widget is filled up when others show its items first`() async throws {
        func widget(_ id: String, _ source: String) -> String {
            #"{"id": "\#(id)", "layout": "HomeWidgetProductM", "source": {"kind": "\#(source)"}, "limit": 4}"#
        }
        let world = try await World(
            config(
                widget("a", "lastSearch"),
                widget("b", "nearby"),
                widget("c", "recommendations"),
                widget("d", "nearby")
            ),
            listings: Listing.houses("h", 18)
        )
        try await world.store.record(SearchCriteria(), by: user("u1"))
        let home = try await world.home(for: "u1", at: .town)
        #expect(home.itemIDs.map(\.count) == [4, 4, 4, 4])
        #expect(Set(home.itemIDs.flatMap(\.self)).count == 16)
    }
}
