import Catalogue
import Testing

@Suite struct `A home of several segments` {
    struct Example: Sendable, CustomTestStringConvertible {
        let segment: String
        let sources: [String]
        /// What its sources ask of the store.
        let asked: Set<WatchedStore.Question>
        /// How often they ask for recommendations.
        var recommended = 0

        var testDescription: String { segment }
    }

    private static let composed =
        #"{"kind": "composed", "parts": [{"source": {"kind": "nearby"}}, {"source": {"kind": "popular"}}]}"#

    private static let examples = [
        Example(segment: "shop", sources: [#"{"kind": "products"}"#], asked: [.products, .productContents]),
        Example(segment: "brands", sources: [#"{"kind": "brands"}"#], asked: [.topBrands]),
        Example(segment: "search", sources: [#"{"kind": "lastSearch"}"#], asked: [.newest, .listingContents]),
        Example(segment: "close", sources: [#"{"kind": "nearby"}"#], asked: [.nearby, .listingContents]),
        Example(
            segment: "picked",
            sources: [#"{"kind": "recommendations"}"#],
            asked: [.listingContents],
            recommended: 1
        ),
        Example(
            segment: "both",
            sources: [composed, #"{"kind": "products"}"#],
            asked: [.nearby, .popular, .listingContents, .products, .productContents]
        ),
        Example(
            segment: "card",
            sources: [#"{"kind": "infoCard", "id": "c", "title": "C", "text": "C."}"#],
            asked: []
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
        let store = try await World(
            Self.config,
            listings: Listing.houses("h", 8),
            products: [.thing("p1", by: "ami"), .thing("p2", by: "bode")]
        ).store
        try await store.record(SearchCriteria(), by: user("u1"))
        try await store.recordOpened("listing:h1", by: user("u1"))
        let hits = try await store.hits(ofListings: ["h2", "h3"], at: 0)
        let recommendations = ScriptedRecommendations(.recommends(hits))
        let world = try await World(Self.config, store: store, recommendations: recommendations)
        _ = store.questionsAsked()
        let home = try await world.home(for: "u1", at: .town, segment: example.segment)
        #expect(home.homeWidgets.map(\.id) == example.sources.indices.map { "\(example.segment)-\($0)" })
        #expect(home.homeWidgets.allSatisfy { $0.state == "loaded" && !$0.items.isEmpty })
        #expect(store.questionsAsked() == example.asked.union([.record]))
        #expect(recommendations.asked == example.recommended)
    }

    @Test func `does without all that the others need`() async throws {
        let world = try await World(Self.config, products: [.thing("p1", by: "ami")])
        world.store.fail(.record, .opened, .newest, .nearby, .popular, .topBrands, .listingContents, .listingHits)
        #expect(try await world.home(segment: "shop").itemIDs == [["product:p1"]])
        #expect(world.failures.isEmpty)
    }
}
