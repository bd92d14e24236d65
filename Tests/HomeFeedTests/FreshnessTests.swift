import Catalogue
import JSON
import Testing

@testable import HomeFeed

@Suite struct `The time for which a home is current` {
    private static let december: Instant = 1_796_083_200  // 2026-12-01T00:00:00Z

    private static func config(_ members: String = "", when: String = #"{"hasPlace": false}"#) -> String {
        """
        {\(members) "title": "Home", "segments": [{"id": "homes", "title": "Homes", "widgets": [
          {"id": "newest", "title": "New", "layout": "HomeWidgetProductM", "source": {"kind": "newest"}},
          {"id": "sale", "title": "Sale", "layout": "HomeWidgetProductM", "when": \(when), "source": {"kind": "newest"}}
        ]}]}
        """
    }

    private static func freshness(_ config: String, at now: Instant, _ items: [CatalogueItem] = []) async throws
        -> Document
    {
        let world = try World(config, items: items)
        world.now = now
        let request = try HomeRequest(parameters: [("width", "390")])
        return try await world.home(request)
    }

    private static func seconds(_ config: String, at now: Instant, _ items: [CatalogueItem] = []) async throws -> Int {
        try await freshness(config, at: now, items).refreshAfter
    }

    @Test func `is five minutes, and a day of showing it meanwhile, unless the config has others`() async throws {
        let standard = try await Self.freshness(Self.config(), at: Self.december)
        #expect(standard.refreshAfter == 300 && standard.staleWhileRevalidate == 86_400)
        let members = #""freshness": {"refreshAfter": "2h", "staleWhileRevalidate": "7d"},"#
        let other = try await Self.freshness(Self.config(members), at: Self.december)
        #expect(other.refreshAfter == 7_200 && other.staleWhileRevalidate == 604_800)
    }

    @Test(arguments: [
        #"{"window": {"from": "2026-12-01T00:00:00Z"}}"#, #"{"window": {"to": "2026-12-01T00:00:00Z"}}"#,
        #"{"not": {"any": [{"hasPlace": true}, {"all": [{"window": {"from": "2026-12-01T00:00:00Z"}}]}]}}"#,
    ])
    func `ends when a time window begins or ends`(gate: String) async throws {
        let config = Self.config(when: gate)
        #expect(try await Self.seconds(config, at: Self.december - 301) == 300)
        #expect(try await Self.seconds(config, at: Self.december - 40) == 40)
        #expect(try await Self.seconds(config, at: Self.december - 1) == 1)
        #expect(try await Self.seconds(config, at: Self.december) == 300)
    }

    @Test func `ends with the window of a banner, or of the personal order`() async throws {
        let window = #"{"window": {"to": "2026-12-01T00:00:00Z"}}"#
        let banner = #"{"id": "sale", "title": "Sale", "href": "/sale", "when": \#(window)}"#
        for config in [
            """
            {"title": "Home", "segments": [{"id": "homes", "title": "Homes", "widgets": [
              {"id": "b", "layout": "HomeWidgetBanner", "source": {"kind": "banners", "items": [\(banner)]}}]}]}
            """,
            """
            {"title": "Home", "segments": [{"id": "homes", "title": "Homes", "order": {"kind": "personal", "when": \(window)},
              "widgets": [{"id": "n", "layout": "HomeWidgetProductM", "source": {"kind": "newest"}}]}]}
            """,
        ] {
            #expect(try await Self.seconds(config, at: Self.december - 40) == 40)
        }
    }

    @Test func `ends when the first of the shown items expires`() async throws {
        var items = (1...30).map { CatalogueItem.house("\($0)", listedAt: Self.december - Int64($0) * 86_400) }
        items[2].expiresAt = Self.december + 50
        // The widgets show 20 of them.
        items[28].expiresAt = Self.december + 10
        #expect(try await Self.seconds(Self.config(), at: Self.december, items) == 50)
        items[2].expiresAt = nil
        #expect(try await Self.seconds(Self.config(), at: Self.december, items) == 300)
    }

    @Test(arguments: [
        #"{"refreshAfter": 300}"#, #"{"refreshAfter": "0m"}"#, #"{"staleWhileRevalidate": "x"}"#, #"{"every": "5m"}"#,
    ])
    func `is refused in a config if it is no time span`(freshness: String) {
        let errors = #expect(throws: ValidationErrors.self) {
            try HomeConfig(JSONValue(parsing: Self.config("\"freshness\": \(freshness),").utf8))
        }
        #expect(errors?.all.first?.path.hasPrefix("freshness") == true, "\(String(describing: errors))")
    }
}
