import Catalogue
import HomeFeed
import Recommendations
import Testing

@Suite struct `A home of several segments` {
    struct Example: Sendable, CustomTestStringConvertible {
        let segment: String
        let sources: [String]
        /// The kinds of its sources, in order.
        let loaded: [String]
        /// How often they ask for recommendations.
        var recommended = 0

        var testDescription: String { segment }
    }

    private static let composed =
        #"{"kind": "composed", "parts": [{"source": {"kind": "nearby"}}, {"source": {"kind": "newest"}}]}"#
    private static let products = #"{"kind": "items", "of": "product"}"#

    private static let examples = [
        Example(segment: "shop", sources: [products], loaded: ["items"]),
        Example(segment: "brands", sources: [#"{"kind": "brands"}"#], loaded: ["brands"]),
        Example(segment: "search", sources: [#"{"kind": "lastSearch"}"#], loaded: ["lastSearch"]),
        Example(segment: "close", sources: [#"{"kind": "nearby"}"#], loaded: ["nearby"]),
        Example(
            segment: "picked",
            sources: [#"{"kind": "recommendations"}"#],
            loaded: ["recommendations"],
            recommended: 1
        ),
        Example(segment: "both", sources: [composed, products], loaded: ["nearby", "newest", "items"]),
        Example(
            segment: "card",
            sources: [#"{"kind": "infoCard", "id": "c", "title": "C", "text": "C."}"#],
            loaded: []
        ),
    ]

    private static let config: String = {
        let segments = examples.map { example in
            let widgets = example.sources.enumerated().map { index, source in
                #"{"id": "\#(example.segment)-\#(index)", "layout": "HomeWidgetGrid", "source": \#(source)}"#
            }
            return #"{"id": "\#(example.segment)", "title": "S", "widgets": [\#(widgets.joined(separator: ", "))]}"#
        }
        return #"{"title": "Hearth", "segments": [\#(segments.joined(separator: ", "))]}"#
    }()

    @Test(arguments: examples)
    func `asks for what the active one shows, and touches nothing of the others`(example: Example) async throws {
        let service = ScriptedRecommendations(.recommends(ids("listing:h2", "listing:h3")))
        let world = try World(
            Self.config,
            items: CatalogueItem.houses("h", 8) + [.thing("p1", by: "ami"), .thing("p2", by: "bode")],
            recommendations: service
        )
        try world.store.record(.homes(), by: user("u1"))
        try world.store.recordOpened("listing:h1", by: user("u1"))
        let home = try await world.home(for: "u1", at: .town, segment: example.segment)
        #expect(home.homeWidgets.map(\.id) == example.sources.indices.map { "\(example.segment)-\($0)" })
        #expect(home.homeWidgets.allSatisfy { $0.state == "loaded" && !$0.items.isEmpty })
        #expect(world.loads.map(\.source) == ["user"] + example.loaded)
        #expect(service.asked.count == example.recommended)
    }

    @Test func `does without all that the others need`() async throws {
        let world = try World(
            Self.config,
            items: [.thing("p1", by: "ami")],
            recommendations: ScriptedRecommendations(.fails(.timedOut))
        )
        world.store.conduct(.fails)
        #expect(try await world.home(segment: "shop").itemIDs == [["product:p1"]])
        #expect(world.failures.isEmpty)
    }
}
