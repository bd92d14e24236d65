import JSON
import Testing

@testable import Catalogue
@testable import HomeFeed

@Suite struct `The order of widgets` {
    private static let names = ["a", "b", "c", "d"]

    /// A home of widgets that each show one house.
    private func world(_ order: String = #""personal""#, _ members: [String: String] = [:]) throws -> World {
        let widgets = Self.names.map { name in
            list(
                #"{"kind": "items", "of": "listing", "filter": {"market": "\#(name)"}}"#,
                members[name] ?? "",
                id: name
            )
        }
        return try World(
            """
            {"title": "Hearth", "experiments": [{"id": "order", "arms": [{"id": "x", "percent": 50},
            {"id": "y", "percent": 50}]}], "segments": [{"id": "homes", "title": "Homes", "order": \(order),
            "widgets": [\(widgets.joined(separator: ", "))]}]}
            """,
            items: Self.names.map { .house($0, market: $0) }
        )
    }

    private func order(_ world: World, for user: String = "u") async throws -> [String] {
        try await world.home(for: user).homeWidgets.map(\.id)
    }

    /// The user visits, sees all widgets, and opens an item of one of them.
    private func visit(_ world: World, opening opened: String? = nil, by user: String = "u") throws {
        for name in Self.names { try world.show(["listing:\(name)"], to: user, in: name) }
        if let opened { try world.act(.opened(item("listing:\(opened)")), by: user, in: opened) }
    }

    @Test func `follows what the user opens, between visits`() async throws {
        let world = try world()
        for _ in 0..<3 {
            try visit(world, opening: "c")
            world.now += UserCounts.Visit.idleTime
        }
        #expect(try await order(world) == ["c", "a", "b", "d"])
        // The visit changes nothing until it is over.
        for _ in 0..<5 { try visit(world, opening: "d") }
        #expect(try await order(world) == ["c", "a", "b", "d"])
        #expect(try await order(world, for: "v") == ["a", "b", "c", "d"])
        world.now += UserCounts.Visit.idleTime
        #expect(try await order(world) == ["c", "d", "a", "b"])
    }

    @Test func `begins with what all users open`() async throws {
        let world = try world()
        for number in 0..<30 { try visit(world, opening: "b", by: "v\(number)") }
        world.readTotals()
        // Today's events do not count yet.
        #expect(try await order(world) == ["a", "b", "c", "d"])
        world.now += 86_400
        world.readTotals()
        #expect(try await order(world) == ["b", "a", "c", "d"])
        #expect(try await world.home().homeWidgets.map(\.id) == ["a", "b", "c", "d"])
        world.now += 29 * 86_400
        world.readTotals()
        #expect(try await order(world) == ["a", "b", "c", "d"])
    }

    @Test func `keeps pinned widgets in their places, and others within their bounds`() async throws {
        let world = try world(
            #""personal""#,
            [
                "a": #", "pinned": true"#, "c": #", "position": {"min": 2}"#, "d": #", "position": {"max": 2}"#,
            ]
        )
        for _ in 0..<3 {
            try visit(world, opening: "c")
            world.now += UserCounts.Visit.idleTime
        }
        #expect(try await order(world) == ["a", "b", "d", "c"])
    }

    @Test func `may be personal for one arm of an experiment`() async throws {
        let world = try world(#"{"kind": "personal", "when": {"experiment": "order", "arm": "x"}}"#)
        var orders: [String: Set<[String]>] = [:]
        for number in 0..<20 {
            world.now = 1_700_000_000
            for _ in 0..<3 {
                try visit(world, opening: "d", by: "u\(number)")
                world.now += UserCounts.Visit.idleTime
            }
            let home = try await world.home(for: "u\(number)")
            orders[try #require(home.experiments.first).arm, default: []].insert(home.homeWidgets.map(\.id))
        }
        #expect(orders == ["x": [["d", "a", "b", "c"]], "y": [["a", "b", "c", "d"]]])
    }

    @Test func `is the user's own where they arranged it`() async throws {
        let world = try world()
        for _ in 0..<3 {
            try visit(world, opening: "c")
            world.now += UserCounts.Visit.idleTime
        }
        let own = WidgetArrangement(hidden: ["a", "gone"], pinned: ["d"], order: ["b"])
        try world.act(.arranged(own, segment: "homes"), by: "u")
        #expect(try await order(world) == ["d", "b", "c"])
        try world.act(.arranged(.none, segment: "homes"), by: "u")
        #expect(try await order(world) == ["c", "a", "b", "d"])
    }

    @Test(arguments: [
        (#""random""#, #""#), (#"{"kind": "personal", "when": {"sun": true}}"#, ""), (#"{"when": {}}"#, ""),
        (#""personal""#, #", "position": {}"#), (#""personal""#, #", "position": {"min": 3, "max": 2}"#),
        (#""personal""#, #", "pinned": 1"#),
    ])
    func `has valid options`(order: String, member: String) {
        #expect(throws: ValidationErrors.self) { try world(order, ["a": member]) }
    }
}
