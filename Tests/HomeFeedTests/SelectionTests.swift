import Catalogue
import HomeLayout
import SeededRandom
import Testing

/// A part of a widget: a source or several parts, with a limit, and where it is to stand.
private struct Part {
    indirect enum Content {
        case source(String, isStatic: Bool)
        case composed([Part])
    }

    let content: Content
    let limit: Int
    let position: Int?

    init(_ number: String, depth: Int = 0, _ generator: inout SplitMix64) {
        if depth < 3, Int.random(in: 0..<4, using: &generator) == 0 {
            let count = Int.random(in: 1...3, using: &generator)
            content = .composed((0..<count).map { Part("\(number)-\($0)", depth: depth + 1, &generator) })
        } else {
            let banners = (0..<3).map { #"{"id": "b\#(number)-\#($0)", "title": "B", "href": "/"}"# }
            let (source, isStatic) = generator.pick(
                (#"{"kind": "lastSearch"}"#, false),
                (#"{"kind": "nearby"}"#, false),
                (#"{"kind": "nearby", "radius": 4000}"#, false),
                (#"{"kind": "newest", "of": ["listing", "product"]}"#, false),
                (#"{"kind": "recentlyViewed"}"#, false),
                (#"{"kind": "items", "of": "product"}"#, false),
                (#"{"kind": "items", "of": "product", "filter": {"collection": "sale"}, "sort": "-price"}"#, false),
                (#"{"kind": "brands"}"#, false),
                (#"{"kind": "banners", "items": [\#(banners.joined(separator: ", "))]}"#, true)
            )
            content = .source(source, isStatic: isStatic)
        }
        limit = .random(in: 1...8, using: &generator)
        position = generator.pick(nil, nil, .random(in: 0...6, using: &generator))
    }

    var json: String {
        let source =
            switch content {
            case .source(let source, _): source
            case .composed(let parts): Part.composed(parts)
            }
        return #"{"source": \#(source), "limit": \#(limit)\#(position.map { #", "position": \#($0)"# } ?? "")}"#
    }

    static func composed(_ parts: [Part]) -> String {
        #"{"kind": "composed", "parts": [\#(parts.map(\.json).joined(separator: ", "))]}"#
    }

    var sources: [(source: String, isStatic: Bool)] {
        switch content {
        case .source(let source, let isStatic): [(source, isStatic)]
        case .composed(let parts): parts.flatMap(\.sources)
        }
    }
}

/// A selection as the config's documentation describes it, over all that each source has.
private struct NaiveSelection {
    let available: [String: [String]]
    private(set) var shown: Set<String> = []

    init(_ available: [String: [String]]) { self.available = available }

    /// The items of a widget; empty where it is left out.
    mutating func widget(_ parts: [Part], minimum: Int) -> [String] {
        let items = arrange(parts)
        let isStatic = parts.flatMap(\.sources).allSatisfy(\.isStatic)
        if isStatic || items.count(where: { !$0.hasPrefix("banner:") }) >= minimum { return items }
        shown.subtract(items)
        return []
    }

    private mutating func arrange(_ parts: [Part]) -> [String] {
        var items: [String] = []
        var placed: [(position: Int, items: [String])] = []
        for part in parts {
            let found: [String]
            switch part.content {
            case .source(let source, _):
                found = Array((available[source] ?? []).filter { !shown.contains($0) }.prefix(part.limit))
                shown.formUnion(found)
            case .composed(let parts):
                let all = arrange(parts)
                found = Array(all.prefix(part.limit))
                shown.subtract(all.dropFirst(part.limit))
            }
            if let position = part.position { placed.append((position, found)) } else { items += found }
        }
        var end = 0
        for position in Set(placed.map(\.position)).sorted() {
            for part in placed where part.position == position {
                let index = min(max(position, end), items.count)
                items.insert(contentsOf: part.items, at: index)
                end = index + part.items.count
            }
        }
        return items
    }
}

private struct Scene {
    let widgets: [(parts: [Part], minimum: Int)]
    let items: [CatalogueItem]

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let listings = (0..<Int.random(in: 0...40, using: &generator)).map { CatalogueItem.random($0, &generator) }
        let products = (0..<Int.random(in: 0...20, using: &generator)).map { number in
            CatalogueItem.thing(
                "\(number)",
                by: generator.pick("ami", "bode", "cos"),
                price: .random(in: 1...9, using: &generator),
                in: generator.pick([], ["sale"])
            )
        }
        items = listings + products
        widgets = (0..<Int.random(in: 1...8, using: &generator)).map { widget in
            let count = generator.pick(1, 1, 2, 3)
            return (
                (0..<count).map { Part("\(widget)-\($0)", &generator) },
                Int.random(in: 0..<3, using: &generator) == 0 ? .random(in: 1...9, using: &generator) : 1
            )
        }
    }

    var config: String {
        HomeFeedTests.config(
            widgets.enumerated().map { index, widget in
                let source = Part.composed(widget.parts)
                return
                    #"""
                    {"id": "w\#(index)", "layout": "HomeWidgetProductM", "minimum": \#(widget.minimum),
                     "source": \#(source)}
                    """#
            }
        )
    }
}

/// Guards selection: uniqueness, limits, positions and backfill, checked on random homes.
@Suite struct `In any home` {
    @Test(arguments: 0..<80)
    func `each part has the first of its items that stand nowhere else, where the config says`(
        seed: UInt64
    ) async throws {
        let scene = Scene(seed: seed)
        let world = try World(scene.config, items: scene.items)
        var generator = SplitMix64(seed: seed)
        try world.store.record(.random(&generator), by: user("u1"))
        try world.store.recordOpened(scene.items.shuffled(using: &generator).prefix(6).map(\.id), by: user("u1"))
        for request in [try request(for: "u1", at: .town), try request(for: "u1"), try request(at: .town)] {
            let home = try await world.home(request)
            let ids = home.itemIDs.flatMap(\.self)
            #expect(Set(ids).count == ids.count)
            var available: [String: [String]] = [:]
            for source in Set(scene.widgets.flatMap(\.parts).flatMap(\.sources).map(\.source)) {
                let alone = #"{"id": "w", "layout": "HomeWidgetProductM", "source": \#(source), "limit": 100}"#
                available[source] = try await World(config(alone), store: world.store).firstItemIDs(request)
            }
            var naive = NaiveSelection(available)
            let expected = scene.widgets.enumerated()
                .map { ("w\($0.offset)", naive.widget($0.element.parts, minimum: $0.element.minimum)) }
                .filter { !$0.1.isEmpty }
            #expect(home.homeWidgets.map(\.id) == expected.map(\.0), "\(scene.config)")
            #expect(home.itemIDs == expected.map(\.1), "\(scene.config)")
        }
    }

    @Test func `a widget is filled up when others show its items first`() async throws {
        func widget(_ id: String, _ source: String) -> String {
            #"{"id": "\#(id)", "layout": "HomeWidgetProductM", "source": {"kind": "\#(source)"}, "limit": 4}"#
        }
        let world = try World(
            config(
                widget("a", "lastSearch"),
                widget("b", "nearby"),
                widget("c", "recommendations"),
                widget("d", "nearby")
            ),
            items: CatalogueItem.houses("h", 18)
        )
        try world.store.record(.homes(), by: user("u1"))
        let home = try await world.home(for: "u1", at: .town)
        #expect(home.itemIDs.map(\.count) == [4, 4, 4, 4])
        #expect(Set(home.itemIDs.flatMap(\.self)).count == 16)
    }
}
