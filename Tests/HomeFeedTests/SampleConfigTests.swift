import Catalogue
import Contract
import Foundation
import HomeLayout
import JSON
import Testing

@testable import HomeFeed

/// The config in `Config`, which nothing else in these tests reads.
@Suite struct `The sample's config` {
    private static let files = WordFiles(folder: WordFiles.repository.appending(path: "Config"))
    private static let url = files.folder.appending(path: "home.json")
    private static let json: JSONValue = (try? Data(contentsOf: url)).flatMap { try? JSONValue(parsing: $0) } ?? .null

    /// All values of members called `key`, wherever they are.
    private static func values(of key: String, in json: JSONValue) -> Set<JSONValue> {
        switch json {
        case .object(let members):
            members.values.reduce(into: Set([members[key]].compactMap(\.self))) {
                $0.formUnion(values(of: key, in: $1))
            }
        case .array(let elements):
            elements.reduce(into: []) { $0.formUnion(values(of: key, in: $1)) }
        default: []
        }
    }

    /// The ids of the widgets of a segment for users in no arm.
    private static func widgets(of segment: String) throws -> [String] {
        let segment = try #require(json["segments"].elements.first { $0["id"].text == segment })
        return segment["widgets"].elements.compactMap(\.["id"].text).filter { $0 != "map-first" }
    }

    @Test func `is fine`() throws {
        let widgets = try Self.widgets(of: "homes").count + 1 + Self.widgets(of: "style").count
        #expect(try HomeConfig(Self.json, file: Self.files.read).summary == "2 segments, \(widgets) widgets")
    }

    @Test func `gives no warnings`() throws {
        #expect(try HomeConfig(Self.json, file: Self.files.read).warnings.map(\.description) == [])
    }

    @Test(arguments: Layout.allCases)
    func `uses every layout`(layout: Layout) {
        #expect(Self.values(of: "layout", in: Self.json).contains(.string(layout.rawValue)))
    }

    /// All but one that shows nothing to a new user, and would change the homes of the documentation.
    @Test(arguments: Set(SourceKind.names + [WidgetPart.composed]).subtracting(["recentlyViewed"]))
    func `uses every source`(kind: String) {
        #expect(Self.values(of: "kind", in: Self.json).contains(.string(kind)))
    }

    @Test func `has a card for who has not searched`() throws {
        #expect(!Self.values(of: "whenEmpty", in: Self.json).isEmpty)
    }

    @Test func `makes a home of all its widgets`() async throws {
        let products = (0..<240).map { number in
            CatalogueItem.thing(
                "\(number)",
                by: "brand\(number % 9)",
                price: Int64(number) * 100,
                category: ["shoes", "accessories", "bags"][number % 3],
                in: ["editors-picks", "new-in", "sale"].filter { $0.utf8.count % 4 != number % 4 }
            )
        }
        let world = try World(
            String(contentsOf: Self.url, encoding: .utf8),
            items: CatalogueItem.houses("fit", 60, at: .town) + CatalogueItem.houses("dear", 20, price: 250_000_00)
                + products,
            words: Self.files
        )
        let search = UserSearch.homes(market: "toledo", price: ClosedInterval(max: 240_000_00))
        try world.store.record(search, by: user("u1"))
        for number in 0..<30 {
            try world.store.recordOpened("product:\(number)", by: user(number == 0 ? "u1" : "v\(number)"))
        }
        await world.learn()
        for segment in ["homes", "style"] {
            let home = try await world.home(for: "u1", at: .town, segment: segment)
            // Nothing is saved, cheaper, or available again.
            let personal: Set = ["saved", "price-drops", "back-in-stock"]
            let expected = try Self.widgets(of: segment).filter { !personal.contains($0) }
            #expect(home.homeWidgets.map(\.id) == expected)
            #expect(home.homeWidgets.allSatisfy { $0.state == "loaded" && !$0.items.isEmpty })
            let ids = home.itemIDs.flatMap(\.self)
            #expect(Set(ids).count == ids.count)
        }
        #expect(try await world.home(for: "u2").widget("last-search").itemIDs == ["infoCard:no-search"])
    }

    @Test func `shows the map first where that is the user's arm, and by another layout where there is no map`()
        async throws
    {
        let world = try World(
            String(contentsOf: Self.url, encoding: .utf8),
            items: CatalogueItem.houses("h", 60, at: .town),
            words: Self.files
        )
        func home(_ user: String, _ layouts: SupportedLayouts? = nil) async throws -> Document {
            var request = try request(for: user, at: .town)
            request.appVersion = AppVersion("4.2")
            request.layouts = layouts
            return try await world.home(request)
        }
        let ids = try Self.widgets(of: "homes").filter { $0 != "unseen" }
        let control = try await home("u3")
        #expect(control.homeWidgets.map(\.id) == ids)
        #expect(control.experiments == [.init(id: "map-first", arm: "control")])
        let map = try await home("u1")
        #expect(map.homeWidgets.map(\.id) == ["last-search", "map-first"] + ids[1...].filter { $0 != "nearby" })
        #expect(map.experiments == [.init(id: "map-first", arm: "map")])
        #expect(try await world.home(for: "u1", at: .town).experiments == [])

        let old = try await home("u3", .named([.fullWidth, .productL, .infoCard, .banner]))
        #expect(old.homeWidgets.map(\.id) == ids)
        #expect(try old.widget("nearby").downgradedFrom == "HomeWidgetMap")
        #expect(old.homeWidgets.map(\.layout).contains("HomeWidgetMap") == false)
        #expect(try old.widget("a-little-further").layout == "HomeWidgetProductL")
    }
}
